import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { courseCard, selectCourses } from '#src/server/course/course-card.ts';
import { pageCourses } from '#src/server/course/page-courses.ts';
import { subjectTotal } from '#src/server/db/schema/community.ts';
import { course } from '#src/server/db/schema/course.ts';
import { zoneItem } from '#src/server/db/schema/site.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { findZone } from './list-zones.ts';

type Input = { relationType: number; zoneId?: string; limit: number };

/** So many ratings of so many stars count along with those of a course: one lone 5 does not beat forty 4.8. */
const PRIOR = { ratings: 5, stars: 3.5 };

/**
 * Published courses of a zone (spec section 7, `zone/info/course/list?relationType`).
 * @throws Refusal 404 for a zone that does not exist, or is of another kind
 */
export async function listZoneCourses(ctx: PublicContext, { relationType, zoneId, limit }: Input) {
  const zone = await findZone(ctx, relationType, zoneId);
  if (zoneId && !zone) throw notFound();
  const newest = { courseType: 0, pageCurrent: 1, pageSize: limit };
  if (relationType === 2) return (await pageCourses(ctx, newest)).list;
  if (relationType === 5)
    return zone?.categoryId ? (await pageCourses(ctx, { ...newest, categoryId: zone.categoryId })).list : [];
  const ids = relationType === 1 ? await chosen(ctx, zone?.id, limit) : await leading(ctx, relationType, limit);
  if (ids.length === 0) return [];
  const rows = await selectCourses(ctx.db, and(eq(course.enterpriseId, ctx.tenant.id), inArray(course.id, ids)));
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((row) => courseCard(row, ctx.locale));
}

/** By hand, in the order of the enterprise. */
async function chosen({ db, tenant }: PublicContext, zoneId: string | undefined, limit: number): Promise<string[]> {
  if (!zoneId) return [];
  const rows = await db
    .select({ id: course.id })
    .from(zoneItem)
    .innerJoin(course, and(eq(course.enterpriseId, zoneItem.enterpriseId), eq(course.id, zoneItem.subjectId)))
    .where(and(eq(zoneItem.enterpriseId, tenant.id), eq(zoneItem.zoneId, zoneId), eq(course.status, 'published')))
    .orderBy(asc(zoneItem.sort), asc(course.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** By what people do with them: most studied (3), best rated (4). Those nobody studied or rated are not among them. */
async function leading({ db, tenant }: PublicContext, relationType: number, limit: number): Promise<string[]> {
  const [some, rank]: [SQL, SQL] =
    relationType === 3
      ? [gt(subjectTotal.studentCount, 0), desc(subjectTotal.studentCount)]
      : [
          gt(subjectTotal.ratingCount, 0),
          sql`(${subjectTotal.ratingSum} + ${PRIOR.ratings * PRIOR.stars}::numeric) / (${subjectTotal.ratingCount} + ${PRIOR.ratings}::int) desc`,
        ];
  const rows = await db
    .select({ id: course.id })
    .from(subjectTotal)
    .innerJoin(course, and(eq(course.enterpriseId, subjectTotal.enterpriseId), eq(course.id, subjectTotal.subjectId)))
    .where(
      and(
        eq(subjectTotal.enterpriseId, tenant.id),
        eq(subjectTotal.subjectType, 'course'),
        eq(course.status, 'published'),
        some,
      ),
    )
    .orderBy(rank, desc(course.publishedAt), desc(course.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
