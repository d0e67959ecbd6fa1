import { and, eq, inArray, ne } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isCategoryOf, isLecturerOf } from '#src/server/course/tables.ts';
import { announcement } from '#src/server/announcement/tables.ts';
import { course, courseResource, project } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { file } from '#src/server/file/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { article } from '#src/server/site/tables.ts';
import { category } from '#src/server/course/tables.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { blogs, questions } from './community-subjects.ts';
import { markdownToHtml, richTextToHtml } from '#src/lib/markdown.ts';
import { plainText } from '#src/lib/plain-text.ts';
import type { SubjectType } from '#src/contract/search.ts';
import type { Read } from './subject.ts';

/** Columns that all types have. */
type SubjectTable = PgTable & { enterpriseId: PgColumn; id: PgColumn };
const isOneOf = (table: SubjectTable, enterpriseId: string, ids: string[]) =>
  and(eq(table.enterpriseId, enterpriseId), inArray(table.id, ids));

const words = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' ');
const ofMarkdown = (text: string | null | undefined) => (text ? plainText(markdownToHtml(text)) : '');
/** Texts in two languages are found in both. */
const both = (text: LocalizedText | null | undefined) => words(text?.zh, text?.en);

/** `courseType` of live classes. */
const LIVE = 3;

const courses: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select({ row: course, lecturerName: lecturer.lecturerName, categoryName: category.name })
    .from(course)
    .leftJoin(lecturer, isLecturerOf())
    .leftJoin(category, isCategoryOf(course))
    .where(and(isOneOf(course, enterpriseId, ids), ne(course.status, 'unpublished')));
  return rows.map(({ row, lecturerName, categoryName }) => ({
    id: row.id,
    type: row.courseType === LIVE ? 2 : 1,
    isLive: row.courseType === LIVE,
    ...(row.status === 'restricted'
      ? { visibility: 'member' as const, restrictedId: row.id }
      : { visibility: 'public' as const }),
    title: row.title,
    summary: row.summary ?? '',
    body: ofMarkdown(row.description),
    names: words(lecturerName, both(categoryName)),
    gmtModified: row.publishedAt,
  }));
};

const projects: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select({ row: project, categoryName: category.name })
    .from(project)
    .leftJoin(category, isCategoryOf(project))
    .where(and(isOneOf(project, enterpriseId, ids), eq(project.status, 'published')));
  return rows.map(({ row, categoryName }) => ({
    id: row.id,
    type: 1,
    visibility: 'public',
    title: row.title,
    summary: row.summary ?? '',
    body: ofMarkdown(row.description),
    names: both(categoryName),
    gmtModified: row.publishedAt,
  }));
};

const lecturers: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select()
    .from(lecturer)
    .where(and(isOneOf(lecturer, enterpriseId, ids), eq(lecturer.published, true)));
  return rows.map((row) => ({
    id: row.id,
    type: 3,
    visibility: 'public',
    title: row.lecturerName,
    summary: words(row.lecturerLevel, row.title),
    body: row.intro ?? '',
    gmtModified: row.gmtCreate,
  }));
};

const announcements: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select()
    .from(announcement)
    .where(and(isOneOf(announcement, enterpriseId, ids), eq(announcement.published, true)));
  return rows.map((row) => ({
    id: row.id,
    type: 8,
    ...(row.restricted ? { visibility: 'member' as const, restrictedId: row.id } : { visibility: 'public' as const }),
    title: row.title,
    summary: row.summary ?? '',
    body: plainText(richTextToHtml(row.body)),
    names: row.author ?? '',
    // An announcement with a future date is found from that date on.
    gmtModified: row.publishedAt,
  }));
};

const articles: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select()
    .from(article)
    .where(and(isOneOf(article, enterpriseId, ids), eq(article.published, true)));
  return rows.map((row) => ({
    id: row.id,
    type: 1,
    visibility: 'public',
    title: both(row.title),
    summary: '',
    body: words(ofMarkdown(row.body.zh), ofMarkdown(row.body.en)),
    gmtModified: row.gmtModified,
  }));
};

/** Files of published courses, for members (type 4). Directories and exams have no file. */
const resources: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select({
      row: courseResource,
      fileName: file.fileName,
      courseTitle: course.title,
      publishedAt: course.publishedAt,
    })
    .from(courseResource)
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
    )
    .innerJoin(file, and(eq(file.enterpriseId, courseResource.enterpriseId), eq(file.id, courseResource.fileId)))
    .where(
      and(
        isOneOf(courseResource, enterpriseId, ids),
        eq(courseResource.published, true),
        eq(course.status, 'published'),
      ),
    );
  return rows.map(({ row, fileName, courseTitle, publishedAt }) => ({
    id: row.id,
    parentId: row.courseId,
    type: 4,
    visibility: 'member',
    title: row.subResourceName,
    summary: courseTitle,
    body: fileName,
    gmtModified: publishedAt,
  }));
};

const exams: Read = async (db, enterpriseId, ids) => {
  const rows = await db
    .select()
    .from(exam)
    .where(and(isOneOf(exam, enterpriseId, ids), eq(exam.published, true)));
  return rows.map((row) => ({
    id: row.id,
    type: 5,
    visibility: 'member',
    title: row.title,
    summary: '',
    body: ofMarkdown(row.intro),
    ...(row.audience !== 'everyone' && { restrictedId: row.id }),
    gmtModified: row.gmtModified,
  }));
};

/** The reader of each subject type. */
export const SUBJECTS: Record<SubjectType, Read> = {
  course: courses,
  project: projects,
  lecturer: lecturers,
  announcement: announcements,
  article: articles,
  resource: resources,
  exam: exams,
  blog: blogs,
  question: questions,
};
