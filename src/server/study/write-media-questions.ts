import { sql } from 'drizzle-orm';
import type { CourseItem } from '#src/server/course/edit/course-document.ts';
import type { Editing } from '#src/server/core/content-kind.ts';

type Question = CourseItem['questions'][number];

/** Reads the questions in the videos of a course, by the id of the item. */
export async function readMediaQuestions(
  { db, enterpriseId }: Editing,
  courseId: string,
): Promise<Map<string, Question[]>> {
  const { rows } = await db.execute<Question & { resourceId: string }>(sql`
    select q.id, q.resource_id as "resourceId", q.at_second as "atSecond", q.kind, q.stem, q.options, q.right_keys as "rightKeys",
           coalesce(q.explanation, '') as explanation, q.required
    from resource_question q
    join course_resource r on r.enterprise_id = q.enterprise_id and r.id = q.resource_id
    where q.enterprise_id = ${enterpriseId} and r.course_id = ${courseId} and q.published
    order by q.resource_id, q.at_second, q.sort, q.id`);
  const found = new Map<string, Question[]>();
  for (const { resourceId, ...question } of rows) found.set(resourceId, [...(found.get(resourceId) ?? []), question]);
  return found;
}

/** Stores the questions in the videos of a course. Those that are missing are unpublished: answers refer to them. */
export async function writeMediaQuestions(
  { db, enterpriseId }: Editing,
  courseId: string,
  items: readonly CourseItem[],
): Promise<void> {
  const rows = items.flatMap((item) =>
    item.questions.map(({ atSecond, rightKeys, explanation, ...question }, sort) => ({
      ...question,
      ...{
        resource_id: item.id,
        at_second: atSecond,
        right_keys: [...rightKeys].sort(),
        explanation: explanation || null,
        sort,
      },
      options: question.kind === 'judge' ? [] : question.options,
    })),
  );
  await db.execute(sql`
    update resource_question q set published = false
    from course_resource r
    where q.enterprise_id = ${enterpriseId} and r.enterprise_id = q.enterprise_id and r.id = q.resource_id and r.course_id = ${courseId}
      and q.published and q.id <> all (${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into resource_question as q
      (enterprise_id, id, resource_id, code, at_second, kind, stem, options, right_keys, explanation, required, sort, published)
    select ${enterpriseId}::uuid, i.id, i.resource_id, 'portal-' || i.id, i.at_second, i.kind, i.stem, i.options, i.right_keys, i.explanation,
           i.required, i.sort, true
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as i (id uuid, resource_id uuid, at_second int, kind text, stem text, options jsonb, right_keys jsonb, explanation text, required bool, sort int)
    on conflict (enterprise_id, id) do update
      set at_second = excluded.at_second, kind = excluded.kind, stem = excluded.stem, options = excluded.options,
          right_keys = excluded.right_keys, explanation = excluded.explanation, required = excluded.required, sort = excluded.sort, published = true
      where q.resource_id = excluded.resource_id`);
}
