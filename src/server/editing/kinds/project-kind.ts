import { sql } from 'drizzle-orm';
import type { ContentKind } from '#src/server/core/content-kind.ts';
import {
  insertProject,
  readProjectDocument,
  setProjectPublished,
  writeProject,
  type ProjectDocument,
} from '#src/server/course/edit/project-rows.ts';
import { missingIds } from './missing-ids.ts';

/** Learning projects with their courses. */
export const PROJECT_KIND: ContentKind<ProjectDocument> = {
  tags: (id) => ['course', ['project', id].join(':'), 'site'],
  page: (id) => `/knowledge/project/${id}`,
  titleOf: ({ title }) => title,
  copyOf: (document) => document,
  templateOf: ({ summary, description, categoryId, coverFileId, courses, registrationRequired }, title, take) => ({
    ...{ title, summary: '', description: '', categoryId: null, coverFileId: null, courses: [] },
    registrationRequired: take.has('audience') && registrationRequired,
    ...(take.has('texts') && { summary, description, categoryId }),
    ...(take.has('cover') && { coverFileId }),
    ...(take.has('items') && { courses }),
  }),
  create: insertProject,
  read: readProjectDocument,
  check: async (editing, _id, { title, categoryId, coverFileId, courses }) => {
    const missing = await missingIds(
      editing,
      'course',
      courses.map(({ courseId }) => courseId),
    );
    const isMissing = async (table: 'category' | 'file', id: string | null) =>
      (await missingIds(editing, table, [id])).size > 0;
    const ids = courses.map(({ courseId }) => courseId);
    return [
      ...(title.trim() ? [] : [{ field: 'title', key: 'field.required' }]),
      ...(categoryId === null ? [{ field: 'categoryId', key: 'field.required' }] : []),
      ...((await isMissing('category', categoryId)) ? [{ field: 'categoryId', key: 'field.notFound' }] : []),
      ...((await isMissing('file', coverFileId)) ? [{ field: 'coverFileId', key: 'field.notFound' }] : []),
      ...(courses.length === 0 ? [{ field: 'courses', key: 'field.required' }] : []),
      ...courses.flatMap(({ courseId }, n) =>
        missing.has(courseId) || ids.indexOf(courseId) !== n ? [{ field: `courses.${n}`, key: 'field.notFound' }] : [],
      ),
    ];
  },
  write: writeProject,
  setPublished: setProjectPublished,
  consequences: async ({ db, enterpriseId }, id, change) => {
    const { rows } = await db.execute<{ registered: number; learning: number }>(sql`
      select (select count(*)::int from project_registration r where r.enterprise_id = ${enterpriseId} and r.project_id = ${id} and r.status = 'approved') as registered,
             (select count(distinct p.user_id)::int from course_progress p
              join project_course c on c.enterprise_id = p.enterprise_id and c.course_id = p.course_id
              where p.enterprise_id = ${enterpriseId} and c.project_id = ${id} and p.status <> 'completed') as learning`);
    const { registered, learning } = rows[0]!;
    return change === 'hide'
      ? [{ name: 'projectRegistered', count: registered }]
      : [{ name: 'projectLearning', count: learning }];
  },
};
