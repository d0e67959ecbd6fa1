import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { ContentKindName, ContentState } from '#src/contract/rules/editing.ts';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { localizedText } from '#src/lib/localized.ts';
import type { Context } from '#src/server/core/context.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { itemColumns, joinItem, stateOfItem } from './item-sql.ts';
import { categoryAndBelow } from '#src/server/course/category-and-below.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';

type Filter = {
  keyword?: string | undefined;
  state?: ContentState | undefined;
  mark?: 'draft' | 'planned' | 'pack' | undefined;
};
export type Edited = { publishAt: string | null; withdrawAt: string | null; changedAt: string };

/** Joins things of a kind with their items, and selects those of a filter. @param title SQL of the title */
export function things(
  { tenant, now }: Context,
  kind: ContentKindName,
  { table, title, published }: { table: SQL; title: SQL; published: SQL },
  { keyword, state, mark }: Filter,
): { from: SQL; state: SQL } {
  const stateSql = stateOfItem(sql`t`, published);
  const restorable = restorableSince(now()).toISOString();
  const from = sql`${table} t ${joinItem(kind, sql`t`)}
    where t.enterprise_id = ${tenant.id}
      ${state === 'deleted' ? sql`and i.deleted_at >= ${restorable}` : sql`and i.deleted_at is null`}
      ${state && state !== 'deleted' ? sql`and ${stateSql} = ${state}` : sql``}
      ${keyword ? sql`and (${title} ilike ${likePattern(keyword)} or i.draft ->> 'title' ilike ${likePattern(keyword)})` : sql``}
      ${mark === 'draft' ? sql`and i.draft is not null` : sql``}
      ${mark === 'planned' ? sql`and (i.publish_at is not null or i.withdraw_at is not null)` : sql``}
      ${mark === 'pack' ? sql`and t.code not like 'portal-%' and i.taken_over_at is null` : sql``}`;
  return { from, state: stateSql };
}

/** Order of a list, with `joinItem`: of deleted things that which was deleted last is first, unless another order is asked for. */
export const latestFirst = ({ state }: Filter, others: SQL[]): SQL[] =>
  state === 'deleted' ? [sql`i.deleted_at desc`, ...others] : others;

/** The id that an editor sees: that of the draft, if there is one. @param field of the document */
const drafted = (field: 'categoryId' | 'lecturerId', column: SQL) =>
  sql`case when i.draft is null then ${column} else (i.draft ->> ${sql.raw(`'${field}'`)})::uuid end`;

/** Makes moments of the texts of a statement. */
export const dates = <R extends Edited>({ publishAt, withdrawAt, changedAt, ...row }: R) => ({
  ...row,
  ...{ publishAt: publishAt && new Date(publishAt), withdrawAt: withdrawAt && new Date(withdrawAt) },
  changedAt: new Date(changedAt),
});

type Course = Data<'POST /system/auth/content/course/page'>['list'][number];

type CourseFilter = Filter & {
  courseType?: number | undefined;
  categoryId?: string | undefined;
  lecturerId?: string | undefined;
};

/** The courses that a filter of their list finds, as `things`. */
export function coursesOf(ctx: Context, filter: CourseFilter) {
  const { courseType, categoryId, lecturerId } = filter;
  const { from, state } = things(
    ctx,
    'course',
    { table: sql`course`, title: sql`t.title`, published: sql`t.status <> 'unpublished'` },
    filter,
  );
  const where = sql`
    ${courseType ? sql`and t.course_type = ${courseType}` : sql``}
    ${categoryId ? sql`and t.category_id in (${categoryAndBelow(ctx.tenant.id, categoryId)})` : sql``}
    ${lecturerId ? sql`and t.lecturer_id = ${lecturerId}` : sql``}`;
  return { from: sql`${from} ${where}`, state };
}

