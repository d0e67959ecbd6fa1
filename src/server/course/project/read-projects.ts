import { sql, type SQL } from 'drizzle-orm';
import { ratingMean } from '#src/server/course/course-card.ts';
import { hasPassedExam, isOpenExam } from './exam-sql.ts';
import { stateOf, type RegistrationStatus } from '#src/server/course/study-state.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { localizedText } from '#src/lib/localized.ts';

type Row = {
  id: string;
  title: string;
  summary: string | null;
  description: string | null;
  cover_file_id: string | null;
  category_id: string | null;
  category_name: LocalizedText | null;
  registration_required: boolean;
  registration: RegistrationStatus | null;
  start_at: string | null;
  end_at: string | null;
  published_at: string;
  course_count: number;
  required_count: number;
  class_hours: string;
  credits: string;
  like_count: number;
  rating_count: number;
  rating_sum: number;
  student_count: number;
  study_progress: number;
  total_count: number;
};

type Reading = {
  where: SQL;
  order?: SQL;
  limit?: number;
  offset?: number;
  /** User whose progress is returned; null: no progress. */
  userId: string | null;
};

/**
 * Reads published projects. `where` and `order` refer to the columns of `found`. Each project has sums over its
 * published courses and the user's progress: over the required courses and exams, or over all if none is required. Progress is 0
 * while a required registration is not approved.
 */
export async function readProjects(
  { db, tenant, locale }: PublicContext,
  { where, order = sql`found.published_at desc`, limit = 1, offset = 0, userId }: Reading,
) {
  const user = sql`${userId}::uuid`;
  const { rows } = await db.execute<Row>(sql`
    with held as (
      select pc.project_id, true as is_course, pc.required, c.class_hours, c.credits, coalesce(t.student_count, 0) as students,
             coalesce(p.status = 'completed', false) as completed,
             case when p.status = 'completed' then 100 else least(coalesce(p.study_progress, 0), 99) end as progress
      from project_course pc
      join course c on c.enterprise_id = pc.enterprise_id and c.id = pc.course_id
        and portal.course_status(c.status, c.enterprise_id, ${userId}, c.id) = 'published'
      left join subject_total t on t.enterprise_id = pc.enterprise_id and t.subject_type = 'course' and t.subject_id = pc.course_id
      left join course_progress p on p.enterprise_id = pc.enterprise_id and p.course_id = pc.course_id and p.user_id = ${userId}
      where pc.enterprise_id = ${tenant.id}
      union all
      select x.project_id, false, x.required, 0, 0, 0, q.passed, case when q.passed then 100 else 0 end
      from project_exam x
      join exam e on e.enterprise_id = x.enterprise_id and e.id = x.exam_id and ${isOpenExam(user)}
      cross join lateral (select ${hasPassedExam(user)} as passed) q
      where x.enterprise_id = ${tenant.id}
    ), sums as (
      select project_id, count(*) filter (where is_course)::int as course_count,
             count(*) filter (where is_course and required)::int as required_count,
             sum(class_hours) as class_hours, sum(credits) as credits, sum(students)::int as student_count,
             case when bool_or(required) then bool_and(completed) filter (where required) else bool_and(completed) end as completed,
             case when bool_or(required) then avg(progress) filter (where required) else avg(progress) end as progress
      from held group by project_id
    ), found as (
      select p.*, g.name as category_name, r.status as registration,
             coalesce(s.course_count, 0) as course_count, coalesce(s.required_count, 0) as required_count,
             coalesce(s.class_hours, 0) as class_hours, coalesce(s.credits, 0) as credits,
             coalesce(s.student_count, 0) as student_count, coalesce(t.like_count, 0) as like_count,
             coalesce(t.rating_count, 0) as rating_count, coalesce(t.rating_sum, 0) as rating_sum,
             case when (p.registration_required and r.status is distinct from 'approved') or s.progress is null then 0
                  when s.completed then 100
                  when s.progress > 0 then greatest(1, least(99, floor(s.progress)))::int
                  else 0 end as study_progress
      from project p
      left join category g on g.enterprise_id = p.enterprise_id and g.id = p.category_id and g.published
      left join project_registration r on r.enterprise_id = p.enterprise_id and r.project_id = p.id and r.user_id = ${userId}
      left join subject_total t on t.enterprise_id = p.enterprise_id and t.subject_type = 'project' and t.subject_id = p.id
      left join sums s on s.project_id = p.id
      where p.enterprise_id = ${tenant.id} and p.status = 'published'
    )
    select found.*, (count(*) over ())::int as total_count from found
    where ${where} order by ${order} limit ${limit} offset ${offset}`);
  return rows.map((row) => projectCard(row, locale));
}

function projectCard(row: Row, locale: PublicContext['locale']) {
  const { study_progress: studyProgress } = row;
  return {
    totalCount: row.total_count,
    id: row.id,
    title: row.title,
    summary: row.summary,
    description: row.description,
    cover: publicFileUrl(row.cover_file_id),
    categoryId: row.category_name ? row.category_id : null,
    categoryName: row.category_name ? localizedText(row.category_name, locale) : null,
    registrationRequired: row.registration_required,
    // Hand-written SQL returns timestamps as text.
    publishedAt: new Date(row.published_at),
    startAt: row.start_at === null ? null : new Date(row.start_at),
    endAt: row.end_at === null ? null : new Date(row.end_at),
    courseCount: row.course_count,
    requiredCount: row.required_count,
    classHours: row.class_hours,
    credits: row.credits,
    likeCount: row.like_count,
    ratingCount: row.rating_count,
    ratingMean: ratingMean(row.rating_sum, row.rating_count),
    studentCount: row.student_count,
    projectState: row.registration_required ? stateOf(row.registration) : ('open' as const),
    studyProgress,
    status: statusOf(studyProgress),
  };
}

/** Learning state of a project with this progress. */
export const statusOf = (progress: number) =>
  progress === 100 ? ('completed' as const) : progress > 0 ? ('learning' as const) : ('notStarted' as const);
