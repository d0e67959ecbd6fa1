import { type SQL, sql } from 'drizzle-orm';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { announcement, announcementAttachment } from '#src/server/announcement/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { course, courseResource, project } from '#src/server/course/tables.ts';
import { contentItem } from '#src/server/editing/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { trainingMaterial, trainingSession } from '#src/server/training/tables.ts';
import { liveSession } from '#src/server/live/tables.ts';
import { question, questionBank, questionFile } from '#src/server/question/tables.ts';
import { article, banner, website } from '#src/server/site/tables.ts';

type Kind = 'session' | 'course' | 'resource' | 'project' | 'announcement' | 'lecturer' | 'site' | 'live' | 'question';
export type Place = { kind: Kind; id: string; title: string; under: string | null; underId: string | null };

/**
 * SQL: one row (file_id, kind, id) for every place of the enterprise where a file is used. Whoever adds a column that names files
 * of the library adds it here.
 * @param only condition on the id of the file, e.g. `= any(…)`; it is applied in each table, so that indexes are used
 */
export const placesOf = (enterpriseId: string, only: (fileId: SQL) => SQL = () => sql`true`): SQL => {
  const arm = (kind: Kind, table: SQL, fileId: SQL, id: SQL) =>
    sql`select ${fileId} as file_id, ${kind}::text as kind, ${id} as id from ${table}
        where x.enterprise_id = ${enterpriseId} and ${fileId} is not null and ${only(fileId)}`;
  const arms = [
    arm('resource', sql`${courseResource} x`, sql`x.file_id`, sql`x.id`),
    arm('course', sql`${course} x`, sql`x.cover_file_id`, sql`x.id`),
    arm('project', sql`${project} x`, sql`x.cover_file_id`, sql`x.id`),
    arm('announcement', sql`${announcement} x`, sql`x.cover_file_id`, sql`x.id`),
    arm('announcement', sql`${announcementAttachment} x`, sql`x.file_id`, sql`x.announcement_id`),
    arm('lecturer', sql`${lecturer} x`, sql`x.photo_file_id`, sql`x.id`),
    arm('site', sql`${website} x`, sql`x.logo_file_id`, sql`x.enterprise_id`),
    arm('site', sql`${website} x`, sql`x.website_ico_file_id`, sql`x.enterprise_id`),
    arm('site', sql`${banner} x`, sql`x.picture_file_id`, sql`x.id`),
    arm('session', sql`${trainingMaterial} x`, sql`x.file_id`, sql`x.session_id`),
    arm('live', sql`${liveSession} x`, sql`x.recording_file_id`, sql`x.id`),
    arm('question', sql`${questionFile} x`, sql`x.file_id`, sql`x.question_id`),
  ];
  const texts = [
    inTexts('course', sql`${course} x`, sql`x.description`),
    inTexts('project', sql`${project} x`, sql`x.description`),
    inTexts('announcement', sql`${announcement} x`, sql`x.body`),
    inTexts('site', sql`${article} x`, sql`x.body::text`),
  ];
  return sql.join([...arms, ...texts, inDrafts(enterpriseId, only)], sql` union all `);

  /** Pictures of a text. */
  function inTexts(kind: Kind, table: SQL, text: SQL): SQL {
    return sql`
      select d.file_id, ${kind}::text as kind, x.id from ${table}
      cross join lateral (select distinct ${idAtStart} as file_id from string_to_table(${text}, '/media/') with ordinality m (part, n)) d
      where x.enterprise_id = ${enterpriseId} and ${text} like '%/media/%' and d.file_id is not null and ${only(sql`d.file_id`)}`;
  }
};

/**
 * Id of a file at the start of `m.part`, a piece of a text that is divided at what stands before such ids; null: none. A regular expression
 * that looks through the whole text takes four times as long.
 */
const idAtStart = sql`
  case when m.n > 1 and left(m.part, 36) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then left(m.part, 36)::uuid end`;

/** Files that a draft names and that are not published yet: their keys end with `fileId`, as in jsonb texts, or they are pictures of texts. */
const inDrafts = (enterpriseId: string, only: (fileId: SQL) => SQL): SQL => sql`
  select d.file_id, case when x.kind = 'article' then 'site' else x.kind end as kind, x.id
  from ${contentItem} x
  cross join lateral (
    select distinct ${idAtStart} as file_id
    from unnest(array['fileId": "', 'FileId": "', '/media/']) mark
    cross join lateral string_to_table(x.draft::text, mark) with ordinality m (part, n)
  ) d
  where x.enterprise_id = ${enterpriseId} and x.draft is not null and d.file_id is not null and ${only(sql`d.file_id`)}`;

/** Counts the places of files. @returns numbers by id; none: used nowhere */
export async function countPlaces(db: TenantDb, enterpriseId: string, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; uses: number }>(sql`
    select p.file_id as id, count(*)::int as uses from (${placesOf(enterpriseId, among(ids))}) p group by 1`);
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

/** Names the places of files, at most so many of each as the contract has. */
export async function readPlaces(db: TenantDb, enterpriseId: string, ids: string[]): Promise<Map<string, Place[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Place & { fileId: string }>(sql`
    with place as materialized (
      select p.*, row_number() over (partition by p.file_id order by p.kind, p.id) as n
      from (${placesOf(enterpriseId, among(ids))}) p
    )
    select p.file_id as "fileId", p.kind, p.id, k.title, k.under, k.under_id as "underId"
    from place p
    cross join lateral (
      select r.sub_resource_name as title, c.title as under, c.id as under_id from ${courseResource} r
      join ${course} c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
      where p.kind = 'resource' and r.enterprise_id = ${enterpriseId} and r.id = p.id
      union all select c.title, null, null from ${course} c where p.kind = 'course' and c.enterprise_id = ${enterpriseId} and c.id = p.id
      union all select j.title, null, null from ${project} j where p.kind = 'project' and j.enterprise_id = ${enterpriseId} and j.id = p.id
      union all select a.title, null, null from ${announcement} a
      where p.kind = 'announcement' and a.enterprise_id = ${enterpriseId} and a.id = p.id
      union all select l.lecturer_name, null, null from ${lecturer} l
      where p.kind = 'lecturer' and l.enterprise_id = ${enterpriseId} and l.id = p.id
      union all select '', null, null where p.kind = 'site'
      union all select coalesce(s.title, r.sub_resource_name), c.title, c.id from ${trainingSession} s
      join ${courseResource} r on r.enterprise_id = s.enterprise_id and r.id = s.resource_id
      join ${course} c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
      where p.kind = 'session' and s.enterprise_id = ${enterpriseId} and s.id = p.id
      union all select s.title, c.title, c.id from ${liveSession} s
      join ${course} c on c.enterprise_id = s.enterprise_id and c.id = s.course_id
      where p.kind = 'live' and s.enterprise_id = ${enterpriseId} and s.id = p.id
      union all select coalesce(q.topic, q.code), b.title, b.id from ${question} q
      join ${questionBank} b on b.enterprise_id = q.enterprise_id and b.id = q.bank_id
      where p.kind = 'question' and q.enterprise_id = ${enterpriseId} and q.id = p.id
    ) k
    where p.n <= ${MEDIA_LIMITS.places}
    order by p.kind, k.title, p.id`);
  const found = new Map<string, Place[]>();
  for (const { fileId, ...place } of rows) found.set(fileId, [...(found.get(fileId) ?? []), place]);
  return found;
}

const among =
  (ids: string[]) =>
  (fileId: SQL): SQL =>
    sql`${fileId} = any(${sql.param(ids)}::uuid[])`;