/** Lists all courses for their editors. */
export async function listEditedCourses(ctx: Context, input: OperationInput<'POST /system/auth/content/course/page'>) {
  const { db, tenant, locale } = ctx;
  const { from, state } = coursesOf(ctx, input);
  const students = sql`coalesce((select s.student_count from subject_total s
    where s.enterprise_id = t.enterprise_id and s.subject_type = 'course' and s.subject_id = t.id), 0)`;
  const changed = sql`greatest(i.gmt_modified, t.gmt_modified)`;
  const order = orderOf(
    input.sort,
    { title: sql`t.title`, changedAt: changed, classHours: sql`t.class_hours`, studentCount: students },
    latestFirst(input, [sql`${changed} desc`, sql`t.id desc`]),
  );
  type Row = Omit<Course, 'cover' | 'categoryName'> &
    Edited & { coverFileId: string | null; category: LocalizedText | null; totalCount: number };
  // What is shown is read for the rows of the page alone: their drafts are large.
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with listed as (
        select t.id, count(*) over ()::int as total
        from ${from}
        order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}
      )
      select t.id, coalesce(i.draft ->> 'title', t.title) as title, t.cover_file_id as "coverFileId", t.course_type as "courseType",
             g.name as category, l.lecturer_name as "lecturerName", t.class_hours as "classHours", ${students} as "studentCount",
             (select count(*)::int from course_resource r where r.enterprise_id = t.enterprise_id and r.course_id = t.id and r.published) as "itemCount",
             ${state} as state, ${itemColumns(sql`t`, sql`t.gmt_modified`)}, p.total as "totalCount"
      from listed p
      join course t on t.enterprise_id = ${tenant.id} and t.id = p.id ${joinItem('course', sql`t`)}
      left join category g on g.enterprise_id = t.enterprise_id and g.id = ${drafted('categoryId', sql`t.category_id`)}
      left join lecturer l on l.enterprise_id = t.enterprise_id and l.id = ${drafted('lecturerId', sql`t.lecturer_id`)}
      order by ${sql.join(order, sql`, `)}`);
    return rows.map(({ coverFileId, category, ...row }) => ({
      ...dates(row),
      cover: publicFileUrl(coverFileId),
      categoryName: category && localizedText(category, locale),
    }));
  });
}

type Project = Data<'POST /system/auth/content/project/page'>['list'][number];

/** The learning projects that a filter of their list finds, as `things`. */
export function projectsOf(ctx: Context, filter: Filter & { categoryId?: string | undefined }) {
  const { from, state } = things(
    ctx,
    'project',
    { table: sql`project`, title: sql`t.title`, published: sql`t.status = 'published'` },
    filter,
  );
  const { categoryId } = filter;
  const where = categoryId ? sql`and t.category_id in (${categoryAndBelow(ctx.tenant.id, categoryId)})` : sql``;
  return { from: sql`${from} ${where}`, state };
}

/** Lists all learning projects for their editors. */
export async function listEditedProjects(
  ctx: Context,
  input: OperationInput<'POST /system/auth/content/project/page'>,
) {
  const { db, locale } = ctx;
  const { from, state } = projectsOf(ctx, input);
  const changed = sql`greatest(i.gmt_modified, t.gmt_modified)`;
  const order = orderOf(
    input.sort,
    { title: sql`t.title`, changedAt: changed },
    latestFirst(input, [sql`${changed} desc`, sql`t.id desc`]),
  );
  type Row = Omit<Project, 'categoryName'> & Edited & { category: LocalizedText | null; totalCount: number };
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select t.id, coalesce(i.draft ->> 'title', t.title) as title,
             (select g.name from category g where g.enterprise_id = t.enterprise_id and g.id = ${drafted('categoryId', sql`t.category_id`)}) as category,
             (select count(*)::int from project_course c where c.enterprise_id = t.enterprise_id and c.project_id = t.id) as "courseCount",
             ${state} as state, ${itemColumns(sql`t`, sql`t.gmt_modified`)}, count(*) over ()::int as "totalCount"
      from ${from}
      order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`);
    return rows.map(({ category, ...row }) => ({
      ...dates(row),
      categoryName: category && localizedText(category, locale),
    }));
  });
}

type Lecturer = Data<'POST /system/auth/content/lecturer/page'>['list'][number];

