import { and, eq, sql } from 'drizzle-orm';
import type { CatalogueResource } from '#src/server/course/read-catalogue.ts';
import { resourceProgress } from '#src/server/core/db/schema/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { neededSeconds, resourcePercent } from '#src/lib/progress.ts';
import { fromMultirange, type Range, toMultirange } from '#src/lib/ranges.ts';

type Key = { enterpriseId: string; userId: string; resourceId: string };
export type ProgressRow = typeof resourceProgress.$inferSelect;

const at = ({ enterpriseId, userId, resourceId }: Key) =>
  and(
    eq(resourceProgress.enterpriseId, enterpriseId),
    eq(resourceProgress.userId, userId),
    eq(resourceProgress.resourceId, resourceId),
  );

/** Returns a user's progress in a resource; null if they never opened it. */
export async function readProgressRow(db: TenantDb, key: Key): Promise<ProgressRow | null> {
  const [row] = await db.select().from(resourceProgress).where(at(key));
  return row ?? null;
}

/** Returns the viewer's progress in a resource as responses contain it. */
export function resourceStanding(row: ProgressRow | null) {
  return {
    studyProgress: row?.studyProgress ?? 0,
    completed: Boolean(row?.completedAt),
    watched: fromMultirange(row?.watched ?? '{}'),
    watchedSeconds: row?.watchedSeconds ?? 0,
    studySeconds: row?.studySeconds ?? 0,
  };
}

type Added = {
  fresh: readonly Range[];
  studySeconds: number;
  position: number;
  playbackRate: number;
  captionsOn: boolean;
};

/**
 * Adds newly watched ranges. PostgreSQL computes the union on the stored row, so counted seconds are never lost. A complete
 * resource remains complete.
 */
export async function mergeWatched(
  db: TenantDb,
  key: Key,
  { resource, threshold, at: now }: { resource: CatalogueResource; threshold: number; at: Date },
  added: Added,
): Promise<ProgressRow> {
  const [merged] = await db
    .insert(resourceProgress)
    .values({
      ...key,
      courseId: resource.courseId,
      watched: toMultirange(added.fresh),
      position: added.position,
      playbackRate: String(added.playbackRate),
      captionsOn: added.captionsOn,
      studySeconds: added.studySeconds,
      gmtModified: now,
    })
    .onConflictDoUpdate({
      target: [resourceProgress.enterpriseId, resourceProgress.userId, resourceProgress.resourceId],
      set: {
        watched: sql`${resourceProgress.watched} + excluded.watched`,
        position: sql`excluded.position`,
        playbackRate: sql`excluded.playback_rate`,
        captionsOn: sql`excluded.captions_on`,
        studySeconds: sql`${resourceProgress.studySeconds} + excluded.study_seconds`,
        gmtModified: sql`excluded.gmt_modified`,
      },
    })
    .returning();
  const watchedSeconds = fromMultirange(merged!.watched).reduce((sum, [start, end]) => sum + end - start, 0);
  const completedAt =
    merged!.completedAt ??
    (resource.totalDuration > 0 && watchedSeconds >= neededSeconds(resource.totalDuration, threshold) ? now : null);
  const studyProgress = resourcePercent(watchedSeconds, resource.totalDuration, completedAt !== null);
  const [row] = await db
    .update(resourceProgress)
    .set({ watchedSeconds, studyProgress, completedAt })
    .where(at(key))
    .returning();
  return row!;
}
