import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { trainingAttendance, trainingSession, type AttendanceState } from '#src/server/core/db/schema/training.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { withdrawResource } from '#src/server/study/withdraw-resource.ts';
import { confirmableFrom, isCounted, stateAtEnd } from './attendance-rule.ts';
import { findRunSession, lockSession, titleOf, type FoundSession } from './select-sessions.ts';

/**
 * Confirms the attendance of a session: members who were there complete the class, which posts class hours, credits and
 * points once. Repeated after corrections, only the difference is posted or taken back. The session is locked, so that
 * simultaneous confirmations count once.
 * @throws AppError 404, also for a session of another lecturer; 409 before its end and for a cancelled session
 */
export async function confirmAttendance(ctx: Context, { sessionId }: { sessionId: string }) {
  const { db, tenant, now } = ctx;
  const found = await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  if (session.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (now() < confirmableFrom(session)) throw new AppError(409, 'trainingNotOver');
  await addAbsent(ctx, sessionId);
  const rows = await db
    .select()
    .from(trainingAttendance)
    .where(ofSession(ctx, sessionId))
    .orderBy(asc(trainingAttendance.userId));
  const states = rows.map((row) => ({
    ...row,
    state: stateAtEnd(session, { ...row, corrected: row.correctedAt !== null }),
  }));
  let [completedCount, withdrawnCount] = [0, 0];
  // In sorted order, so that two confirmations cannot deadlock.
  for (const { userId, state, confirmedState, correctReason } of states) {
    const [is, was] = [isCounted(state, session), isCounted(confirmedState, session)];
    if (is && !was) {
      const learner = { enterpriseId: tenant.id, userId, at: now(), timeZone: tenant.timeZone };
      await completeResources(db, learner, [{ id: session.resourceId, courseId: found.courseId }]);
      completedCount += 1;
    } else if (was && !is && (await withdraw(ctx, { ...found, session }, userId, correctReason))) withdrawnCount += 1;
  }
  await storeStates(ctx, sessionId, states);
  await db
    .update(trainingSession)
    .set({ status: 'closed', confirmedAt: session.confirmedAt ?? now(), gmtModified: now() })
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, sessionId)));
  const absentCount = states.filter(({ state }) => state === 'absent').length;
  await audit(db, ctx, 'training.confirmed', { sessionId, completedCount, withdrawnCount, absentCount });
  return { completedCount, withdrawnCount, absentCount };
}

const ofSession = ({ tenant }: Pick<Context, 'tenant'>, sessionId: string) =>
  and(eq(trainingAttendance.enterpriseId, tenant.id), eq(trainingAttendance.sessionId, sessionId));

/** Members with a place who have not signed in are absent. */
async function addAbsent({ db, tenant, now }: Context, sessionId: string): Promise<void> {
  await db.execute(sql`
    insert into training_attendance (enterprise_id, session_id, user_id, state, gmt_modified)
    select enterprise_id, session_id, user_id, 'absent', ${now().toISOString()}::timestamptz from training_seat
    where enterprise_id = ${tenant.id} and session_id = ${sessionId} and status = 'booked'
    on conflict do nothing`);
}

async function storeStates(
  { db, tenant, now }: Context,
  sessionId: string,
  states: { userId: string; state: AttendanceState }[],
): Promise<void> {
  for (const [state, people] of Map.groupBy(states, (row) => row.state)) {
    await db
      .update(trainingAttendance)
      .set({ state, confirmedState: state, gmtModified: now() })
      .where(
        and(
          ofSession({ tenant }, sessionId),
          inArray(
            trainingAttendance.userId,
            people.map(({ userId }) => userId),
          ),
          sql`(${trainingAttendance.state}, ${trainingAttendance.confirmedState}) is distinct from (${state}, ${state})`,
        ),
      );
  }
}

/**
 * Takes back the completion of a member who was corrected to absent, unless another session of the class counts.
 * @returns whether it was taken back
 */
async function withdraw(ctx: Context, found: FoundSession, userId: string, reason: string | null): Promise<boolean> {
  const { db, tenant, now } = ctx;
  const { session, courseId } = found;
  const { rows } = await db.execute<{ counted: boolean }>(sql`
    select exists (
      select from training_attendance a
      join training_session s on s.enterprise_id = a.enterprise_id and s.id = a.session_id
      where a.enterprise_id = ${tenant.id} and a.user_id = ${userId} and s.resource_id = ${session.resourceId}
        and s.id <> ${session.id} and s.status = 'closed'
        and (a.confirmed_state in ('present', 'late') or (a.confirmed_state = 'early' and s.early_counts))
    ) as counted`);
  if (rows[0]!.counted) return false;
  const learner = { enterpriseId: tenant.id, userId, at: now(), timeZone: tenant.timeZone };
  const title = [titleOf(found), reason].filter(Boolean).join(' · ');
  return withdrawResource(db, learner, { id: session.resourceId, courseId }, title);
}
