import { and, eq, sql, type SQL } from 'drizzle-orm';
import { course, courseResource } from './tables.ts';
import { isCategoryOf, isLecturerOf } from '#src/server/course/tables.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { category } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { localizedText } from '#src/lib/localized.ts';
import type { Locale } from '#src/i18n/locale.ts';

const columns = {
  id: course.id,
  title: course.title,
  summary: course.summary,
  coverFileId: course.coverFileId,
  courseType: course.courseType,
  classHours: course.classHours,
  credits: course.credits,
  points: course.points,
  registrationRequired: course.registrationRequired,
  purchaseRequired: course.purchaseRequired,
  likeCount: sql<number>`coalesce(${subjectTotal.likeCount}, 0)`,
  ratingCount: sql<number>`coalesce(${subjectTotal.ratingCount}, 0)`,
  ratingSum: sql<number>`coalesce(${subjectTotal.ratingSum}, 0)`,
  studentCount: sql<number>`coalesce(${subjectTotal.studentCount}, 0)`,
  lecturerId: lecturer.id,
  lecturerName: lecturer.lecturerName,
  categoryId: category.id,
  categoryName: category.name,
  resourceCount: sql<number>`(
    select count(*)::int from ${courseResource} r
    where r.enterprise_id = ${course.enterpriseId} and r.course_id = ${course.id} and r.published
      and not (r.content_type = 2 and r.file_id is null))`,
};

/** Selects courses with the fields of their cards. Unpublished lecturers and categories are omitted. */
export function selectCourses(db: TenantDb, where: SQL | undefined) {
  return db
    .select(columns)
    .from(course)
    .leftJoin(lecturer, isLecturerOf())
    .leftJoin(category, isCategoryOf(course))
    .leftJoin(
      subjectTotal,
      and(
        eq(subjectTotal.enterpriseId, course.enterpriseId),
        eq(subjectTotal.subjectType, 'course'),
        eq(subjectTotal.subjectId, course.id),
      ),
    )
    .where(where);
}

/** Returns the mean rating with one decimal, null without ratings. */
export function ratingMean(sum: number, count: number): number | null {
  return count > 0 ? Math.round((sum * 10) / count) / 10 : null;
}

type Row = Awaited<ReturnType<typeof selectCourses>>[number];

/** Returns the fields of a course card in the given language. */
export function courseCard({ coverFileId, categoryName, ratingSum, ...row }: Row, locale: Locale) {
  return {
    ...row,
    cover: publicFileUrl(coverFileId),
    ratingMean: ratingMean(ratingSum, row.ratingCount),
    categoryName: categoryName ? localizedText(categoryName, locale) : null,
  };
}
