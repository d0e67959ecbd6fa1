import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import type { StudyState } from '#src/server/course/study-state.ts';

/** As the contract names them. */
export type RefusalReason = 'tooFast' | 'takenOver' | 'beyondDuration' | Exclude<StudyState, 'open'>;

/**
 * Writes down what was refused and why, so that "why isn't this counted?" has an answer. The same reason within a
 * minute is one line: a player that keeps trying does not fill the table.
 */
export async function recordRefusal(
  { db, tenant, viewer, now }: Context,
  resourceId: string,
  reason: RefusalReason,
  claimedSeconds: number,
  acceptedSeconds: number,
): Promise<void> {
  const at = now().toISOString();
  await db.execute(sql`
    with again as (
      update study_refusal set claimed_seconds = claimed_seconds + ${claimedSeconds},
                               accepted_seconds = accepted_seconds + ${acceptedSeconds}
      where enterprise_id = ${tenant.id} and user_id = ${viewer.userId} and resource_id = ${resourceId}
        and reason = ${reason} and gmt_create > ${at}::timestamptz - interval '1 minute'
      returning 1
    )
    insert into study_refusal (enterprise_id, user_id, resource_id, reason, claimed_seconds, accepted_seconds, gmt_create)
    select ${tenant.id}::uuid, ${viewer.userId}::uuid, ${resourceId}::uuid, ${reason}, ${claimedSeconds}, ${acceptedSeconds}, ${at}::timestamptz
    where not exists (select from again)`);
}
