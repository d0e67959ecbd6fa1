import { sql } from 'drizzle-orm';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { localizedText } from '#src/lib/localized.ts';
import { hasPassedExam, isOpenExam } from './exam-sql.ts';
import { countedItems, stageLocks } from './stage-locks.ts';

type Row = {
  stage_id: string | null;
  name: LocalizedText | null;
  start_at: string | null;
  end_at: string | null;
  opens: 'always' | 'previous' | 'date';
  project_start: string | null;
  course_id: string | null;
  exam_id: string | null;
  title: string | null;
  required: boolean | null;
  progress: number | null;
  completed: boolean | null;
};

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * Returns the stages of a project with those courses and exams that the user, null for a visitor, may see, in order and with the user's
 * progress. What belongs to no stage comes first, in one with neither id nor name, if there is any. A lock closes the way through
 * the project only: a course or exam that is open otherwise stays open (decision 121).
 */
export async function readStages({ db, tenant, locale, now }: PublicContext, projectId: string, userId: string | null) {
  const user = sql`${userId}::uuid`;
  const { rows } = await db.execute<Row>(sql`
    with items as (
      select x.stage_id, x.sort, x.course_id, null::uuid as exam_id, c.title, x.required,
             coalesce(p.status = 'completed', false) as completed,
             case when p.status = 'completed' then 100 else least(coalesce(p.study_progress, 0), 99) end as progress
      from project_course x
      join course c on c.enterprise_id = x.enterprise_id and c.id = x.course_id
        and portal.course_status(c.status, c.enterprise_id, ${user}, c.id) = 'published'
      left join course_progress p on p.enterprise_id = x.enterprise_id and p.course_id = x.course_id and p.user_id = ${user}
      where x.enterprise_id = ${tenant.id} and x.project_id = ${projectId}
      union all
      select x.stage_id, x.sort, null, x.exam_id, e.title, x.required, q.passed, case when q.passed then 100 else 0 end
      from project_exam x
      join exam e on e.enterprise_id = x.enterprise_id and e.id = x.exam_id and ${isOpenExam(user)}
      cross join lateral (select ${hasPassedExam(user)} as passed) q
      where x.enterprise_id = ${tenant.id} and x.project_id = ${projectId}
    ), stages as (
      select s.id, s.name, s.start_at, s.end_at, s.opens, s.sort from project_stage s
      where s.enterprise_id = ${tenant.id} and s.project_id = ${projectId}
      union all
      select null, null, null, null, 'always', -1 where exists (select from items where stage_id is null)
    )
    select s.id as stage_id, s.name, s.start_at, s.end_at, s.opens, p.start_at as project_start,
           i.course_id, i.exam_id, i.title, i.required, i.progress, i.completed
    from project p
    cross join stages s
    left join items i on i.stage_id is not distinct from s.id
    where p.enterprise_id = ${tenant.id} and p.id = ${projectId}
    order by s.sort, s.id, i.sort, coalesce(i.course_id, i.exam_id)
    limit ${MAX_ITEMS.projectCourses + MAX_ITEMS.projectStages}`);
  const stages = [...Map.groupBy(rows, ({ stage_id }) => stage_id).values()].map((lines) => {
    const { stage_id: id, name, start_at, end_at, opens } = lines[0]!;
    const items = lines
      .flatMap((line) => (line.course_id || line.exam_id ? [itemOf(line)] : []))
      .slice(0, MAX_ITEMS.projectCourses);
    const startAt = dateOf(start_at);
    return { id, name: name && localizedText(name, locale), startAt, endAt: dateOf(end_at), opens, items };
  });
  const locks = stageLocks(dateOf(rows[0]?.project_start ?? null), stages, now());
  return stages.map((stage, at) => {
    const lock = locks[at]!;
    const counted = countedItems(stage.items);
    return {
      ...stage,
      ...{ done: counted.filter(({ completed }) => completed).length, all: counted.length },
      /** `waitsFor` is the name of the stage before; it has none when it is the first. */
      lock: lock && {
        opensAt: 'opensAt' in lock ? lock.opensAt : null,
        waitsFor: 'opensAt' in lock ? null : (stages[at - 1]!.name ?? ''),
      },
    };
  });
}

const itemOf = ({ course_id, exam_id, title, required, progress, completed }: Row) => ({
  ...{ courseId: course_id, examId: exam_id, title: title!, required: required!, completed: completed! },
  studyProgress: progress!,
});
