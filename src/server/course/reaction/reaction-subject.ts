import { isVisibleTo } from '../tables/visible.ts';
import { and, eq } from 'drizzle-orm';
import { course, project } from '#src/server/course/tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

export type Subject = { subjectType: 'course' | 'project'; subjectId: string };

/** Checks that a course or project of this tenant is published. @throws AppError 404 */
export async function requirePublished({ db, tenant, viewer }: PublicContext, { subjectType, subjectId }: Subject) {
  const table = subjectType === 'course' ? course : project;
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.enterpriseId, tenant.id),
        eq(table.id, subjectId),
        subjectType === 'course' ? isVisibleTo({ tenant, viewer }) : eq(project.status, 'published'),
      ),
    );
  if (!found) throw notFound();
}
