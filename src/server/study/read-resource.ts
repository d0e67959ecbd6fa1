import { and, eq } from 'drizzle-orm';
import { readCatalogue } from '#src/server/course/read-catalogue.ts';
import { readStudyState } from '#src/server/course/study-state.ts';
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
