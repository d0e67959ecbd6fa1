import { and, eq, sql, type SQL } from 'drizzle-orm';
import { resourceProgress } from './tables/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { neededSeconds, resourcePercent } from '#src/server/course/progress.ts';
import { countSeconds, fromMultirange, mergeRanges, type Range, toMultirange } from '#src/lib/ranges.ts';

type Key = { enterpriseId: string; userId: string; resourceId: string };
type ProgressRow = typeof resourceProgress.$inferSelect;
/** What is known of the progress of a user in a resource. */
export type Watched = Pick<
  ProgressRow,
  'watched' | 'watchedSeconds' | 'studySeconds' | 'studyProgress' | 'completedAt'
>;

/** Returns a user's progress in a resource; null if they never opened it. */
export async function readProgressRow(
  db: TenantDb,
  { enterpriseId, userId, resourceId }: Key,
): Promise<ProgressRow | null> {
  const [row] = await db
    .select()
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.enterpriseId, enterpriseId),
        eq(resourceProgress.userId, userId),
        eq(resourceProgress.resourceId, resourceId),
      ),
    );
  return row ?? null;
}

/** Returns the viewer's progress in a resource as responses contain it. */
export function shownProgress(row: Watched | null) {
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
type Of = { resource: { courseId: string; totalDuration: number }; threshold: number; at: Date };

/** The progress in a resource after ranges were added. A complete resource remains complete. */
export function withWatched(before: Watched | null, { resource, threshold, at }: Of, added: Added): Watched {
  const watched = mergeRanges([...fromMultirange(before?.watched ?? '{}'), ...added.fresh]);
  const watchedSeconds = countSeconds(watched);
  const isEnough = resource.totalDuration > 0 && watchedSeconds >= neededSeconds(resource.totalDuration, threshold);
  const completedAt = before?.completedAt ?? (isEnough ? at : null);
  return {
    watched: toMultirange(watched),
    watchedSeconds,
    studySeconds: (before?.studySeconds ?? 0) + added.studySeconds,
    studyProgress: resourcePercent(watchedSeconds, resource.totalDuration, completedAt !== null),
    completedAt,
  };
}

/**
 * Statement that adds newly watched ranges to the progress in a resource, with what follows from them (`withWatched`). The
 * caller has locked the course (`lockCourses`) and read the row after that; the union is computed on the stored row anyway, so
 * counted seconds are never lost.
 */
export const storeWatched = (
  { enterpriseId, userId, resourceId }: Key,
  { resource, at }: Of,
  added: Added,
  { watchedSeconds, studyProgress, completedAt }: Watched,
): SQL => sql`
  insert into resource_progress as kept
    (enterprise_id, user_id, resource_id, course_id, watched, watched_seconds, position, playback_rate, captions_on,
     study_progress, study_seconds, completed_at, gmt_modified)
  values (${enterpriseId}, ${userId}, ${resourceId}, ${resource.courseId}, ${toMultirange(added.fresh)}, ${watchedSeconds},
          ${added.position}, ${added.playbackRate}, ${added.captionsOn}, ${studyProgress}, ${added.studySeconds},
          ${completedAt?.toISOString() ?? null}, ${at.toISOString()})
  on conflict (enterprise_id, user_id, resource_id) do update set
    watched = kept.watched + excluded.watched, watched_seconds = excluded.watched_seconds, position = excluded.position,
    playback_rate = excluded.playback_rate, captions_on = excluded.captions_on, study_progress = excluded.study_progress,
    study_seconds = kept.study_seconds + excluded.study_seconds,
    completed_at = coalesce(kept.completed_at, excluded.completed_at), gmt_modified = excluded.gmt_modified`;

/** Adds newly watched ranges to the progress in a resource, whose course is locked (`lockCourses`). */
export async function mergeWatched(db: TenantDb, key: Key, of: Of, added: Added): Promise<void> {
  const merged = withWatched(await readProgressRow(db, key), of, added);
  await db.execute(storeWatched(key, of, added, merged));
}
