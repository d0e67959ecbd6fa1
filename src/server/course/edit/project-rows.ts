import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProjectDocument as Schema } from '#src/contract/editing-documents.ts';
import type { Editing } from '#src/server/core/content-kind.ts';
import { project } from '../tables.ts';

export type ProjectDocument = z.infer<typeof Schema>;

/** Reads a project as a document. @returns null when there is none */
export async function readProjectDocument({ db, enterpriseId }: Editing, id: string) {
  const [row] = await db
    .select()
    .from(project)
    .where(and(eq(project.enterpriseId, enterpriseId), eq(project.id, id)));
  if (!row) return null;
  const { rows: courses } = await db.execute<ProjectDocument['courses'][number]>(sql`
    select p.course_id as "courseId", c.title, p.required
    from project_course p join course c on c.enterprise_id = p.enterprise_id and c.id = p.course_id
    where p.enterprise_id = ${enterpriseId} and p.project_id = ${id} order by p.sort, p.course_id`);
  const { title, coverFileId, categoryId, registrationRequired } = row;
  const document: ProjectDocument = {
    ...{
      title,
      summary: row.summary ?? '',
      description: row.description ?? '',
      coverFileId,
      categoryId,
      registrationRequired,
    },
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

/** Stores a project with its courses. */
export async function writeProject(
  { db, enterpriseId, now }: Editing,
  id: string,
  document: ProjectDocument,
): Promise<void> {
  const { courses, summary, description, ...settings } = document;
  await db
    .update(project)
    .set({ ...settings, summary: summary || null, description: description || null, gmtModified: now })
    .where(and(eq(project.enterpriseId, enterpriseId), eq(project.id, id)));
  const rows = courses.map(({ courseId, required }, sort) => ({ id: courseId, required, sort }));
  await db.execute(sql`
    delete from project_course where enterprise_id = ${enterpriseId} and project_id = ${id}
      and course_id <> all (${sql.param(courses.map(({ courseId }) => courseId))}::uuid[])`);
  await db.execute(sql`
    insert into project_course (enterprise_id, project_id, course_id, required, sort)
    select ${enterpriseId}::uuid, ${id}::uuid, i.id, i.required, i.sort
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (id uuid, required bool, sort int)
    on conflict (enterprise_id, project_id, course_id) do update set required = excluded.required, sort = excluded.sort`);
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
