import { sql } from 'drizzle-orm';
import { LEAST_ANSWERS } from '#src/contract/rules/questionnaire.ts';
import { type Asked, instant, personFields, type SourceSql } from './source.ts';

/** Lessons that count for teaching hours, and ratings of the courses of a lecturer: a row is one of them. */
export const lecturerSource = ({ enterpriseId, now }: Asked): SourceSql<'lecturers'> => ({
  from: sql`(
      select r.lecturer_id, r.course_id, r.title, r.taught_at, r.class_hours as hours, r.attendee_count as attendees, null::integer as rating
      from teaching_record r
      where r.enterprise_id = ${enterpriseId} and r.published and r.taught_at <= ${instant(now)}
      union all
      select c.lecturer_id, c.id, null, x.gmt_modified, null, null, x.rating
      from reaction x
      join course c on c.enterprise_id = x.enterprise_id and c.id = x.subject_id and c.lecturer_id is not null
      where x.enterprise_id = ${enterpriseId} and x.subject_type = 'course' and x.rating is not null
    ) r
    join lecturer l on l.enterprise_id = ${enterpriseId} and l.id = r.lecturer_id
    left join course c on c.enterprise_id = ${enterpriseId} and c.id = r.course_id`,
  fields: {
    lecturer: { text: sql`l.lecturer_name`, id: sql`l.id` },
    level: sql`l.lecturer_level`,
    course: { text: sql`c.title`, id: sql`c.id` },
    lesson: sql`r.title`,
    hours: sql`r.hours`,
    attendees: sql`r.attendees`,
    rating: sql`r.rating`,
  },
  moments: { taught: sql`r.taught_at` },
});

/**
 * Items of orders, and costs of sessions of classes. The costs of a session are shared equally by those who have a place, so that sums by
 * department are what was spent for its people; the shares of a session add up to its costs.
 */
export const costSource = ({ enterpriseId }: Asked): SourceSql<'costs'> => ({
  from: sql`(
      select 'order' as cost_kind, null as session, i.price * i.seats as amount, o.buyer_id as user_id, i.course_id, o.order_no, o.state, i.seats, i.price, o.currency, o.gmt_create as at,
             (select count(*) from course_seat s
              where s.enterprise_id = i.enterprise_id and s.order_id = i.order_id and s.course_id = i.course_id) as used
      from course_order o
      join course_order_item i on i.enterprise_id = o.enterprise_id and i.order_id = o.id
      where o.enterprise_id = ${enterpriseId}
      union all
      select k.kind, coalesce(t.title, r.sub_resource_name), k.amount / greatest(n.people, 1), p.user_id, r.course_id, null, null, null, null,
             null, t.start_at, null
      from training_cost k
      join training_session t on t.enterprise_id = k.enterprise_id and t.id = k.session_id
      join course_resource r on r.enterprise_id = t.enterprise_id and r.id = t.resource_id
      cross join lateral (
        select count(*) as people from training_seat x
        where x.enterprise_id = t.enterprise_id and x.session_id = t.id and x.status = 'booked') n
      left join training_seat p on p.enterprise_id = t.enterprise_id and p.session_id = t.id and p.status = 'booked'
      where k.enterprise_id = ${enterpriseId}
    ) o
    left join course c on c.enterprise_id = ${enterpriseId} and c.id = o.course_id
    left join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = o.user_id`,
  fields: {
    ...personFields,
    costKind: sql`o.cost_kind`,
    course: { text: sql`c.title`, id: sql`c.id` },
    session: sql`o.session`,
    orderNo: sql`o.order_no`,
    orderState: sql`o.state`,
    seats: sql`o.seats`,
    seatsUsed: sql`o.used`,
    price: sql`o.price`,
    amount: sql`o.amount`,
    currency: sql`o.currency`,
  },
  moments: { ordered: sql`o.at` },
});

/**
 * Questionnaires and the questions with a scale. Of answers only what their results show as well (decision 053): nothing before
 * five, and of anonymous ones those that are released. There are no days and no people: differences between two reports would name them.
 */
export const questionnaireSource = ({ enterpriseId }: Asked): SourceSql<'questionnaires'> => ({
  from: sql`(
      select q.id, q.title, q.anonymous, r.course_id, n.learners, n.responses, x.question, x.answers, x.mean
      from questionnaire q
      join course_resource r on r.enterprise_id = q.enterprise_id and r.id = q.resource_id
      cross join lateral (
        select (select count(*) from course_progress p where p.enterprise_id = q.enterprise_id and p.course_id = r.course_id) as learners,
               (select count(*) from questionnaire_completion d
                where d.enterprise_id = q.enterprise_id and d.questionnaire_id = q.id) as responses) n
      left join lateral (
        select s.title as question, count(a.value) as answers, avg(a.value) as mean
        from jsonb_path_query(q.pages, '$[*].questions[*] ? (@.kind == "scale")') j
        cross join lateral (select j ->> 'title' as title, j ->> 'code' as code) s
        join (
          select d.answers from questionnaire_completion d
          where d.enterprise_id = ${enterpriseId} and d.questionnaire_id = q.id and d.answers is not null
          union all
          select d.answers from questionnaire_sheet d
          where d.enterprise_id = ${enterpriseId} and d.questionnaire_id = q.id and d.released
        ) t on true
        cross join lateral (select (t.answers -> s.code ->> 'value')::numeric as value) a
        group by s.code, s.title having count(a.value) >= ${LEAST_ANSWERS}) x on true
      where q.enterprise_id = ${enterpriseId}
    ) q
    join course c on c.enterprise_id = ${enterpriseId} and c.id = q.course_id`,
  fields: {
    questionnaire: { text: sql`q.title`, id: sql`q.id` },
    course: { text: sql`c.title`, id: sql`c.id` },
    question: sql`q.question`,
    anonymity: sql`case when q.anonymous then 'anonymous' else 'named' end`,
    learners: sql`q.learners`,
    responses: sql`q.responses`,
    responseRate: sql`round(100.0 * q.responses / nullif(q.learners, 0), 2)`,
    answers: sql`q.answers`,
    mean: sql`q.mean`,
  },
  moments: {},
});
