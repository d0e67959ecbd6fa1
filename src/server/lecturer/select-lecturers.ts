import { and, count, eq, type SQL } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { lecturer } from './tables.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { rankedLecturers } from './teaching-hours.ts';

/** Selects published lecturers with hours, rank and number of published courses; `ranked` serves to order by rank. */
export function selectLecturers(ctx: PublicContext, where?: SQL) {
  const { db, tenant } = ctx;
  const ranked = rankedLecturers(ctx);
  const taught = db
    .select({ lecturerId: course.lecturerId, courseCount: count().as('course_count') })
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.status, 'published')))
    .groupBy(course.lecturerId)
    .as('courses');
  const rows = db
    .select({ row: lecturer, annualHours: ranked.annualHours, rank: ranked.rank, courseCount: taught.courseCount })
    .from(lecturer)
    .innerJoin(ranked, eq(ranked.id, lecturer.id))
    .leftJoin(taught, eq(taught.lecturerId, lecturer.id))
    .where(and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.published, true), where))
    .$dynamic();
  return { rows, ranked };
}

type Found = Awaited<ReturnType<typeof selectLecturers>['rows']>[number];

/** Returns the response fields of a lecturer. */
export function lecturerCard({ row, annualHours, rank, courseCount }: Found) {
  return {
    id: row.id,
    lecturerId: row.id,
    lecturerName: row.lecturerName,
    lecturerLevel: row.lecturerLevel,
    title: row.title,
    intro: row.intro,
    photo: publicFileUrl(row.photoFileId),
    annualTeachingHours: annualHours,
    rank,
    courseCount: courseCount ?? 0,
  };
}
