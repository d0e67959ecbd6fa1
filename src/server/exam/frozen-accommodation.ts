import type { FrozenAccommodation } from '#src/server/core/db/schema/exam-attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

type Who = { enterpriseId: string; userId: string; now: Date };

type Found = Omit<FrozenAccommodation, 'extraSeconds'> & { personal: number; allowed: number };

/** $1 enterprise, $2 user, $3 exam, $4 its time limit in seconds, $5 now. Seconds of the user, and of this exam. */
const ACCOMMODATION = `
select coalesce(max(c.extra_seconds + ceil($4::int * c.extra_percent / 100.0)), 0)::int as personal,
       coalesce((select l.extra_seconds from exam_allowance l
                 where l.enterprise_id = $1 and l.exam_id = $3 and l.user_id = $2), 0) as allowed,
       coalesce(max(c.breaks), 0) as breaks, coalesce(max(c.break_seconds), 0) as "breakSeconds",
       coalesce(bool_or(c.no_switch_rules), false) as "noSwitchRules", coalesce(bool_or(c.large_type), false) as "largeType"
from exam_accommodation c
where c.enterprise_id = $1 and c.user_id = $2 and c.valid_from <= $5 and (c.valid_until is null or c.valid_until > $5)
  and c.ended_at is null`;

/**
 * Returns what applies to a user who starts an exam now: the accommodation of the user and the extra time granted for this
 * exam. Of accommodations whose periods overlap, each part is the most generous one.
 * @returns null when nothing applies
 */
export async function accommodationFor(
  db: TenantDb,
  { enterpriseId, userId, now }: Who,
  { id, limitSeconds }: { id: string; limitSeconds: number },
): Promise<FrozenAccommodation | null> {
  const { rows } = await pgClientOf(db).query<Found>({
    name: 'accommodation',
    text: ACCOMMODATION,
    values: [enterpriseId, userId, id, limitSeconds, now.toISOString()],
  });
  const { allowed, personal, ...rest } = rows[0]!;
  const frozen: FrozenAccommodation = { extraSeconds: personal + allowed, ...rest };
  return Object.values(frozen).some(Boolean) ? frozen : null;
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
