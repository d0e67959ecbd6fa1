import { isVisibleTo } from '../tables/visible.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { courseCard, selectCourses } from '#src/server/course/course-card.ts';
import { course, projectCourse } from '#src/server/course/tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { latestInstances, MAX_REJECTIONS } from '#src/server/flow/latest-instances.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { markdownToHtml } from '#src/lib/markdown.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readProjects } from './read-projects.ts';
import { readStages } from './read-stages.ts';

/**
 * Returns a published learning project with its published courses, for everybody.
 * @throws AppError 404
 */
export function viewProject(ctx: PublicContext, { id }: { id: string }) {
  return readProject(ctx, id, null);
}

/**
 * Returns a project with the user's registration, and their progress in the project and in each course.
 * @throws AppError 404
 */
export async function viewProjectOfViewer(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const found = await readProject(ctx, id, viewer.userId);
  const progress = await db
    .select({
      courseId: courseProgress.courseId,
      studyProgress: courseProgress.studyProgress,
      status: courseProgress.status,
    })
    .from(courseProgress)
    .innerJoin(
      projectCourse,
      and(
        eq(projectCourse.enterpriseId, courseProgress.enterpriseId),
        eq(projectCourse.courseId, courseProgress.courseId),
        eq(projectCourse.projectId, id),
      ),
    )
    .where(and(eq(courseProgress.enterpriseId, tenant.id), eq(courseProgress.userId, viewer.userId)));
  const byCourse = new Map(progress.map((row) => [row.courseId, row]));
  return {
    ...found,
    rejection: found.projectState === 'registrationRejected' ? await readRejection(ctx, id) : null,
    courses: found.courses.map((entry) => ({
      ...entry,
      studyProgress: byCourse.get(entry.id)?.studyProgress ?? 0,
      status: byCourse.get(entry.id)?.status ?? ('notStarted' as const),
    })),
  };
}

async function readRejection({ db, tenant, viewer }: Context, id: string) {
  const asked = { enterpriseId: tenant.id, applicantId: viewer.userId, flowType: 'projectRegistration' as const };
  const latest = (await latestInstances(db, { ...asked, subjectIds: [id] })).get(id);
  return { reason: latest?.reason ?? null, mayAskAgain: (latest?.rejections ?? 1) < MAX_REJECTIONS };
}

async function readProject(ctx: PublicContext, id: string, userId: string | null) {
  const [found] = await readProjects(ctx, { where: sql`found.id = ${id}`, userId });
  if (!found) throw notFound();
  return {
    ...found,
    descriptionHtml: markdownToHtml(found.description ?? ''),
    courses: await readCourses(ctx, id),
    stages: await readStages(ctx, id, userId),
  };
}

/** Published courses of a project, in the order set by the enterprise. */
async function readCourses({ db, tenant, locale, viewer }: PublicContext, projectId: string) {
  const places = await db
    .select({ courseId: projectCourse.courseId, required: projectCourse.required })
    .from(projectCourse)
    .where(and(eq(projectCourse.enterpriseId, tenant.id), eq(projectCourse.projectId, projectId)))
    .orderBy(asc(projectCourse.sort), asc(projectCourse.courseId))
    .limit(MAX_ITEMS.projectCourses);
  const rows = await selectCourses(
    db,
    and(
      eq(course.enterpriseId, tenant.id),
      isVisibleTo({ tenant, viewer }),
      sql`${course.id} in (select course_id from project_course where enterprise_id = ${tenant.id} and project_id = ${projectId})`,
    ),
  );
  const cards = new Map(rows.map((row) => [row.id, courseCard(row, locale)]));
  return places.flatMap(({ courseId, required }) => {
    const card = cards.get(courseId);
    return card ? [{ ...card, required }] : [];
  });
}
