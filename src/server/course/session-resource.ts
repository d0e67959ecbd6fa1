import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { courseResource } from './tables.ts';

/* Resources of courses whose content is live classes or training sessions, as those who plan these change them. */

const resourceOf = (enterpriseId: string, id: string) =>
  and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.id, id));

/** Adds a live class to a course, as its last resource. @returns the id of the resource */
export async function addLiveResource(
  db: TenantDb,
  { enterpriseId, courseId, title }: { enterpriseId: string; courseId: string; title: string },
): Promise<string> {
  const [resource] = await db
    .insert(courseResource)
    .values({
      ...{ enterpriseId, courseId, code: `live-${randomUUID()}`, subResourceName: title },
      ...{ contentType: 2, activity: 'live' },
      sort: sql`(select coalesce(max(sort), 0) + 1 from course_resource
                 where enterprise_id = ${enterpriseId} and course_id = ${courseId})`,
    })
    .returning({ id: courseResource.id });
  return resource!.id;
}

/** Changes the title of a resource. */
export async function renameResource(db: TenantDb, enterpriseId: string, id: string, title: string): Promise<void> {
  await db.update(courseResource).set({ subResourceName: title }).where(resourceOf(enterpriseId, id));
}

/** Sets the length of a resource, seconds. */
export async function setDuration(db: TenantDb, enterpriseId: string, id: string, seconds: number): Promise<void> {
  await db.update(courseResource).set({ totalDuration: seconds }).where(resourceOf(enterpriseId, id));
}

/**
 * Follows the replacement of a video or audio: resources that have its length get the new one; one that somebody has set stays.
 * @param lengths of the file, seconds
 */
export async function changeDurations(
  db: TenantDb,
  enterpriseId: string,
  fileId: string,
  lengths: { from: number | null; to: number },
): Promise<void> {
  const { fileId: file, totalDuration } = courseResource;
  await db
    .update(courseResource)
    .set({ totalDuration: lengths.to })
    .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(file, fileId), eq(totalDuration, lengths.from ?? 0)));
}

/** Makes a live class that has ended a video of its recording. @param seconds length of the recording */
export async function setRecorded(db: TenantDb, enterpriseId: string, id: string, seconds: number): Promise<void> {
  await db.update(courseResource).set({ totalDuration: seconds, resourceType: 2 }).where(resourceOf(enterpriseId, id));
}

/** Makes a resource one that is attended in training sessions. */
export async function setTraining(db: TenantDb, enterpriseId: string, id: string): Promise<void> {
  await db.update(courseResource).set({ activity: 'training' }).where(resourceOf(enterpriseId, id));
}
