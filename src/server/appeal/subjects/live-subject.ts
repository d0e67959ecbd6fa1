import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { liveSession } from '#src/server/live/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readStudyState } from '#src/server/course/study-state.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { explainResource } from '#src/server/study/explain-resource.ts';
import { readPresence } from '#src/server/live/attend.ts';
import { selectSessions } from '#src/server/live/read-session.ts';
import { type Fact, fact, stateFact, time } from '../facts.ts';
import type { Subject } from '../subject.ts';
import { nextOf } from './resource-subject.ts';

/** A live class. */
export const liveSubject: Subject = {
  explain: async (ctx, id) => {
    const { db, tenant, viewer } = ctx;
    const here = and(eq(liveSession.enterpriseId, tenant.id), eq(liveSession.id, id));
    const [found] = await selectSessions(db).where(here);
    if (!found) throw notFound();
    const { session, course } = found;
    const studyState = await readStudyState(db, tenant.id, viewer.userId, course);
    const known = await explainResource(ctx, { resourceId: session.resourceId });
    const [resource] = await db
      .select({ recordingSeconds: courseResource.totalDuration })
      .from(courseResource)
      .where(and(eq(courseResource.enterpriseId, tenant.id), eq(courseResource.id, session.resourceId)));
    const canWatch = session.status === 'ended' && session.recordingCounts && resource!.recordingSeconds > 0;
    const path = `/live/watch/${id}`;
    const done = known.completedAt !== null;
    const { watchedSeconds, neededSeconds } = known;
    const seconds = { watched: { seconds: watchedSeconds }, needed: { seconds: neededSeconds } };
    return {
      ...{ title: `${session.title} · ${course.title}`, courseId: course.id, path },
      facts: [
        ...(known.completedAt ? [fact('done', 'completed', { at: time(known.completedAt) })] : []),
        ...stateFact(studyState),
        ...(await sessionFacts(ctx, session)),
        ...(canWatch ? [fact(watchedSeconds >= neededSeconds ? 'done' : 'open', 'live.recording', seconds)] : []),
      ],
      next:
        done || studyState !== 'open'
          ? nextOf(done, studyState, path, course.id)
          : stepOf(session.status, canWatch, path),
    };
  },
  complete: async (db, learner, id) => {
    const resources = await db
      .select({ id: liveSession.resourceId, courseId: liveSession.courseId })
      .from(liveSession)
      .where(and(eq(liveSession.enterpriseId, learner.enterpriseId), eq(liveSession.id, id)));
    await completeResources(db, learner, resources);
  },
};

type Session = typeof liveSession.$inferSelect;

async function sessionFacts({ db, viewer, now }: Context, session: Session): Promise<Fact[]> {
  const { status, startAt, endAt, openedAt, endedAt, settledAt, requiredPercent: percent } = session;
  const planned = fact('info', 'live.planned', { start: time(startAt), end: time(endAt) });
  if (status === 'cancelled') return [planned, fact('open', 'live.cancelled')];
  if (status === 'planned') return [planned];
  const { minutes, requiredMinutes } = await readPresence(db, session, viewer.userId, now());
  const facts =
    endedAt && openedAt
      ? [fact('info', 'live.ended', { start: time(openedAt), end: time(endedAt) })]
      : [fact('info', 'live.running')];
  facts.push(
    fact(minutes >= requiredMinutes ? 'done' : 'open', 'live.minutes', { minutes, needed: requiredMinutes, percent }),
  );
  if (status === 'ended' && !settledAt) facts.push(fact('info', 'live.settling'));
  if (!session.recordingCounts) facts.push(fact('info', 'live.recordingNot'));
  return facts;
}

/** The next step for a class that is not counted, of a course that may be studied. */
function stepOf(status: Session['status'], canWatch: boolean, path: string) {
  if (status === 'planned') return { step: 'liveAttend', path };
  if (status === 'live') return { step: 'liveJoin', path };
  return status === 'ended' && canWatch ? { step: 'liveRecording', path } : { step: 'liveMissed', path: null };
}
