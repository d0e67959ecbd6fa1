import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProjectDocument as Schema } from '#src/contract/editing-documents.ts';
import type { Editing } from '#src/server/core/content-kind.ts';
import { project, projectStage } from '../tables.ts';

export type ProjectDocument = z.infer<typeof Schema>;

/** Reads a project as a document. @returns null when there is none */
export async function readProjectDocument({ db, enterpriseId }: Editing, id: string) {
  const [row] = await db
    .select()
    .from(project)
    .where(and(eq(project.enterpriseId, enterpriseId), eq(project.id, id)));
  if (!row) return null;
  const stages = await db
    .select()
    .from(projectStage)
    .where(and(eq(projectStage.enterpriseId, enterpriseId), eq(projectStage.projectId, id)))
    .orderBy(projectStage.sort, projectStage.id);
  const { rows: courses } = await db.execute<ProjectDocument['courses'][number]>(sql`
    select i.course_id as "courseId", i.exam_id as "examId", i.title, i.required, i.stage_id as "stageId"
    from (
      select p.course_id, null::uuid as exam_id, c.title, p.required, p.stage_id, p.sort
      from project_course p join course c on c.enterprise_id = p.enterprise_id and c.id = p.course_id
      where p.enterprise_id = ${enterpriseId} and p.project_id = ${id}
      union all
      select null, p.exam_id, e.title, p.required, p.stage_id, p.sort
      from project_exam p join exam e on e.enterprise_id = p.enterprise_id and e.id = p.exam_id
      where p.enterprise_id = ${enterpriseId} and p.project_id = ${id}
    ) i
    order by i.sort, coalesce(i.course_id, i.exam_id)`);
  const { title, coverFileId, categoryId, registrationRequired, startAt, endAt } = row;
  const document: ProjectDocument = {
    ...{
      title,
      summary: row.summary ?? '',
      description: row.description ?? '',
      coverFileId,
      categoryId,
      registrationRequired,
      startAt: startAt?.toISOString() ?? null,
      endAt: endAt?.toISOString() ?? null,
    },
    stages: stages.map((stage) => ({
      ...{ id: stage.id, name: { zh: stage.name.zh ?? '', en: stage.name.en ?? '' }, opens: stage.opens },
      ...{ startAt: stage.startAt?.toISOString() ?? null, endAt: stage.endAt?.toISOString() ?? null },
    })),
    courses,
  };
  return { document, isPublished: row.status === 'published', isFromPack: !row.code.startsWith('portal-') };
}

/** Adds a project that nobody sees. @returns its id */
export async function insertProject({ db, enterpriseId, now }: Editing, { title }: ProjectDocument): Promise<string> {
  const [made] = await db
    .insert(project)
    .values({
      ...{ enterpriseId, code: `portal-${randomUUID()}`, title, status: 'unpublished' as const },
      ...{ gmtCreate: now, gmtModified: now },
    })
    .returning({ id: project.id });
  return made!.id;
}

/** Stores a project with its stages, courses and exams. */
export async function writeProject(
  { db, enterpriseId, now }: Editing,
  id: string,
  document: ProjectDocument,
): Promise<void> {
  const { courses, stages, summary, description, startAt, endAt, ...settings } = document;
  await db
    .update(project)
    .set({
      ...settings,
      ...{ summary: summary || null, description: description || null },
      ...{ startAt: dateOf(startAt), endAt: dateOf(endAt), gmtModified: now },
    })
    .where(and(eq(project.enterpriseId, enterpriseId), eq(project.id, id)));
  await writeProjectParts(db, { enterpriseId, id }, { stages, items: courses });
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

type Parts = {
  stages: readonly ProjectDocument['stages'][number][];
  /** Courses and exams in order. */
  items: readonly Pick<ProjectDocument['courses'][number], 'courseId' | 'examId' | 'required' | 'stageId'>[];
};

/** Makes these the stages, courses and exams of a project. Nothing that learners have done refers to them. */
export async function writeProjectParts(
  db: Editing['db'],
  { enterpriseId, id }: { enterpriseId: string; id: string },
  { stages, items }: Parts,
): Promise<void> {
  const rows = stages.map(({ id: stageId, name, startAt, endAt, opens }, sort) => ({
    ...{ id: stageId, name, opens, sort, start_at: startAt, end_at: endAt },
  }));
  await db.execute(sql`
    insert into project_stage (enterprise_id, project_id, id, name, start_at, end_at, opens, sort)
    select ${enterpriseId}::uuid, ${id}::uuid, s.id, s.name, s.start_at, s.end_at, s.opens, s.sort
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as s (id uuid, name jsonb, start_at timestamptz, end_at timestamptz, opens text, sort int)
    on conflict (enterprise_id, id) do update
    set name = excluded.name, start_at = excluded.start_at, end_at = excluded.end_at, opens = excluded.opens, sort = excluded.sort
    where project_stage.project_id = excluded.project_id`);
  for (const kind of ['course', 'exam'] as const) {
    const [table, column] = [sql.identifier(`project_${kind}`), sql.identifier(`${kind}_id`)];
    const own = items.flatMap(({ courseId, examId, required, stageId }, sort) => {
      const itemId = kind === 'course' ? courseId : examId;
      return itemId === null ? [] : [{ id: itemId, required, sort, stage_id: stageId }];
    });
    await db.execute(sql`
      delete from ${table} where enterprise_id = ${enterpriseId} and project_id = ${id}
        and ${column} <> all (${sql.param(own.map((item) => item.id))}::uuid[])`);
    await db.execute(sql`
      insert into ${table} (enterprise_id, project_id, ${column}, required, sort, stage_id)
      select ${enterpriseId}::uuid, ${id}::uuid, i.id, i.required, i.sort, i.stage_id
      from json_to_recordset(${JSON.stringify(own)}::json) as i (id uuid, required bool, sort int, stage_id uuid)
      on conflict (enterprise_id, project_id, ${column}) do update
      set required = excluded.required, sort = excluded.sort, stage_id = excluded.stage_id`);
  }
  await db.execute(sql`
    delete from project_stage where enterprise_id = ${enterpriseId} and project_id = ${id}
      and id <> all (${sql.param(stages.map((stage) => stage.id))}::uuid[])`);
}

/** Which of these ids stages of other projects have. */
export async function stagesOfOthers({ db, enterpriseId }: Editing, id: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from project_stage s
    where s.enterprise_id = ${enterpriseId} and s.project_id <> ${id} and s.id = any (${sql.param(ids)}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** Shows a project to learners, or hides it. */
export async function setProjectPublished(
  { db, enterpriseId, now }: Editing,
  id: string,
  isPublished: boolean,
): Promise<void> {
  await db
    .update(project)
    .set({ status: isPublished ? 'published' : 'unpublished', gmtModified: now })
    .where(and(eq(project.enterpriseId, enterpriseId), eq(project.id, id)));
}
