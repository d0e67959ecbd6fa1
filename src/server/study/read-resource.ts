import { and, eq } from 'drizzle-orm';
import { readLocks } from '#src/server/course/item-locks.ts';
import { readCatalogue } from '#src/server/course/read-catalogue.ts';
import { readStudyState, requireOpen } from '#src/server/course/study-state.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/**
 * Returns a resource with its course, its siblings and whether the viewer may study it.
 * @throws AppError 404 when the resource does not exist in this tenant or is not published
 */
export async function readResource({ db, tenant, viewer }: Context, resourceId: string) {
  const [found] = await db
    .select({ course })
    .from(courseResource)
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
    )
    .where(and(eq(courseResource.enterpriseId, tenant.id), eq(courseResource.id, resourceId)));
  if (!found) throw notFound();
  const catalogue = await readCatalogue(db, tenant.id, found.course.id);
  const resource = catalogue.find(({ id }) => id === resourceId);
  if (!resource) throw notFound();
  return {
    resource,
    catalogue,
    course: found.course,
    studyState: await readStudyState(db, tenant.id, viewer.userId, found.course),
  };
}

/**
 * Returns a resource that the viewer may open now, with its course.
 * @throws AppError 404; 403 with the reason when the course may not be studied, or the resource is locked
 */
export async function openResource(ctx: Context, resourceId: string) {
  const { db, tenant, viewer } = ctx;
  const found = await readResource(ctx, resourceId);
  requireOpen(found.studyState);
  const learner = { enterpriseId: tenant.id, userId: viewer.userId, now: ctx.now() };
  const locks = await readLocks(db, learner, found.course, found.catalogue);
  if (locks.has(resourceId)) requireOpen('itemLocked');
  return found;
}
