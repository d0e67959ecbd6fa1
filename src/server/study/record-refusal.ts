import { sql } from 'drizzle-orm';
import { systemNow } from '#src/lib/system-clock.ts';
import { firstIdOf } from '#src/lib/uuid.ts';
import type { Context } from '#src/server/core/context.ts';
import type { StudyState } from '#src/server/course/study-state.ts';

const DAY_MS = 86_400_000;

/** Reasons of rejected reports; the same names as in the contract. */
export type RefusalReason =
  'tooFast' | 'takenOver' | 'beyondDuration' | 'skippedAhead' | 'questionFirst' | Exclude<StudyState, 'open'>;

/**
 * Stores how many seconds of a report were rejected and why, for "why isn't this counted?". The same reason within a minute
 * updates one row, so that a player that repeats its report does not fill the table.
 */
export async function recordRefusal(
  { db, tenant, viewer, now }: Context,
  resourceId: string,
  reason: RefusalReason,
  claimedSeconds: number,
  acceptedSeconds: number,
): Promise<void> {
  const at = now().toISOString();
  // Ids carry the time of the database: with a bound, the older partitions are neither planned for nor locked.
  const yesterday = firstIdOf(new Date(systemNow().getTime() - DAY_MS));
  await db.execute(sql`
    with repeated as (
      update study_refusal set claimed_seconds = claimed_seconds + ${claimedSeconds},
                               accepted_seconds = accepted_seconds + ${acceptedSeconds}
      where enterprise_id = ${tenant.id} and user_id = ${viewer.userId} and resource_id = ${resourceId}
        and reason = ${reason} and gmt_create > ${at}::timestamptz - interval '1 minute'
        and id >= ${yesterday}
      returning 1
    )
    insert into study_refusal (enterprise_id, user_id, resource_id, reason, claimed_seconds, accepted_seconds, gmt_create)
    select ${tenant.id}::uuid, ${viewer.userId}::uuid, ${resourceId}::uuid, ${reason}, ${claimedSeconds}, ${acceptedSeconds}, ${at}::timestamptz
    where not exists (select from repeated)`);
}

/** Statement of the retention sweep: $1 enterprise, $2 since when rows are kept, $3 how many to delete at most. */
export const DELETE_STUDY_REFUSALS = `
with old as (
  delete from study_refusal where enterprise_id = $1 and id in (
    select id from study_refusal where enterprise_id = $1 and gmt_create < $2 order by gmt_create limit $3)
  returning 1
) select count(*)::int as deleted from old`;
