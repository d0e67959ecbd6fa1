import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { explainResource } from '#src/server/study/explain-resource.ts';
import { readResource } from '#src/server/study/read-resource.ts';
import { practicesOf } from '#src/server/study/save-practical-operation.ts';
import { clockTime } from '#src/lib/clock-time.ts';
import { type Fact, fact, stateFact, time } from '../facts.ts';
import type { Subject } from '../subject.ts';

export const resourceSubject: Subject = {
  explain: async (ctx, resourceId) => {
    const { resource, course, studyState } = await readResource(ctx, resourceId);
    const known = await explainResource(ctx, { resourceId });
    const timed = resource.kind === 'media' || resource.kind === 'reading';
    const path = `/watch/course?id=${course.id}&resource=${resourceId}`;
    const facts: Fact[] = [
      ...(known.counted ? [] : [fact('info', 'notCounted')]),
      ...(known.completedAt
        ? [fact('done', 'completed', { at: time(known.completedAt) })]
        : known.counted && !timed
          ? await untimedFacts(ctx, resource)
          : []),
      ...stateFact(studyState),
    ];
    if (timed) {
      const { watchedSeconds, neededSeconds, completionThreshold: percent } = known;
      const seconds = { watched: { seconds: watchedSeconds }, needed: { seconds: neededSeconds }, percent };
      facts.push(fact(watchedSeconds >= neededSeconds ? 'done' : 'open', 'watched', seconds));
      const pages = known.missingPages?.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
      const missing = pages ?? known.missing.map(([from, to]) => `${clockTime(from)}–${clockTime(to)}`);
      if (!known.completedAt && missing.length > 0)
        facts.push(fact('open', pages ? 'missingPages' : 'missingRanges', {}, missing));
      for (const { reason, claimedSeconds, acceptedSeconds, gmtCreate } of known.refusals) {
        const values = { at: time(gmtCreate), seconds: { seconds: claimedSeconds - acceptedSeconds } };
        facts.push(fact('open', `refusal.${reason}`, values));
      }
    }
    if (known.lastReportAt) facts.push(fact('info', 'lastReport', { at: time(known.lastReportAt) }));
    for (const task of known.tasks.filter(({ ended }) => ended))
      facts.push(fact('info', 'taskEnded', { title: task.title, at: time(task.endAt) }));
    return {
      ...{ title: `${resource.subResourceName} · ${course.title}`, courseId: course.id, path, facts },
      next: nextOf(Boolean(known.completedAt) || !known.counted, studyState, path, course.id),
    };
  },
  complete: async (db, learner, id) => {
    const resources = await db
      .select({ id: courseResource.id, courseId: courseResource.courseId })
      .from(courseResource)
      .where(and(eq(courseResource.enterpriseId, learner.enterpriseId), eq(courseResource.id, id)));
    await completeResources(db, learner, resources);
  },
};

/** Facts about an item that is completed by an event: an exam, a practical operation, an activity. */
async function untimedFacts(ctx: Context, { id, kind }: { id: string; kind: string }): Promise<Fact[]> {
  if (kind !== 'practice') return [fact('open', `event.${kind}`)];
  const request = (await practicesOf(ctx, [id])).get(id);
  if (!request) return [fact('open', 'event.practice')];
  return [fact('open', `practice.${request.state}`, request.reason ? { reason: request.reason } : {})];
}

/** The next step for something that is studied. */
export function nextOf(isDone: boolean, studyState: string, path: string, courseId: string) {
  if (isDone) return { step: 'nothing', path: null };
  if (studyState === 'open') return { step: 'study', path };
  return { step: studyState, path: studyState === 'unpublished' ? null : `/knowledge/course/${courseId}` };
}
