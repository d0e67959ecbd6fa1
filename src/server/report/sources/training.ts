import { sql } from 'drizzle-orm';
import { type Asked, instant, member, percentOf, personFields, type SourceSql } from './source.ts';

/* What people have done. Figures are those of the lists of people, records and the matrix. */

export const peopleSource = ({ enterpriseId }: Asked): SourceSql<'people'> => ({
  from: sql`(select * from enterprise_user where enterprise_id = ${enterpriseId} and erased_at is null) u`,
  fields: { ...personFields, status: sql`u.status`, userType: sql`u.user_type::text` },
  moments: { added: sql`u.gmt_create` },
});

export const studySource = ({ enterpriseId, locale }: Asked): SourceSql<'study'> => ({
  from: sql`(select * from course_progress where enterprise_id = ${enterpriseId}) p
    join course c on c.enterprise_id = ${enterpriseId} and c.id = p.course_id
    left join category g on g.enterprise_id = ${enterpriseId} and g.id = c.category_id
    ${member(enterpriseId, sql`p.user_id`)}`,
  fields: {
    ...personFields,
    course: { text: sql`c.title`, id: sql`c.id` },
    category: { text: sql`coalesce(g.name ->> ${locale}, g.name ->> 'zh', g.name ->> 'en')`, id: sql`g.id` },
    courseType: sql`c.course_type::text`,
    learning: sql`p.status`,
    progress: sql`p.study_progress`,
    minutes: sql`p.study_seconds / 60.0`,
    completedRate: percentOf(sql`p.status = 'completed'`),
  },
  moments: { started: sql`p.started_at`, completed: sql`p.completed_at` },
});

/** A result is known when all answers are marked; the person of a paper that waits for blind marking is not named (decision 060). */
export const examSource = ({ enterpriseId }: Asked): SourceSql<'exams'> => {
  const isMarked = sql`(a.status = 'marked' and a.voided_at is null)`;
  const score = sql`case when ${isMarked} then coalesce(a.objective_score, 0) + coalesce(a.subjective_score, 0) end`;
  const shown = sql`not (e.blind_marking and a.status = 'submitted')`;
  const when = (column: typeof score) => sql`case when ${shown} then ${column} end`;
  const { person, employeeNo, department, position } = personFields;
  const hidden = (field: typeof person) => ({ text: when(field.text), id: when(field.id) });
  return {
    from: sql`(select * from exam_attempt where enterprise_id = ${enterpriseId} and not trial) a
      join exam e on e.enterprise_id = ${enterpriseId} and e.id = a.exam_id
      left join course c on c.enterprise_id = ${enterpriseId} and c.id = e.course_id
      ${member(enterpriseId, sql`a.user_id`)}`,
    fields: {
      person: hidden(person),
      employeeNo: when(employeeNo),
      department: hidden(department),
      position: hidden(position),
      exam: { text: sql`e.title`, id: sql`e.id` },
      course: { text: sql`c.title`, id: sql`c.id` },
      sitting: sql`case when a.voided_at is not null then 'voided' else a.status end`,
      result: sql`case when not ${isMarked} then 'waiting' when a.passed then 'passed' else 'failed' end`,
      score,
      percent: sql`100 * (${score}) / nullif(a.total_score, 0)`,
      passRate: sql`case when ${isMarked} then case when a.passed then 100 else 0 end end`,
    },
    moments: { started: when(sql`a.started_at`) },
  };
};

/** Entries of the ledger; reversals are rows with a negative amount, so sums are those of the totals. */
export const hoursSource = ({ enterpriseId }: Asked): SourceSql<'hours'> => {
  const amount = (kind: string) => sql`case when l.kind = ${kind} then l.amount end`;
  return {
    from: sql`(select * from ledger_entry where enterprise_id = ${enterpriseId}) l
      ${member(enterpriseId, sql`l.user_id`)}
      left join lateral (
        select h.department_id from member_history h
        where h.enterprise_id = ${enterpriseId} and h.user_id = l.user_id and h.since <= l.gmt_create
        order by h.since desc, h.id desc limit 1) h on true
      left join department d on d.enterprise_id = ${enterpriseId} and d.id = h.department_id`,
    fields: {
      ...personFields,
      departmentThen: { text: sql`d.path`, id: sql`d.id` },
      kind: sql`l.kind`,
      hourKind: sql`l.hour_kind`,
      title: sql`l.title`,
      hours: amount('hours'),
      credits: amount('credits'),
      points: amount('points'),
      year: sql`lpad(l.year::text, 4, '0')`,
    },
    moments: { earned: sql`l.gmt_create` },
  };
};

/** Days before its end in which a certificate counts as expiring. */
const EXPIRING_DAYS = 60;

export const certificateSource = ({ enterpriseId, now }: Asked): SourceSql<'certificates'> => ({
  from: sql`(select * from user_certificate where enterprise_id = ${enterpriseId}) h
    join certificate k on k.enterprise_id = ${enterpriseId} and k.id = h.certificate_id
    ${member(enterpriseId, sql`h.user_id`)}`,
  fields: {
    ...personFields,
    certificate: { text: sql`k.certificate_name`, id: sql`k.id` },
    certificateNo: sql`h.certificate_no`,
    issueWay: sql`h.issue_way`,
    validity: sql`case when h.revoked_at is not null then 'revoked' when h.expires_at <= ${instant(now)} then 'expired'
      when h.expires_at <= ${instant(now)} + make_interval(days => ${EXPIRING_DAYS}) then 'expiring' else 'held' end`,
  },
  moments: { issued: sql`h.issued_at`, expires: sql`h.expires_at` },
});

/** The stored states of active members in published requirements, as in the matrix of now. */
export const requirementSource = ({ enterpriseId, now }: Asked): SourceSql<'requirements'> => {
  const state = sql`portal.requirement_state_at(${instant(now)}, k.due_at, k.valid_until, k.renew_from, k.is_started, k.exempt_until)`;
  return {
    from: sql`(select * from requirement_state where enterprise_id = ${enterpriseId}) k
      join requirement r on r.enterprise_id = ${enterpriseId} and r.id = k.requirement_id and r.phase = 'published'
      join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = k.user_id and u.status = 'active'`,
    fields: {
      ...personFields,
      requirement: { text: sql`r.title`, id: sql`r.id` },
      state,
      fulfilledRate: percentOf(sql`${state} in ('fulfilled', 'dueSoon', 'exempt')`),
    },
    moments: { due: sql`nullif(k.due_at, 'infinity') - interval '1 millisecond'` },
  };
};
