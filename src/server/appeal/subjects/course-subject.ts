import { and, eq } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { courseProgress, resourceProgress } from '#src/server/study/tables/study.ts';
import { readCatalogue } from '#src/server/course/read-catalogue.ts';
import { readStudyState } from '#src/server/course/study-state.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { type Fact, fact, ledgerFacts, stateFact, time } from '../facts.ts';
import type { Learner, Subject } from '../subject.ts';
import { nextOf } from './resource-subject.ts';

export const courseSubject: Subject = {
  explain: async (ctx, courseId) => {
    const { db, tenant, viewer } = ctx;
    const [found] = await db
      .select()
      .from(course)
      .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
    if (!found) throw notFound();
    const learner = { enterpriseId: tenant.id, userId: viewer.userId };
    const studyState = await readStudyState(db, tenant.id, viewer.userId, found);
    const [progress] = await db
      .select()
      .from(courseProgress)
      .where(
        and(
          eq(courseProgress.enterpriseId, tenant.id),
          eq(courseProgress.userId, viewer.userId),
          eq(courseProgress.courseId, courseId),
        ),
      );
    const { counted, missing } = await countedItems(db, learner, courseId);
    const posted = await ledgerFacts(ctx, ['course', courseId, ''].join(':'));
    const path = `/watch/course?id=${courseId}${missing[0] ? `&resource=${missing[0].id}` : ''}`;
    const facts: Fact[] = [
      ...stateFact(studyState),
      ...(progress?.completedAt
        ? [fact('done', 'completed', { at: time(progress.completedAt) })]
        : counted.length === 0
          ? [fact('open', 'nothingCounts')]
          : [
              fact('open', 'courseProgress', {
                ...{ done: counted.length - missing.length, count: counted.length },
                ...{ percent: progress?.studyProgress ?? 0, threshold: found.completionThreshold },
              }),
              fact(
                'open',
                'missingItems',
                {},
                missing.map(({ name }) => name),
              ),
            ]),
      ...posted,
      ...(posted.length > 0 ? [] : [grantsFact(found, Boolean(progress?.completedAt))]),
    ];
    return {
      ...{ title: found.title, courseId, path, facts },
      next: nextOf(Boolean(progress?.completedAt), studyState, path, courseId),
    };
  },
  complete: async (db, learner, courseId) => {
    const { missing } = await countedItems(db, learner, courseId);
    const resources = missing.map(({ id }) => ({ id, courseId }));
    if (resources.length > 0) await completeResources(db, learner, resources);
  },
};

/** What the completion of the course posts, if it has posted nothing. */
function grantsFact({ classHours, credits, points }: typeof course.$inferSelect, isComplete: boolean): Fact {
  const [hours, credit, point] = [classHours, credits, points].map(Number) as [number, number, number];
  if (hours + credit + point === 0) return fact('info', 'grantsNothing');
  return fact(isComplete ? 'open' : 'info', isComplete ? 'notPosted' : 'grants', {
    ...{ hours, credits: credit, points: point },
  });
}

/** The items that count towards a course, and those of them that the learner has not completed. */
async function countedItems(db: TenantDb, learner: Pick<Learner, 'enterpriseId' | 'userId'>, courseId: string) {
  const { enterpriseId, userId } = learner;
  const rows = await db
    .select({ id: resourceProgress.resourceId, completedAt: resourceProgress.completedAt })
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.enterpriseId, enterpriseId),
        eq(resourceProgress.userId, userId),
        eq(resourceProgress.courseId, courseId),
      ),
    );
  const done = new Set(rows.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id));
  const counted = (await readCatalogue(db, enterpriseId, courseId))
    .filter((resource) => resource.counted)
    .map(({ id, subResourceName }) => ({ id, name: subResourceName }));
  return { counted, missing: counted.filter(({ id }) => !done.has(id)) };
}
