import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { isInScope, scopeOf } from '#src/contract/rules/rights.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { isChangeable } from './changeable.ts';
import { peopleFrom, PERSON } from './matrix.ts';
import { ids } from './reconcile.ts';
import { dateAt, dateOrNull, dueDate, instant, momentOf, stateAt, computedStates, titleOf } from './state-sql.ts';

type Why = Data<'GET /course/auth/requirement/why'>;
type Fact = Why['facts'][number];

/**
 * Says why a person is where they are with a requirement.
 * @throws AppError 404 for a requirement that does not exist, or somebody whom the viewer may not see
 */
export async function explainState(ctx: Context, input: OperationInput<'GET /course/auth/requirement/why'>) {
  const { db, tenant, viewer } = ctx;
  const { requirementId, userId, on } = input;
  const at = momentOf(ctx, on);
  const person = await findPerson(ctx, userId, at);
  type Found = Pick<Why, 'title' | 'dueDays' | 'dueFrom' | 'dueOn' | 'repeatMonths' | 'renewDays'> & { may: boolean };
  const { rows } = await db.execute<Found>(sql`
    select r.title, v.due_days as "dueDays", v.due_from as "dueFrom", v.due_on::text as "dueOn",
           v.repeat_months as "repeatMonths", v.renew_days as "renewDays", ${isChangeable(ctx)} as may
    from requirement r
    join requirement_version v on v.enterprise_id = r.enterprise_id and v.requirement_id = r.id
    where r.enterprise_id = ${tenant.id} and r.id = ${requirementId}
    order by (v.since <= ${instant(at)} and coalesce(v.until, 'infinity') > ${instant(at)}) desc nulls last, v.number desc limit 1`);
  const found = rows[0];
  if (!found) throw notFound();
  const { may, ...terms } = found;
  const state = await readState(ctx, requirementId, userId, at);
  const canWrite = isInScope(scopeOf(viewer, 'training.write'), person.ownDepartment);
  return {
    ...{ person, at, ...terms },
    cell: state && { requirementId, state: state.state, date: dateOrNull(state.date) },
    dueAt: state ? dateOrNull(state.dueAt) : null,
    assignments: await listAssignments(ctx, requirementId, userId, at),
    facts: await listFacts(ctx, requirementId, userId, at),
    decisions: await listDecisions(ctx, requirementId, userId, at),
    canChange: canWrite && (may || state !== null),
  };
}

type Person = Why['person'] & { ownDepartment: string | null };

