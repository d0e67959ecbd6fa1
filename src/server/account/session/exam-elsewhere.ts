import { sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';

/** A session that was used within this time may be that of an exam screen; uses are noted every five minutes. */
const IN_USE_MINUTES = 10;

/**
 * Lets nobody sign themselves out of an exam unawares: called before all other sessions of the user end (decision 124).
 * @param leavesExam the user has been told, and wants it all the same
 * @throws AppError 422 at field `leavesExam` while an attempt of theirs is open here and another session is in use
 */
export async function requireNoExamElsewhere(
  { tenant, viewer, now }: RequestContext & { viewer: Viewer },
  leavesExam: boolean,
): Promise<void> {
  if (leavesExam) return;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute(sql`
    select from exam_attempt a
    where a.enterprise_id = ${tenant.id} and a.user_id = ${viewer.userId} and a.status = 'open'
      and (a.deadline_at > ${at} or a.paused_at is not null)
      and exists (
        select from portal.user_session s
        where s.user_id = ${viewer.userId} and s.id <> ${viewer.sessionId} and s.ended_at is null and s.expires_at > ${at}
          and s.last_used_at > ${at} - make_interval(mins => ${IN_USE_MINUTES}))
    limit 1`),
  );
  if (rows.length > 0)
    throw new AppError(422, 'examElsewhere', { fields: [{ field: 'leavesExam', key: 'examElsewhere' }] });
}
