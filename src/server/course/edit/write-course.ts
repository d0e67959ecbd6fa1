import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Editing } from '#src/server/core/content-kind.ts';
import { course, coursePerson, courseRule } from '../tables.ts';
import type { CourseDocument, CourseItem, PlainItem } from './course-document.ts';
import { columnsOf } from './item-types.ts';

type Settings = Omit<CourseDocument, 'items' | 'certificate'> & { certificateId: string | null };
type Audience = 'restricted' | 'rules' | 'people';

const columns = ({
  summary,
  description,
  points,
  maxPlaybackRate,
  ...settings
}: Omit<Settings, 'rules' | 'people'>) => ({
  ...settings,
  ...{ summary: summary || null, description: description || null },
  ...{ points: String(points), maxPlaybackRate: String(maxPlaybackRate) },
});

/** Adds a course that nobody sees. @returns its id */
export async function insertCourse({ db, enterpriseId, now }: Editing, document: CourseDocument): Promise<string> {
  const [made] = await db
    .insert(course)
    .values({
      ...{ enterpriseId, code: `portal-${randomUUID()}`, title: document.title },
      ...{ status: 'unpublished' as const, gmtCreate: now, gmtModified: now },
    })
    .returning({ id: course.id });
  return made!.id;
}

/** Stores the settings of a course with its audience. */
export async function writeCourse(
  { db, enterpriseId, now }: Editing,
  id: string,
  // A draft of before there were audiences has none.
  { restricted = false, rules = [], people = [], ...settings }: Omit<Settings, Audience> & Partial<Settings>,
): Promise<void> {
  await db
    .update(course)
    .set({ ...columns({ ...settings, restricted }), gmtModified: now })
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.id, id)));
  const own = { enterpriseId, courseId: id };
  for (const table of [courseRule, coursePerson])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.courseId, id)));
  if (!restricted) return;
  if (rules.length > 0) await db.insert(courseRule).values(rules.map((rule) => ({ ...own, ...rule })));
  const named = [...new Map(people.map((each) => [each.userId, each])).values()];
  if (named.length > 0) await db.insert(coursePerson).values(named.map((person) => ({ ...own, ...person })));
}

/** Shows a course to learners, or hides it. It counts as new when it is shown for the first time. */
export async function setCoursePublished(
  { db, enterpriseId, now }: Editing,
  id: string,
  isPublished: boolean,
): Promise<void> {
  const shown = isPublished ? sql`case when restricted then 'restricted' else 'published' end` : sql`'unpublished'`;
  await db.execute(sql`
    update course
    set status = ${shown}, gmt_modified = ${now.toISOString()},
        published_at = case when ${isPublished} and code like 'portal-%' and status = 'unpublished'
                              and not exists (select from course_progress p where p.enterprise_id = course.enterprise_id and p.course_id = course.id)
                            then ${now.toISOString()} else published_at end
    where enterprise_id = ${enterpriseId} and id = ${id} and status <> ${shown}`);
}

/** Shows a course to everybody, in the transaction of a preview: its editor need not be in the audience. */
export async function showToAll({ db, enterpriseId }: Editing, id: string): Promise<void> {
  await db
    .update(course)
    .set({ status: 'published' })
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.id, id)));
}

/**
 * Stores the items of a course in their order. Items keep their ids, and with them the progress of the learners; those that are missing are
 * unpublished, because progress and attempts refer to them. What sessions, questionnaires and recordings have set is kept.
 */
export async function writeItems(
  { db, enterpriseId }: Editing,
  courseId: string,
  items: readonly (PlainItem & Pick<CourseItem, 'questionnaire' | 'evaluation'>)[],
): Promise<void> {
  const rows = items.map((item, sort) => ({
    ...{
      id: item.id,
      parent_id: item.parentId,
      name: item.name,
      file_id: item.fileId,
      exam_id: item.examId,
      seconds: item.seconds,
      sort,
    },
    activity: activityOf(item),
    ...{
      link_url: item.type === 'link' ? item.url : null,
      release_at: item.releaseAt,
      release_days: item.releaseDays || null,
    },
    ...{ content_type: columnsOf(item.type).contentType, resource_type: columnsOf(item.type).resourceType },
  }));
  const ids = sql.param(items.map(({ id }) => id));
  await db.execute(sql`
    update course_resource set published = false
    where enterprise_id = ${enterpriseId} and course_id = ${courseId} and published and id <> all (${ids}::uuid[])`);
  const approved = items
    .filter(({ type, evaluation }) => type === 'practice' && evaluation === null)
    .map(({ id }) => id);
  if (approved.length > 0)
    await db.execute(sql`
      update course_resource set activity = null
      where enterprise_id = ${enterpriseId} and course_id = ${courseId} and activity = 'evaluation' and id = any (${sql.param(approved)}::uuid[])`);
  await db.execute(sql`
    insert into course_resource as r
      (enterprise_id, id, course_id, code, parent_id, sub_resource_name, content_type, resource_type, file_id, exam_id, link_url, release_at,
       release_days, total_duration, sort, activity, published)
    select ${enterpriseId}::uuid, i.id, ${courseId}::uuid, 'portal-' || i.id, i.parent_id, i.name, i.content_type, i.resource_type,
           i.file_id, i.exam_id, i.link_url, i.release_at, i.release_days, i.seconds, i.sort, i.activity, true
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as i (id uuid, parent_id uuid, name text, content_type int, resource_type int, file_id uuid, exam_id uuid, link_url text, release_at timestamptz, release_days int, seconds int, sort int, activity text)
    on conflict (enterprise_id, id) do update
      set parent_id = excluded.parent_id, sub_resource_name = excluded.sub_resource_name, content_type = excluded.content_type,
          file_id = excluded.file_id, exam_id = excluded.exam_id, link_url = excluded.link_url, release_at = excluded.release_at,
          release_days = excluded.release_days, sort = excluded.sort, published = true,
          activity = case when excluded.activity in ('questionnaire', 'evaluation') then excluded.activity else r.activity end,
          resource_type = case when r.activity = 'live' then r.resource_type else excluded.resource_type end,
          total_duration = case when r.activity = 'live' then r.total_duration else excluded.total_duration end
      where r.course_id = excluded.course_id`);
}

/** What is set up for an item by its document; null: nothing, or sessions. */
function activityOf({ type, questionnaire, evaluation }: Pick<CourseItem, 'type' | 'questionnaire' | 'evaluation'>) {
  if (type === 'live') return 'live';
  if (type === 'questionnaire' && questionnaire) return 'questionnaire';
  return (type === 'practice' || type === 'evaluation') && evaluation ? 'evaluation' : null;
}
