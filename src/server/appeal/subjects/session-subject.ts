import { and, eq } from 'drizzle-orm';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from '#src/server/training/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readStudyState } from '#src/server/course/study-state.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { confirmableFrom, isCounted, isSignOpen } from '#src/server/training/attendance-rule.ts';
import { selectSessions, titleOf } from '#src/server/training/select-sessions.ts';
import { type Fact, fact, stateFact, time } from '../facts.ts';
import type { Subject } from '../subject.ts';
import { nextOf } from './resource-subject.ts';

type Session = typeof trainingSession.$inferSelect;
/** What is stored about the learner and a session. */
type Own = {
  seat: (typeof trainingSeat.$inferSelect)['status'] | null;
  attendance: typeof trainingAttendance.$inferSelect | null;
  /** When the class was completed, by this session or another one. */
  completedAt: Date | null;
};

/** A session of an offline class. */
export const sessionSubject: Subject = {
  explain: async (ctx, id) => {
    const { db, tenant, viewer, now } = ctx;
    const here = and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, id));
    const [found] = await selectSessions(db, and(here, eq(courseResource.published, true)));
    if (!found) throw notFound();
    const { session, courseId } = found;
    const [taught] = await db
      .select()
      .from(course)
      .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
    const studyState = await readStudyState(db, tenant.id, viewer.userId, taught!);
    const own = await readOwn(ctx, session);
    const path = `/watch/course?id=${courseId}&resource=${session.resourceId}`;
    const done = own.completedAt !== null;
    return {
      ...{ title: `${titleOf(found)} · ${found.courseTitle}`, courseId, path },
      facts: [
        ...(done ? [fact('done', 'completed', { at: time(own.completedAt!) })] : []),
        ...stateFact(studyState),
        ...sessionFacts(session, own, now()),
      ],
      next: done || studyState !== 'open' ? nextOf(done, studyState, path, courseId) : step(session, own, now(), path),
    };
  },
  complete: async (db, learner, id) => {
    const resources = await db
      .select({ id: courseResource.id, courseId: courseResource.courseId })
      .from(trainingSession)
      .innerJoin(
        courseResource,
        and(
          eq(courseResource.enterpriseId, trainingSession.enterpriseId),
          eq(courseResource.id, trainingSession.resourceId),
        ),
      )
      .where(and(eq(trainingSession.enterpriseId, learner.enterpriseId), eq(trainingSession.id, id)));
    await completeResources(db, learner, resources);
  },
};

async function readOwn({ db, tenant, viewer }: Context, { id, resourceId }: Session): Promise<Own> {
  const [seat] = await db
    .select({ status: trainingSeat.status })
    .from(trainingSeat)
    .where(
      and(
        eq(trainingSeat.enterpriseId, tenant.id),
        eq(trainingSeat.sessionId, id),
        eq(trainingSeat.userId, viewer.userId),
      ),
    );
  const [attendance] = await db
    .select()
    .from(trainingAttendance)
    .where(
      and(
        eq(trainingAttendance.enterpriseId, tenant.id),
        eq(trainingAttendance.sessionId, id),
        eq(trainingAttendance.userId, viewer.userId),
      ),
    );
  const [progress] = await db
    .select({ completedAt: resourceProgress.completedAt })
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.enterpriseId, tenant.id),
        eq(resourceProgress.userId, viewer.userId),
        eq(resourceProgress.resourceId, resourceId),
      ),
    );
  return { seat: seat?.status ?? null, attendance: attendance ?? null, completedAt: progress?.completedAt ?? null };
}

function sessionFacts(session: Session, own: Own, at: Date): Fact[] {
  const { startAt, endAt, status, signOutRequired, confirmedAt, passRequired } = session;
  const { attendance } = own;
  const facts = [fact('info', 'session.period', { start: time(startAt), end: time(endAt) })];
  if (status === 'cancelled') return [...facts, fact('open', 'session.cancelled')];
  const seat = own.seat === 'booked' || own.seat === 'waiting' ? own.seat : 'none';
  // Who was there without a place can sign in.
  if (seat !== 'none' || !attendance) facts.push(fact(seat === 'booked' ? 'info' : 'open', `session.seat.${seat}`));
  if (attendance?.signedInAt) {
    facts.push(fact('done', 'session.signedIn', { at: time(attendance.signedInAt) }));
    if (attendance.signedOutAt) facts.push(fact('info', 'session.signedOut', { at: time(attendance.signedOutAt) }));
    else if (signOutRequired) facts.push(fact('open', 'session.notSignedOut'));
  } else if (at >= startAt) facts.push(fact('open', 'session.notSignedIn'));
  if (attendance) facts.push(stateOf(session, attendance));
  if (attendance && passRequired && attendance.passed !== true) facts.push(fact('open', 'session.notPassed'));
  if (attendance?.correctedAt)
    facts.push(
      fact('info', 'session.corrected', {
        at: time(attendance.correctedAt),
        reason: attendance.correctReason ?? '',
      }),
    );
  if (status === 'closed') {
    const isConfirmed = !attendance || attendance.confirmedState === attendance.state;
    facts.push(
      isConfirmed
        ? fact('info', 'session.confirmed', { at: time(confirmedAt!) })
        : fact('open', 'session.correctionOpen'),
    );
  } else if (at >= confirmableFrom(session)) facts.push(fact('open', 'session.unconfirmed'));
  return facts;
}

/** The state of the attendance, with the rule that gives it. */
function stateOf(session: Session, { state }: NonNullable<Own['attendance']>): Fact {
  const minutes = { late: session.lateAfter, early: session.earlyLeave, present: 0, absent: 0 }[state];
  const isEarlyCounted = state === 'early' && session.earlyCounts;
  return fact(isCounted(state, true, session) ? 'info' : 'open', `session.${isEarlyCounted ? 'earlyCounts' : state}`, {
    minutes,
  });
}

/** The next step for a session that is not counted, of a course that may be studied. */
function step(session: Session, { seat, attendance }: Own, at: Date, path: string) {
  const { status, startAt, endAt } = session;
  if (status === 'cancelled') return { step: 'sessionOther', path };
  if (status === 'closed') {
    const isOpen = attendance && attendance.confirmedState !== attendance.state;
    return isOpen ? { step: 'sessionConfirm', path: null } : { step: 'sessionMissed', path };
  }
  if (attendance?.signedInAt) return { step: 'sessionConfirm', path: null };
  if (isSignOpen(session, 'in', at)) return { step: 'sessionSignIn', path: null };
  if (at >= endAt) return { step: 'sessionUnsigned', path: null };
  return { step: seat === 'booked' || at >= startAt ? 'sessionAttend' : 'sessionBook', path };
}
