import { sql } from 'drizzle-orm';
import { customType, integer, jsonb, numeric, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Schema of the global tables (tenants, accounts, sessions). Every table in `public` belongs to tenants and is under
 * RLS.
 */
export const portal = pgSchema('portal');

/** A text in up to two languages: `{ zh, en }`, either may be missing. */
export type LocalizedText = { zh?: string; en?: string };

/** First column of every tenant table and of all its keys (docs/architecture.md, section "Tenancy"). */
export const enterpriseId = () => uuid('enterprise_id').notNull();
/** Time-ordered id. */
export const id = () =>
  uuid('id')
    .notNull()
    .default(sql`uuidv7()`);
/** A point in time, with milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const gmtCreate = () => moment('gmt_create').notNull().defaultNow();
export const gmtModified = () => moment('gmt_modified').notNull().defaultNow();
/** Stable key of an imported item, unique per tenant and table; makes imports idempotent. */
export const code = () => text('code').notNull();
export const sort = () => integer('sort').notNull().default(0);
export const localized = (name: string) => jsonb(name).$type<LocalizedText>();
/** Hours, credits, points and scores: exact, read as a decimal string. */
export const amount = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** Set of second ranges, `[start,end)`, as PostgreSQL writes it: `{[0,15),[30,45)}`. */
export const int4multirange = customType<{ data: string; driverData: string }>({
  dataType: () => 'int4multirange',
});
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
