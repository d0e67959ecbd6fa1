import { and, count, eq } from 'drizzle-orm';
import { course } from '#src/server/db/schema/course.ts';
import type { lecturer } from '#src/server/db/schema/lecturer.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';

/** Published courses of each lecturer, as a sub-query named `taught`. */
export function taughtCourses(db: TenantDb, enterpriseId: string) {
  return db
    .select({ lecturerId: course.lecturerId, courseCount: count().as('course_count') })
    .from(course)
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.status, 'published')))
    .groupBy(course.lecturerId)
    .as('taught');
}

/** A row of `lecturer` with its number of courses as it travels. */
export function lecturerCard({ row, courseCount }: { row: typeof lecturer.$inferSelect; courseCount: number | null }) {
  return {
    id: row.id,
    lecturerName: row.lecturerName,
    lecturerLevel: row.lecturerLevel,
    title: row.title,
    intro: row.intro,
    photo: publicFileUrl(row.photoFileId),
    annualTeachingHours: row.annualTeachingHours,
    courseCount: courseCount ?? 0,
  };
}
