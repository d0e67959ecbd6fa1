import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { CatalogueResource } from './read-catalogue.ts';

/** Why an item of a course cannot be opened yet: what has to be complete first, and when it is released. */
export type ItemLock = {
  waitsFor: string | null;
  releaseAt: Date | null;
  /** Days after the learner has begun, of an item that has no date because they have not. */
  releaseDays: number | null;
};
type Item = Pick<CatalogueResource, 'id' | 'parentId' | 'subResourceName' | 'counted' | 'releaseAt' | 'releaseDays'>;
type Learning = { completed: ReadonlySet<string>; beganAt: Date | null };
type Course = { id: string; itemsInOrder: boolean; registrationRequired: boolean; purchaseRequired: boolean };

const DAY_MS = 86_400_000;

/** When an item is released: a date, or `days` that run from the beginning; null: it is not locked by that. */
function releaseOf(
  { releaseAt, releaseDays }: Item,
  beganAt: Date | null,
): { at: Date | null; days: number | null } | null {
  if (releaseAt !== null) return { at: new Date(releaseAt), days: null };
  if (releaseDays === null) return null;
  return beganAt
    ? { at: new Date(beganAt.getTime() + releaseDays * DAY_MS), days: null }
    : { at: null, days: releaseDays };
}

/**
 * Items that a learner cannot open yet, by their id (docs/specification.md, section "Completion"). What is complete stays open.
 * @param items in the order of the course
 */
export function locksOf(
  items: readonly Item[],
  { itemsInOrder }: Pick<Course, 'itemsInOrder'>,
  { completed, beganAt }: Learning,
  now: Date,
): Map<string, ItemLock> {
  const folders = new Set(items.map(({ parentId }) => parentId));
  const locks = new Map<string, ItemLock>();
  let waitsFor: string | null = null;
  for (const item of items) {
    if (folders.has(item.id) || completed.has(item.id)) continue;
    const release = releaseOf(item, beganAt);
    const isEarly = release !== null && (release.at === null || now < release.at);
    if (waitsFor !== null || isEarly)
      locks.set(item.id, {
        waitsFor,
        releaseAt: isEarly ? release.at : null,
        releaseDays: isEarly ? release.days : null,
      });
    if (itemsInOrder && item.counted) waitsFor ??= item.subResourceName;
  }
  return locks;
}

/** Reads `locksOf` a user. A course without order and releases needs no query. */
export async function readLocks(
  db: TenantDb,
  { enterpriseId, userId, now }: { enterpriseId: string; userId: string; now: Date },
  course: Course,
  items: readonly CatalogueResource[],
): Promise<Map<string, ItemLock>> {
  const isReleased = items.some(({ releaseAt, releaseDays }) => releaseAt !== null || releaseDays !== null);
  if (!course.itemsInOrder && !isReleased) return new Map();
  const ofViewer = sql`p.enterprise_id = ${enterpriseId} and p.user_id = ${userId} and p.course_id = ${course.id}`;
  // Who has to register begins with the approval.
  const isRegistered = course.registrationRequired && !course.purchaseRequired;
  const { rows } = await db.execute<{ completed: string[]; beganAt: string | null }>(sql`
    select coalesce((select json_agg(p.resource_id) from resource_progress p where ${ofViewer} and p.completed_at is not null), '[]') as completed,
           coalesce((select p.gmt_modified from course_registration p where ${isRegistered} and ${ofViewer} and p.status = 'approved'),
                    (select p.started_at from course_progress p where ${ofViewer})) as "beganAt"`);
  const { completed, beganAt } = rows[0]!;
  return locksOf(
    items,
    course,
    { completed: new Set(completed), beganAt: beganAt === null ? null : new Date(beganAt) },
    now,
  );
}
