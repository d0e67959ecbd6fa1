import { sql, type SQL } from 'drizzle-orm';
import type { SubjectKind } from '#src/contract/rules/requirement.ts';
import { dayOf, zonedTime } from '#src/lib/dates.ts';
import { ids } from './reconcile.ts';

/* SQL of the states of people in requirements. The alias of their moments is `k`. */

/** The time in an enterprise. */
type Clock = { tenant: { id: string; timeZone: string }; now: () => Date };

/** A moment as a parameter. */
export const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** The moment that a question is about: now, or the end of a day. */
export function momentOf({ now, tenant }: Clock, on: string | undefined): Date {
  const at = now();
  if (on === undefined || on === dayOf(at, tenant.timeZone)) return at;
  return endOf(on, tenant.timeZone);
}

/** The last moment of a day. @param days added to it */
export function endOf(day: string, timeZone: string, days = 0): Date {
  const next = new Date(Date.parse(day) + (days + 1) * 86_400_000).toISOString().slice(0, 10);
  return new Date(zonedTime(`${next}T00:00`, timeZone).getTime() - 1);
}

/** The state at a moment. */
export const stateAt = (at: Date): SQL<string> =>
  sql`portal.requirement_state_at(${instant(at)}, k.due_at, k.valid_until, k.renew_from, k.is_started, k.exempt_until)`;

/** Moments are stored as the first one that is too late; this is the last one that is not. */
const lastBefore = (moment: SQL): SQL => sql`(nullif(${moment}, 'infinity') - interval '1 millisecond')`;

/** The date of the state at a moment (`Cell` of the contract), as text of JSON. */
export const dateAt = (at: Date): SQL<string | null> => sql`case
  when k.exempt_until > ${instant(at)} then ${lastBefore(sql`k.exempt_until`)}
  when k.valid_until > ${instant(at)} then nullif(k.valid_until, 'infinity')
  else ${lastBefore(sql`k.due_at`)} end`;
export const dueDate = lastBefore(sql`k.due_at`);

/** Whether what `momentOf` returned is on an earlier day. The clock has moved on since, so it cannot be compared with now. */
export const isPast = ({ now, tenant }: Clock, at: Date): boolean =>
  dayOf(at, tenant.timeZone) < dayOf(now(), tenant.timeZone);

/**
 * The states that a question about many people is about, for `from`: the stored ones of today and later, which follow what happens within
 * seconds; those computed from the ledger for earlier days.
 * @param at what `momentOf` returned
 * @param which, people null: all
 */
export function statesFrom(
  ctx: Clock,
  at: Date,
  which: readonly string[] | null = null,
  people: readonly string[] | null = null,
): SQL {
  const { tenant } = ctx;
  if (isPast(ctx, at))
    return sql`portal.past_requirement_states(${tenant.id}, ${instant(at)}, ${ids(which)}, ${ids(people)}) k`;
  return sql`(select * from requirement_state s where s.enterprise_id = ${tenant.id}
    ${which ? sql`and s.requirement_id = any (${ids(which)})` : sql``}
    ${people ? sql`and s.user_id = any (${ids(people)})` : sql``}) k`;
}

/** The same, always computed: what somebody has just done counts at once. */
export function computedStates(
  { tenant, now }: Clock,
  at: Date,
  which: readonly string[] | null,
  people: readonly string[] | null,
): SQL {
  const known = at < now() ? at : now();
  return sql`portal.requirement_states(${tenant.id}, ${instant(known)}, ${ids(which)}, ${ids(people)}) k`;
}

/** The title of what can fulfil a requirement, by two columns. */
export const titleOf = (enterpriseId: string, kind: SQL, id: SQL): SQL<string> => sql`case ${kind}
  when 'course' then (select c.title from course c where c.enterprise_id = ${enterpriseId} and c.id = ${id})
  when 'project' then (select p.title from project p where p.enterprise_id = ${enterpriseId} and p.id = ${id})
  when 'exam' then (select e.title from exam e where e.enterprise_id = ${enterpriseId} and e.id = ${id})
  else (select c.certificate_name from certificate c where c.enterprise_id = ${enterpriseId} and c.id = ${id}) end`;

/** What can fulfil a version of a requirement, as JSON: `requirement_id` and `version` are columns. */
export const subjectsOf = (
  enterpriseId: string,
  requirementId: SQL,
  version: SQL,
): SQL<{ kind: SubjectKind; id: string; title: string }[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'id', x.subject_id, 'title', ${titleOf(enterpriseId, sql`x.kind`, sql`x.subject_id`)}) order by x.id), '[]')
  from (
    select s.id, case when s.course_id is not null then 'course' when s.project_id is not null then 'project' when s.exam_id is not null then 'exam' else 'certificate' end as kind,
           coalesce(s.course_id, s.project_id, s.exam_id, s.certificate_id) as subject_id
    from requirement_subject s
    where s.enterprise_id = ${enterpriseId} and s.requirement_id = ${requirementId} and s.version = ${version}
  ) x)`;

/** From a hand-written query: an instant as text. */
export const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));
