import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ProjectDocument as Schema } from '#src/contract/editing-documents.ts';
import type { ContentKind, DocumentError, Editing } from '#src/server/core/content-kind.ts';
import {
  insertProject,
  readProjectDocument,
  setProjectPublished,
  stagesOfOthers,
  writeProject,
  type ProjectDocument,
} from '#src/server/course/edit/project-rows.ts';
import { missingIds } from './missing-ids.ts';

/** Learning projects with their stages, courses and exams. */
export const PROJECT_KIND: ContentKind<ProjectDocument> = {
  tags: (id) => ['course', ['project', id].join(':'), 'site'],
  page: (id) => `/knowledge/project/${id}`,
  titleOf: ({ title }) => title,
  copyOf,
  templateOf: (
    { summary, description, categoryId, coverFileId, stages, courses, registrationRequired },
    title,
    take,
  ) => ({
    ...{ title, summary: '', description: '', categoryId: null, coverFileId: null, stages: [], courses: [] },
    ...{ startAt: null, endAt: null, registrationRequired: take.has('audience') && registrationRequired },
    ...(take.has('texts') && { summary, description, categoryId }),
    ...(take.has('cover') && { coverFileId }),
    // Points in time were those of the other project.
    ...(take.has('items') && { courses, stages: stages.map(withoutDates) }),
  }),
  complete: (document) => Schema.parse(document),
  create: insertProject,
  read: readProjectDocument,
  check,
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

/** Stages of a copy have ids of their own. */
function copyOf({ stages, courses, ...settings }: ProjectDocument): ProjectDocument {
  const ids = new Map(stages.map(({ id }) => [id, randomUUID()]));
  return {
    ...settings,
    stages: stages.map((stage) => ({ ...stage, id: ids.get(stage.id)! })),
    courses: courses.map((item) => ({ ...item, stageId: item.stageId && (ids.get(item.stageId) ?? null) })),
  };
}

const withoutDates = (stage: ProjectDocument['stages'][number]) => ({
  ...stage,
  ...{ startAt: null, endAt: null, opens: stage.opens === 'date' ? ('always' as const) : stage.opens },
});

async function check(editing: Editing, id: string, document: ProjectDocument): Promise<DocumentError[]> {
  const { title, categoryId, coverFileId, courses, stages } = document;
  const idsOf = (column: 'courseId' | 'examId') => courses.map((item) => item[column]);
  const missing = new Set([
    ...(await missingIds(editing, 'course', idsOf('courseId'))),
    ...(await missingIds(editing, 'exam', idsOf('examId'))),
  ]);
  const isMissing = async (table: 'category' | 'file', id: string | null) =>
    (await missingIds(editing, table, [id])).size > 0;
  const ids = courses.map(({ courseId, examId }) => courseId ?? examId);
  const stageIds = stages.map((stage) => stage.id);
  const foreign = await stagesOfOthers(editing, id, stageIds);
  const isWrong = ({ courseId, examId, stageId }: ProjectDocument['courses'][number], n: number) =>
    (courseId === null) === (examId === null) ||
    missing.has(ids[n]!) ||
    ids.indexOf(ids[n]!) !== n ||
    (stageId !== null && !stageIds.includes(stageId));
  return [
    ...(title.trim() ? [] : [{ field: 'title', key: 'field.required' }]),
    ...(categoryId === null ? [{ field: 'categoryId', key: 'field.required' }] : []),
    ...((await isMissing('category', categoryId)) ? [{ field: 'categoryId', key: 'field.notFound' }] : []),
    ...((await isMissing('file', coverFileId)) ? [{ field: 'coverFileId', key: 'field.notFound' }] : []),
    ...(courses.length === 0 ? [{ field: 'courses', key: 'field.required' }] : []),
    ...courses.flatMap((item, n) => (isWrong(item, n) ? [{ field: `courses.${n}`, key: 'field.notFound' }] : [])),
    ...(isPeriod(document) ? [] : [{ field: 'endAt', key: 'field.endsBeforeStart' }]),
    ...stages.flatMap((stage, n) => [
      ...(stageIds.indexOf(stage.id) === n && !foreign.has(stage.id)
        ? []
        : [{ field: `stages.${n}.name.zh`, key: 'field.notFound' }]),
      ...(stage.name.zh.trim() || stage.name.en.trim()
        ? []
        : [{ field: `stages.${n}.name.zh`, key: 'field.required' }]),
      ...(isPeriod(stage) ? [] : [{ field: `stages.${n}.endAt`, key: 'field.endsBeforeStart' }]),
      ...(stage.opens === 'date' && stage.startAt === null
        ? [{ field: `stages.${n}.startAt`, key: 'field.required' }]
        : []),
    ]),
  ];
}

const isPeriod = ({ startAt, endAt }: { startAt: string | null; endAt: string | null }) =>
  startAt === null || endAt === null || new Date(endAt) > new Date(startAt);