/** Lists all lecturers for their editors. */
export async function listEditedLecturers(
  ctx: Context,
  input: OperationInput<'POST /system/auth/content/lecturer/page'>,
) {
  const { db } = ctx;
  const { from, state } = things(
    ctx,
    'lecturer',
    { table: sql`lecturer`, title: sql`t.lecturer_name`, published: sql`t.published` },
    input,
  );
  const changed = sql`greatest(i.gmt_modified, t.gmt_create)`;
  const order = orderOf(
    input.sort,
    { lecturerName: sql`t.lecturer_name`, changedAt: changed },
    latestFirst(input, [sql`t.sort`, sql`t.id`]),
  );
  type Row = Omit<Lecturer, 'photo'> & Edited & { photoFileId: string | null; totalCount: number };
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select t.id, coalesce(i.draft ->> 'lecturerName', t.lecturer_name) as "lecturerName", t.lecturer_level as "lecturerLevel", t.title,
             t.photo_file_id as "photoFileId", t.annual_teaching_hours as "annualTeachingHours",
             (select u.user_name from enterprise_user u where u.enterprise_id = t.enterprise_id and u.user_id = t.user_id) as "userName",
             (select count(*)::int from course c where c.enterprise_id = t.enterprise_id and c.lecturer_id = t.id and c.status = 'published') as "courseCount",
             ${state} as state, ${itemColumns(sql`t`, sql`t.gmt_create`)}, count(*) over ()::int as "totalCount"
      from ${from}
      order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`);
    return rows.map(({ photoFileId, ...row }) => ({ ...dates(row), photo: publicFileUrl(photoFileId) }));
  });
}

/** Lists what an editor can choose, by title. */
export function listSubjects({ db, tenant }: Context, input: OperationInput<'POST /system/auth/content/subject/page'>) {
  const { kind, keyword, ids } = input;
  const from = {
    course: sql`select c.id, c.title from course c ${joinItem('course', sql`c`)} where c.enterprise_id = ${tenant.id} and i.deleted_at is null`,
    // What was chosen keeps its name when it is deleted.
    exam: sql`select id, title from exam where enterprise_id = ${tenant.id} and trial_of is null ${ids.length > 0 ? sql`` : sql`and deleted_at is null`}`,
    lecturer: sql`select l.id, l.lecturer_name as title from lecturer l ${joinItem('lecturer', sql`l`)} where l.enterprise_id = ${tenant.id} and i.deleted_at is null`,
    project: sql`select p.id, p.title from project p ${joinItem('project', sql`p`)} where p.enterprise_id = ${tenant.id} and i.deleted_at is null`,
  }[kind];
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<{ id: string; title: string; totalCount: number }>(sql`
      select x.id, x.title, count(*) over ()::int as "totalCount" from (${from}) x
      where true ${keyword ? sql`and x.title ilike ${likePattern(keyword)}` : sql``}
        ${ids.length > 0 ? sql`and x.id = any (${sql.param(ids)}::uuid[])` : sql``}
      order by x.title, x.id limit ${limit} offset ${offset}`);
    return rows;
  });
}

/** Finds active members by name, to choose one. */
export function listMembersToChoose(
  { db, tenant }: Context,
  input: OperationInput<'POST /system/auth/content/member/page'>,
) {
  return readPage(input, async ({ limit, offset }) => {
    type Row = { userId: string; userName: string; department: string | null; totalCount: number };
    const { rows } = await db.execute<Row>(sql`
      select user_id as "userId", user_name as "userName", department, count(*) over ()::int as "totalCount" from enterprise_user
      where enterprise_id = ${tenant.id} and status = 'active' and user_name ilike ${likePattern(input.keyword)}
      order by user_name, user_id limit ${limit} offset ${offset}`);
    return rows;
  });
}

/**
 * Returns the names of lecturers, of files of the media library, of files that every visitor may see, and of members, for comparisons of documents, which have their ids. What is
 * deleted and who has left is named, too: a former version may refer to it.
 */
export async function listNames(
  { db, tenant }: Context,
  { ids }: OperationInput<'POST /system/auth/content/name/list'>,
) {
  const wanted = sql.param(ids);
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select l.id, l.lecturer_name as name from lecturer l where l.enterprise_id = ${tenant.id} and l.id = any (${wanted}::uuid[])
    union all
    select f.id, coalesce(m.name, f.file_name) from file f
      left join media_file m on m.enterprise_id = f.enterprise_id and m.file_id = f.id
      where f.enterprise_id = ${tenant.id} and (m.file_id is not null or f.visibility = 'public') and f.id = any (${wanted}::uuid[])
    union all
    select u.user_id, u.user_name from enterprise_user u where u.enterprise_id = ${tenant.id} and u.user_id = any (${wanted}::uuid[])`);
  return { names: rows };
}
