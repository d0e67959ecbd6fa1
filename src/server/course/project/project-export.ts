import { sql } from 'drizzle-orm';
import { type ExportList, type OfPerson, personColumns, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { studiedColumn, studiedOrder } from '#src/server/export/studied-columns.ts';
import { hasPassedExam, isOpenExam } from './exam-sql.ts';
import { statusOf } from './read-projects.ts';

type Row = OfPerson & {
  title: string;
  studyProgress: number;
  courseCount: number;
  completedCount: number;
  gmtModified: Date;
};

/**
 * Export of learning projects: one row per person and project that the person has registered for or has started a course or exam of,
 * last studied first. Progress is that of `readProjects`.
 */
export const projectExport: ExportList<Row> = {
  query: (asked) => sql`
    select ${personSql}, p.title, s.count as "courseCount", s.completed as "completedCount",
           case when (p.registration_required and r.status is distinct from 'approved') or s.progress is null then 0
                when s.done then 100
                when s.progress > 0 then greatest(1, least(99, floor(s.progress)))::int
                else 0 end as "studyProgress",
           coalesce(s.gmt_modified, r.gmt_modified) as "gmtModified"
    from (
      select x.project_id, x.user_id from project_registration x where x.enterprise_id = ${asked.enterpriseId}
      union
      select x.project_id, g.user_id from project_course x
      join course_progress g on g.enterprise_id = x.enterprise_id and g.course_id = x.course_id
      where x.enterprise_id = ${asked.enterpriseId}
      union
      select x.project_id, a.user_id from project_exam x
      join exam_attempt a on a.enterprise_id = x.enterprise_id and a.exam_id = x.exam_id and a.voided_at is null
      where x.enterprise_id = ${asked.enterpriseId}
    ) q
    join project p on p.enterprise_id = ${asked.enterpriseId} and p.id = q.project_id and p.status = 'published'
    join enterprise_user u on u.enterprise_id = p.enterprise_id and u.user_id = q.user_id
    left join project_registration r
      on r.enterprise_id = p.enterprise_id and r.project_id = p.id and r.user_id = u.user_id
    cross join lateral (
      select (count(*) filter (where h.is_course))::int as count,
             (count(*) filter (where h.is_course and h.completed))::int as completed,
             case when bool_or(h.required) then bool_and(h.completed) filter (where h.required)
                  else bool_and(h.completed) end as done,
             case when bool_or(h.required) then avg(h.progress) filter (where h.required) else avg(h.progress) end as progress,
             max(h.gmt_modified) as gmt_modified
      from (
        select true as is_course, x.required, coalesce(g.status = 'completed', false) as completed, g.gmt_modified,
               case when g.status = 'completed' then 100 else least(coalesce(g.study_progress, 0), 99) end as progress
        from project_course x
        join course c on c.enterprise_id = x.enterprise_id and c.id = x.course_id and c.status = 'published'
        left join course_progress g
          on g.enterprise_id = x.enterprise_id and g.course_id = x.course_id and g.user_id = u.user_id
        where x.enterprise_id = p.enterprise_id and x.project_id = p.id
        union all
        select false, x.required, s.passed,
               (select max(coalesce(a.submitted_at, a.started_at)) from exam_attempt a
                where a.enterprise_id = x.enterprise_id and a.exam_id = x.exam_id and a.user_id = u.user_id and a.voided_at is null),
               case when s.passed then 100 else 0 end
        from project_exam x
        join exam e on e.enterprise_id = x.enterprise_id and e.id = x.exam_id and ${isOpenExam(sql`u.user_id`)}
        cross join lateral (select ${hasPassedExam(sql`u.user_id`)} as passed) s
        where x.enterprise_id = p.enterprise_id and x.project_id = p.id
      ) h
    ) s
    where ${inPeriod(asked, sql`coalesce(s.gmt_modified, r.gmt_modified)`)} and ${ofPeople(asked)}
    order by ${studiedOrder(asked, sql`coalesce(s.gmt_modified, r.gmt_modified)`)} desc, p.id, u.user_id`,
  columns: (t, asked) => [
    ...personColumns(asked),
    { name: 'project', width: 48, type: 'text', value: ({ title }) => title },
    {
      name: 'state',
      width: 14,
      type: 'text',
      value: ({ studyProgress }) => t(`enum:learningState.${statusOf(studyProgress)}`),
    },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'courseCount', width: 12, type: 'number', value: ({ courseCount }) => courseCount },
    { name: 'completedCount', width: 20, type: 'number', value: ({ completedCount }) => completedCount },
    studiedColumn(asked, 'studiedAt', ({ gmtModified }) => gmtModified),
  ],
};
