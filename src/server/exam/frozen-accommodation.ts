import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { FrozenAccommodation } from './tables/attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

type Who = { enterpriseId: string; userId: string; now: Date };

type Found = Omit<FrozenAccommodation, 'extraSeconds'> & { personal: number; allowed: number };

type Which = { id: string; limitSeconds: number };

/** Query for the seconds of a user, and those of an exam with a time limit in seconds; `exam` may be columns. */
export const accommodationOf = (
  { enterpriseId, userId, now }: Who,
  { id, limitSeconds }: { [K in keyof Which]: Which[K] | SQL },
) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    select coalesce(max(c.extra_seconds + ceil(${limitSeconds}::int * c.extra_percent / 100.0)), 0)::int as personal,
           coalesce((select l.extra_seconds from exam_allowance l
                     where l.enterprise_id = ${enterpriseId} and l.exam_id = ${id} and l.user_id = ${userId}), 0) as allowed,
           coalesce(max(c.breaks), 0) as breaks, coalesce(max(c.break_seconds), 0) as "breakSeconds",
           coalesce(bool_or(c.no_switch_rules), false) as "noSwitchRules", coalesce(bool_or(c.large_type), false) as "largeType"
    from portal.accommodations_at(${enterpriseId}, ${at}) c where c.user_id = ${userId}`;
};

/** What applies of a row of `accommodationOf`; null: nothing. */
export function frozenFrom({ allowed, personal, ...rest }: Found): FrozenAccommodation | null {
  const frozen: FrozenAccommodation = { extraSeconds: personal + allowed, ...rest };
  return Object.values(frozen).some(Boolean) ? frozen : null;
}

const dialect = new PgDialect();

/**
 * Returns what applies to a user who starts an exam now: the accommodation of the user and the extra time granted for this
 * exam. Of accommodations whose periods overlap, each part is the most generous one.
 * @returns null when nothing applies
 */
export async function accommodationFor(db: TenantDb, who: Who, exam: Which): Promise<FrozenAccommodation | null> {
  const statement = dialect.sqlToQuery(accommodationOf(who, exam));
  const { rows } = await pgClientOf(db).query<Found>({
    ...{ name: 'accommodation', text: statement.sql, values: statement.params },
  });
  return frozenFrom(rows[0]!);
}

type SwitchRules = { switchPolicy: 'none' | 'warn' | 'limit' | 'at_once'; switchLimit: number };

/**
 * The switch rules of an exam as they apply to an attempt: a candidate may be exempt from consequences. Only the policy
 * `limit` has a limit; the number that is stored with another one is not announced.
 */
export function switchRules<R extends SwitchRules>(
  rules: R,
  { accommodation }: { accommodation: FrozenAccommodation | null },
): R {
  const switchPolicy = accommodation?.noSwitchRules ? 'none' : rules.switchPolicy;
  return { ...rules, switchPolicy, switchLimit: switchPolicy === 'limit' ? rules.switchLimit : 0 };
}