/** @throws AppError 404 for somebody whom the viewer may not see */
export async function findPerson(ctx: Context, userId: string, at: Date): Promise<Person> {
  const { db, tenant } = ctx;
  const own = sql`(select u.department from enterprise_user u where u.enterprise_id = ${tenant.id} and u.user_id = p.user_id) as "ownDepartment"`;
  const { rows } = await db.execute<Person>(
    sql`select ${PERSON}, ${own} from ${peopleFrom(ctx, at)} where p.user_id = ${userId}`,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function readState(ctx: Context, requirementId: string, userId: string, at: Date) {
  type State = { state: NonNullable<Why['cell']>['state']; date: string | null; dueAt: string | null };
  const { rows } = await ctx.db.execute<State>(sql`
    select ${stateAt(at)} as state, ${dateAt(at)} as date, ${dueDate} as "dueAt"
    from ${computedStates(ctx, at, [requirementId], [userId])}`);
  return rows[0] ?? null;
}

/** When the person had the requirement, as it was known at the moment. */
async function listAssignments({ db, tenant }: Context, requirementId: string, userId: string, at: Date) {
  type Stored = Omit<Why['assignments'][number], 'openedAt' | 'closedAt'> & {
    openedAt: string;
    closedAt: string | null;
  };
  const { rows } = await db.execute<Stored>(sql`
    select a.opened_at as "openedAt", a.open_reason as "openReason",
           case when a.closed_at <= ${instant(at)} then a.closed_at end as "closedAt",
           case when a.closed_at <= ${instant(at)} then a.close_reason end as "closeReason"
    from requirement_assignment a
    where a.enterprise_id = ${tenant.id} and a.requirement_id = ${requirementId} and a.user_id = ${userId}
      and a.opened_at <= ${instant(at)}
    order by a.opened_at desc, a.id desc limit ${MAX_ITEMS.requirementFacts}`);
  return rows.map((row) => ({ ...row, openedAt: new Date(row.openedAt), closedAt: dateOrNull(row.closedAt) }));
}

/** What the person has done about it, newest first, and whether it counts; also what is not done at all. */
async function listFacts({ db, tenant }: Context, requirementId: string, userId: string, at: Date) {
  const now = instant(at);
  type Stored = Omit<Fact, 'doneAt' | 'endsAt'> & { doneAt: string | null; endsAt: string | null };
  const { rows } = await db.execute<Stored>(sql`
    with subjects as (
      select * from portal.requirement_subjects(${tenant.id}, ${now}, ${ids([requirementId])})
    ), facts as (
      select s.kind, s.subject_id, f.fact_id, f.done_at,
             nullif(portal.fact_end(${now}, f.done_at, f.expires_at, f.revoked_at, s.repeat_months, s.zone), 'infinity') as ends_at,
             case when f.done_at > ${now} then 'later'
                  when f.revoked_at <= ${now} then 'revoked'
                  when portal.fact_end(${now}, f.done_at, f.expires_at, f.revoked_at, s.repeat_months, s.zone) <= ${now} then 'expired'
                  else 'counts' end as verdict
      from subjects s
      join portal.requirement_facts(${tenant.id}, ${ids([userId])}) f on f.kind = s.kind and f.subject_id = s.subject_id
      union all
      select 'exam', a.exam_id, a.id, a.submitted_at, null, 'notPassed'
      from subjects s
      join exam_attempt a on a.enterprise_id = ${tenant.id} and a.exam_id = s.subject_id and a.user_id = ${userId}
      where s.kind = 'exam' and a.submitted_at <= ${now} and (a.passed is not true or a.voided_at is not null)
    )
    select s.kind, s.subject_id as id, ${titleOf(tenant.id, sql`s.kind`, sql`s.subject_id`)} as title, f.fact_id as "factId",
           (select c.certificate_no from user_certificate c where c.enterprise_id = ${tenant.id} and c.id = f.fact_id) as number,
           f.done_at as "doneAt", f.ends_at as "endsAt", coalesce(f.verdict, 'notCompleted') as verdict
    from subjects s left join facts f on f.kind = s.kind and f.subject_id = s.subject_id
    order by f.done_at desc nulls last, title, f.fact_id limit ${MAX_ITEMS.requirementFacts}`);
  return rows.map((row) => ({ ...row, doneAt: dateOrNull(row.doneAt), endsAt: dateOrNull(row.endsAt) }));
}

/** Exemptions and extensions, newest first. */
async function listDecisions({ db, tenant }: Context, requirementId: string, userId: string, at: Date) {
  const of = (name: string) => sql`${sql.identifier(name)} x
    left join enterprise_user u on u.enterprise_id = x.enterprise_id and u.user_id = x.created_by
    where x.enterprise_id = ${tenant.id} and x.requirement_id = ${requirementId} and x.user_id = ${userId} and x.gmt_create <= ${instant(at)}`;
  type Stored = Omit<Why['decisions'][number], 'at' | 'endedAt'> & { at: string; endedAt: string | null };
  const { rows } = await db.execute<Stored>(sql`
    select x.id, 'exemption' as kind, x.reason, x.until_on::text as on, x.gmt_create as at, u.user_name as "byName",
           case when x.ended_at <= ${instant(at)} then x.ended_at end as "endedAt" from ${of('requirement_exemption')}
    union all
    select x.id, 'extension', x.reason, x.due_on::text, x.gmt_create, u.user_name, null from ${of('requirement_extension')}
    order by at desc, id desc limit ${MAX_ITEMS.requirementFacts}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at), endedAt: dateOrNull(row.endedAt) }));
}
