import { and, eq, sql } from 'drizzle-orm';
import { combinedProgress } from '#src/server/course/catalogue-tree.ts';
import { type CatalogueResource, readCatalogue } from '#src/server/course/read-catalogue.ts';
import { course } from '#src/server/core/db/schema/course.ts';
import { courseProgress, resourceProgress } from '#src/server/core/db/schema/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { postEntry } from '#src/server/record/post-entry.ts';
import { courseSources } from './course-sources.ts';

export type Learner = { enterpriseId: string; userId: string; at: Date; timeZone: string };
type Change = {
  courseId: string;
  /** Resource that the user is studying now. */
  lastResourceId?: string;
  /** Seconds of study to add. */
  studySeconds?: number;
  catalogue?: CatalogueResource[];
};

/** Locks the progress row of a user and a course for this transaction; creates it if it does not exist. */
export async function lockCourseProgress(db: TenantDb, learner: Learner, change: Change) {
  const { enterpriseId, userId, at } = learner;
  await db
    .insert(courseProgress)
    .values({
      enterpriseId,
      userId,
      courseId: change.courseId,
      lastResourceId: change.lastResourceId ?? null,
      studySeconds: change.studySeconds ?? 0,
      startedAt: at,
      gmtModified: at,
    })
    .onConflictDoUpdate({
      target: [courseProgress.enterpriseId, courseProgress.userId, courseProgress.courseId],
      set: {
        lastResourceId: sql`coalesce(excluded.last_resource_id, ${courseProgress.lastResourceId})`,
        studySeconds: sql`${courseProgress.studySeconds} + excluded.study_seconds`,
        gmtModified: sql`excluded.gmt_modified`,
      },
    });
}

/**
 * Recomputes a user's progress in a course from the progress of its counted resources, weighted by duration. A complete
 * course remains complete and posts hours, credits and points once (design section 9). Call `lockCourseProgress` first, so
 * that changes of concurrent transactions are included.
 */
export async function updateCourseProgress(db: TenantDb, learner: Learner, change: Change) {
  const { enterpriseId, userId, at } = learner;
  const { courseId } = change;
  const here = and(
    eq(courseProgress.enterpriseId, enterpriseId),
    eq(courseProgress.userId, userId),
    eq(courseProgress.courseId, courseId),
  );
  const rows = await db
    .select({
      resourceId: resourceProgress.resourceId,
      studyProgress: resourceProgress.studyProgress,
      completedAt: resourceProgress.completedAt,
    })
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.enterpriseId, enterpriseId),
        eq(resourceProgress.userId, userId),
        eq(resourceProgress.courseId, courseId),
      ),
    );
  const progress = new Map(
    rows.map((row) => [row.resourceId, { studyProgress: row.studyProgress, completed: row.completedAt !== null }]),
  );
  const catalogue = change.catalogue ?? (await readCatalogue(db, enterpriseId, courseId));
  const now = combinedProgress(catalogue, progress);
  const [before] = await db.select().from(courseProgress).where(here);
  if (before!.status === 'completed') return { studyProgress: before!.studyProgress, status: before!.status };
  const status = now.completed ? ('completed' as const) : ('learning' as const);
  await db
    .update(courseProgress)
    .set({ studyProgress: now.studyProgress, status, completedAt: now.completed ? at : null })
    .where(here);
  if (now.completed) await postCompletion(db, learner, courseId);
  return { studyProgress: now.studyProgress, status };
}

async function postCompletion(db: TenantDb, { enterpriseId, userId, at, timeZone }: Learner, courseId: string) {
  const [found] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.id, courseId)));
  const { title, hourKind, classHours, credits, points } = found!;
  const source = await courseSources(db, { enterpriseId, userId }, courseId);
  const line = { enterpriseId, userId, title, at, timeZone };
  await postEntry(db, { ...line, kind: 'hours', hourKind, amount: classHours, source: source.hours });
  await postEntry(db, { ...line, kind: 'credits', amount: credits, source: source.credits });
  await postEntry(db, { ...line, kind: 'points', amount: points, source: source.points });
}
