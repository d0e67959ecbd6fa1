import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, gmtCreate, moment } from '#src/server/core/db/columns.ts';
import { matches } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** The data of an enterprise as entered at its registration. */
export const enterpriseInfo = pgTable(
  'enterprise_info',
  {
    enterpriseId: enterpriseId().primaryKey(),
    industry: text('industry').notNull(),
    /** Administrative division code of the county, six digits. */
    regionCode: text('region_code').notNull(),
    address: text('address'),
    scale: text('scale'),
    /** Unified social credit code, 18 characters. */
    creditCode: text('credit_code'),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    registeredBy: uuid('registered_by').notNull(),
    /** When the operator confirmed who they are; null: its name is not in messages, and strangers get none (decision 078). */
    approvedAt: moment('approved_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [memberKey(t.enterpriseId, t.registeredBy), matches(t.regionCode, '^[0-9]{6}$')],
);
