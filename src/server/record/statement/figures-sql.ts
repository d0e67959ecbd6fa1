import { sql, type SQL } from 'drizzle-orm';
import { eventOf } from '../event-of.ts';
import type { Sums } from '../tables/statement.ts';

/** A calendar year in the time zone of an enterprise. */
export type Period = { enterpriseId: string; timeZone: string; year: number };

/** SQL condition: a time is in the year. */
const inYear = (
  time: SQL,
  { timeZone, year }: Period,
) => sql`(${time} >= make_timestamptz(${year}, 1, 1, 0, 0, 0, ${timeZone})
  and ${time} < make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, ${timeZone}))`;

/** SQL of the passes `a` of the year, as tasks and projects count them. */
export const passesIn = (period: Period) => sql`(
  select * from portal.exam_passes(${period.enterpriseId}) p where ${inYear(sql`p.submitted_at`, period)}) a`;

/** SQL condition: a certificate `c` was issued in the year, and is not revoked. */
export const issuedIn = (period: Period) => sql`(c.enterprise_id = ${period.enterpriseId} and c.revoked_at is null
  and ${inYear(sql`c.issued_at`, period)})`;

/** The columns of `figuresOf`, besides `user_id`. */
export type FigureRow = Record<'required' | 'culture' | 'lecturer' | 'other' | 'hours' | 'credits', string> & {
  exams: number;
  certificates: number;
};

/**
 * SQL of the figures of a year, one row for each person who has any: class hours by kind and credits from the totals of the ledger, exams and
 * certificates as numbers. A reversal counts in the year of what it reverses (docs/specification.md, section "Ledger").
 * @param whose condition on a column with the id of a person
 */
export function figuresOf(period: Period, whose: (userId: SQL) => SQL): SQL {
  const { enterpriseId, year } = period;
  const hours = (kind: string) =>
    sql`coalesce(sum(f.total) filter (where f.hour_kind = ${kind}), 0) as ${sql.raw(kind)}`;
  return sql`
    select f.user_id, ${hours('required')}, ${hours('culture')}, ${hours('lecturer')}, ${hours('other')},
           coalesce(sum(f.total) filter (where f.kind = 'hours'), 0) as hours,
           coalesce(sum(f.total) filter (where f.kind = 'credits'), 0) as credits,
           coalesce(sum(f.exams), 0)::int as exams, coalesce(sum(f.certificates), 0)::int as certificates
    from (
      select l.user_id, l.kind, l.hour_kind, l.total, 0 as exams, 0 as certificates from ledger_total l
      where l.enterprise_id = ${enterpriseId} and l.year = ${year} and l.kind in ('hours', 'credits') and ${whose(sql`l.user_id`)}
      union all
      select a.user_id, 'exams', '', 0, count(distinct a.exam_id), 0 from ${passesIn(period)}
      where ${whose(sql`a.user_id`)} group by a.user_id
      union all
      select c.user_id, 'certificates', '', 0, 0, count(*) from user_certificate c
      where ${issuedIn(period)} and ${whose(sql`c.user_id`)} group by c.user_id
    ) f
    group by f.user_id`;
}

/** The people of an organisation account: whoever had a seat of its approved orders at a point in time. */
export type Organisation = { buyerId: string; at: Date };

/** SQL: each person with the courses of the seats that an organisation had bought for them, and the exams of these, as arrays. */
export const seatsOf = (enterpriseId: string, { buyerId, at }: Organisation): SQL => sql`(
  select m.user_id, array_agg(m.course_id) as courses,
         array(select x.id from exam x where x.enterprise_id = ${enterpriseId} and x.course_id = any(array_agg(m.course_id))) as exams
  from (select distinct s.user_id, s.course_id
        from course_order o join course_seat s on s.enterprise_id = o.enterprise_id and s.order_id = o.id
        where o.enterprise_id = ${enterpriseId} and o.buyer_id = ${buyerId} and o.state = 'approved'
          and s.gmt_create <= ${at.toISOString()}::timestamptz) m
  group by m.user_id)`;

/**
 * SQL of the figures of a year of the people of an organisation, with the columns of `figuresOf`: only what the courses of their seats and the
 * exams of these have earned, because it sees nothing else (decision 113).
 */
export function figuresOfSeats(period: Period, organisation: Organisation): SQL {
  const { enterpriseId, year } = period;
  const arrays = { courses: sql`m.courses`, exams: sql`m.exams` };
  const hours = (kind: string) =>
    sql`coalesce(sum(f.amount) filter (where f.hour_kind = ${kind}), 0) as ${sql.raw(kind)}`;
  return sql`
    select f.user_id, ${hours('required')}, ${hours('culture')}, ${hours('lecturer')}, ${hours('other')},
           coalesce(sum(f.amount) filter (where f.kind = 'hours'), 0) as hours,
           coalesce(sum(f.amount) filter (where f.kind = 'credits'), 0) as credits,
           coalesce(sum(f.exams), 0)::int as exams, coalesce(sum(f.certificates), 0)::int as certificates
    from (
      select m.user_id, l.kind, l.hour_kind, l.amount, 0 as exams, 0 as certificates
      from ${seatsOf(enterpriseId, organisation)} m
      join ledger_entry l on l.enterprise_id = ${enterpriseId} and l.user_id = m.user_id and l.kind in ('hours', 'credits') and l.year = ${year}
      left join ledger_entry r on r.enterprise_id = l.enterprise_id and r.id = l.reversal_of
      where ${eventOf(sql`coalesce(r.source, l.source)`, arrays)}
      union all
      select m.user_id, 'exams', '', 0, count(distinct a.exam_id), 0
      from ${seatsOf(enterpriseId, organisation)} m
      join ${passesIn(period)} on a.user_id = m.user_id and a.exam_id = any(m.exams)
      group by m.user_id
      union all
      select m.user_id, 'certificates', '', 0, 0, count(*)
      from ${seatsOf(enterpriseId, organisation)} m
      join user_certificate c on c.user_id = m.user_id
      where ${issuedIn(period)} and ${eventOf(sql`c.source`, arrays)} group by m.user_id
    ) f
    group by f.user_id`;
}

/** SQL of the sums of `figuresOf` as a row of `FigureRow`; amounts are texts with two decimals. */
export const sumsOf = (figures: SQL) => sql`
  select ${sql.join(
    ['required', 'culture', 'lecturer', 'other', 'hours', 'credits'].map(
      (name) => sql`round(coalesce(sum(f.${sql.raw(name)}), 0), 2)::text as ${sql.raw(name)}`,
    ),
    sql`, `,
  )}, coalesce(sum(f.exams), 0)::int as exams, coalesce(sum(f.certificates), 0)::int as certificates
  from (${figures}) f`;

export const toSums = ({
  required,
  culture,
  lecturer,
  other,
  hours,
  credits,
  exams,
  certificates,
}: FigureRow): Sums => ({
  hours: { required, culture, lecturer, other, total: hours },
  credits,
  examCount: exams,
  certificateCount: certificates,
});
