import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { courseCard, selectCourses } from '#src/server/course/course-card.ts';
import { pageCourses } from '#src/server/course/page-courses.ts';
import { course } from '#src/server/course/tables.ts';
import { zoneItem } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { findZone } from './list-zones.ts';

type Input = OperationInput<'GET /system/auth/pc/zone/info/course/list'>;

/** Sort order of the courses of each `relationType`, and which courses are shown. */
const KINDS = {
  2: { sort: 'newest', belongs: () => true },
  3: { sort: 'popular', belongs: ({ studentCount }: Card) => studentCount > 0 },
  4: { sort: 'rating', belongs: ({ ratingCount }: Card) => ratingCount > 0 },
  5: { sort: 'newest', belongs: () => true },
} as const;
type Card = ReturnType<typeof courseCard>;

/**
 * Returns published courses of a zone.
 * @throws AppError 404 when the zone does not exist or has another `relationType`
 */
export async function listZoneCourses(ctx: PublicContext, { relationType, zoneId, limit }: Input) {
  const zone = await findZone(ctx, relationType, zoneId);
  if (zoneId && !zone) throw notFound();
  if (relationType === 1) return selectedCourses(ctx, zone?.id, limit);
  if (relationType === 5 && !zone?.categoryId) return [];
  const { sort, belongs } = KINDS[relationType as keyof typeof KINDS];
  const found = await pageCourses(ctx, {
    courseType: 0,
    sort,
    pageCurrent: 1,
    pageSize: limit,
    ...(relationType === 5 ? { categoryId: zone!.categoryId! } : {}),
  });
  // The list is sorted, so courses that are not shown come last and the page remains full.
  return found.list.filter(belongs);
}

/** Returns the courses selected for a zone, in the order of the enterprise. */
async function selectedCourses({ db, tenant, locale }: PublicContext, zoneId: string | undefined, limit: number) {
  if (!zoneId) return [];
  const items = await db
    .select({ id: zoneItem.subjectId })
    .from(zoneItem)
    .where(and(eq(zoneItem.enterpriseId, tenant.id), eq(zoneItem.zoneId, zoneId)))
    .orderBy(asc(zoneItem.sort), asc(zoneItem.subjectId))
    .limit(MAX_ITEMS.zoneItems);
  const ids = items.map(({ id }) => id);
  const rows = await selectCourses(
    db,
    and(eq(course.enterpriseId, tenant.id), eq(course.status, 'published'), inArray(course.id, ids)),
  );
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .slice(0, limit)
    .map((row) => courseCard(row, locale));
}
