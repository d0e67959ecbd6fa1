import { and, asc, eq, sql } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { trainingAttendance, trainingSession, type AttendanceState } from './tables.ts';
import { changeCompletions } from '#src/server/study/change-completions.ts';
import { confirmableFrom, isCounted, stateAtEnd } from './attendance-rule.ts';
import { recordLesson } from '#src/server/lecturer/record-lesson.ts';
import { findRunSession, type FoundSession, lockSession, titleOf } from './select-sessions.ts';

/**
 * Confirms the attendance of a session: members who were there complete the class, which posts class hours, credits and
 * points once, and the lesson is noted for its lecturers. Repeated after corrections, only the difference is posted or taken back. The session is locked, so that
 * simultaneous confirmations count once. The number of statements does not depend on that of the members.
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
  const counts = states.map((row) => ({
    ...{ userId: row.userId, reason: row.correctReason },
    is: isCounted(row.state, row.passed, session),
    was: isCounted(row.confirmedState, row.confirmedPassed, session),
  }));
  const completed = counts.filter(({ is, was }) => is && !was).map(({ userId }) => userId);
  const lost = counts.filter(({ is, was }) => was && !is);
  const elsewhere = await countedElsewhere(
    ctx,
    session,
    lost.map(({ userId }) => userId),
  );
  const withdrawn = lost
    .filter(({ userId }) => !elsewhere.has(userId))
    .map(({ userId, reason }) => [userId, [titleOf(found), reason].filter(Boolean).join(' · ')] as const);
  const { withdrawnCount } = await changeCompletions(
    db,
    { enterpriseId: tenant.id, at: now(), timeZone: tenant.timeZone },
    { id: session.resourceId, courseId: found.courseId },
    { completed, withdrawn: new Map(withdrawn) },
  );
  await storeStates(ctx, sessionId, states);
  const absentCount = states.filter(({ state }) => state === 'absent').length;
  await postTeaching(ctx, found, states.length - absentCount);
  await db
    .update(trainingSession)
    .set({ status: 'closed', confirmedAt: session.confirmedAt ?? now(), gmtModified: now() })
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, sessionId)));
  const completedCount = completed.length;
  const detail = { sessionId, completedCount, withdrawnCount, absentCount };
  await audit(db, ctx, 'training.confirmed', detail, { about: [sessionId] });
  return { completedCount, withdrawnCount, absentCount };
}

/** Notes the lesson for its lecturer and each assistant, with the hours that it lasted. */
async function postTeaching(ctx: Context, found: FoundSession, attendeeCount: number): Promise<void> {
  const { session, courseId, courseLecturerId, assistants } = found;
  const main = session.lecturerId ?? courseLecturerId;
  const lecturers = new Set([...(main ? [main] : []), ...assistants.map(({ id }) => id)]);
  await recordLesson(ctx, [...lecturers], {
    ...{ lessonId: session.id, title: titleOf(found), courseId, attendeeCount, taughtAt: session.startAt },
    place: [session.place, session.room].filter(Boolean).join(' '),
    hours: (+session.endAt - +session.startAt) / 3_600_000,
  });
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
  const rows = states.map(({ userId, state }) => ({ u: userId, s: state }));
  // No row is waited for: the session is locked, and so nobody else changes them.
  await db.execute(sql`
    update training_attendance a set state = i.s, confirmed_state = i.s, confirmed_passed = coalesce(a.passed, false), gmt_modified = ${now().toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (u uuid, s text)
    where a.enterprise_id = ${tenant.id} and a.session_id = ${sessionId} and a.user_id = i.u
      and (a.state, a.confirmed_state, a.confirmed_passed) is distinct from (i.s, i.s, coalesce(a.passed, false))`);
}

/** Members for whom another session of the class counts: they keep its completion. */
async function countedElsewhere(
  { db, tenant }: Context,
  session: typeof trainingSession.$inferSelect,
  userIds: string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await db.execute<{ userId: string }>(sql`
    select distinct a.user_id as "userId"
    from training_attendance a
    join training_session s on s.enterprise_id = a.enterprise_id and s.id = a.session_id
    where a.enterprise_id = ${tenant.id} and a.user_id = any(${sql.param(userIds)}::uuid[])
      and s.resource_id = ${session.resourceId} and s.id <> ${session.id} and s.status = 'closed'
      and (a.confirmed_state in ('present', 'late') or (a.confirmed_state = 'early' and s.early_counts))
      and (a.confirmed_passed or not s.pass_required)`);
  return new Set(rows.map(({ userId }) => userId));
}
