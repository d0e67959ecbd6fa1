import { integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { POLICY_KINDS, type PolicyKind } from '#src/contract/rules/policy.ts';
import { enterpriseId, gmtModified, id } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';

/** Rules that administrators have changed. Without a row, and for names that are not in it, the defaults apply (`contract/rules/policy.ts`). */
export const policy = pgTable(
  'policy',
  {
    enterpriseId: enterpriseId(),
    kind: text('kind').$type<PolicyKind>().notNull(),
    /** For its history. */
    id: id(),
    rules: jsonb('rules').$type<Record<string, unknown>>().notNull(),
    revision: integer('revision').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.kind] }),
    unique().on(t.enterpriseId, t.id),
    oneOf(t.kind, POLICY_KINDS),
    atLeast(t.revision, 1),
  ],
);
