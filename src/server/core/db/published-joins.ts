import { and, eq } from 'drizzle-orm';
import { course, type project } from './schema/course.ts';
import { lecturer } from './schema/lecturer.ts';
import { category } from './schema/site.ts';

/** Joins a course with its lecturer, if that one is published. */
export const isLecturerOf = () =>
  and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId), eq(lecturer.published, true));

/** Joins a course or project with its category, if that one is published. */
export const isCategoryOf = (of: typeof course | typeof project) =>
  and(eq(category.enterpriseId, of.enterpriseId), eq(category.id, of.categoryId), eq(category.published, true));
