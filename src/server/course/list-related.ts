import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { course } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { courseCard, selectCourses } from './course-card.ts';
import { isVisibleTo } from './tables/visible.ts';

/**
 * Lists other published courses of the same category or lecturer: those of both first, then those of the category, each
 * by number of students.
 * @throws AppError 404
 */
export async function listRelated({ db, tenant, locale, viewer }: PublicContext, { id }: { id: string }) {
  const [found] = await db
    .select({ categoryId: course.categoryId, lecturerId: course.lecturerId })
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, id), isVisibleTo({ tenant, viewer })));
  if (!found) throw notFound();
  const sameCategory = found.categoryId ? eq(course.categoryId, found.categoryId) : sql`false`;
  const sameLecturer = found.lecturerId ? eq(course.lecturerId, found.lecturerId) : sql`false`;
  const rows = await selectCourses(
    db,
    and(
      eq(course.enterpriseId, tenant.id),
      eq(course.status, 'published'),
      ne(course.id, id),
      or(sameCategory, sameLecturer),
    ),
  )
    .orderBy(
      sql`coalesce(${sameCategory}, false)::int * 2 + coalesce(${sameLecturer}, false)::int desc`,
      sql`coalesce(${subjectTotal.studentCount}, 0) desc`,
      desc(course.publishedAt),
      desc(course.id),
    )
    .limit(MAX_ITEMS.relatedCourses);
  return rows.map((row) => courseCard(row, locale));
}
