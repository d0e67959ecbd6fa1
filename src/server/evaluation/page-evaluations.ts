import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { EvaluationState, FormKind } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { assessedBy, openAssessments } from './open-assessments.ts';
import { EVALUATION_JOINS, isUnattended } from './read-evaluations.ts';
import { evaluationPath } from './step-notices.ts';

type Row = {
  id: string;
  kind: FormKind;
  title: string;
  context: string;
  userName: string;
  department: string | null;
  attempt: number;
  state: EvaluationState;
  score: string | null;
  passed: boolean | null;
  at: string;
  totalCount: number;
  meanScore: string | null;
  passedCount: number;
};
type Paged = { pageCurrent: number; pageSize: number };

/** An assessor `a` has something to do with evaluation `e`. */
const waitsAt = (at: Date) => sql`(
  (e.state in ('assessing', 'superiorAssessment') and a.submitted_at is null
   and (t.end_at is null or t.end_at > ${at.toISOString()}::timestamptz or t.late_completion))
  or e.state = 'talk' or (e.state = 'confirmation' and e.superior_confirmed_at is null))`;

/**
 * Lists what the viewer assesses: what waits for them, oldest first, or what they have assessed, latest first. What waits for
 * somebody who has left waits for the administrators.
 */
export async function pageEvaluations(
  ctx: Context,
  { status, ...page }: OperationInput<'POST /course/auth/evaluation/page'>,
) {
  const at = ctx.now();
  await openAssessments(ctx.db, ctx.tenant.id, at, assessedBy(ctx.tenant.id, ctx.viewer.userId));
  const assessed = sql`exists (select from evaluation_assessment a where a.enterprise_id = e.enterprise_id
    and a.evaluation_id = e.id and a.user_id = ${ctx.viewer.userId} and a.role = 'assessor'
    and ${status === 'waiting' ? waitsAt(at) : sql`a.submitted_at is not null and not ${waitsAt(at)}`})`;
  const mine = status === 'waiting' && ctx.viewer.isAdmin ? sql`(${assessed} or ${isUnattended(at)})` : assessed;
  const order = status === 'waiting' ? sql`e.submitted_at, e.id` : sql`e.gmt_modified desc, e.id desc`;
  return readRows(ctx, page, mine, order, sql`e.submitted_at`);
}

/** Lists what waits for the viewer, for the panel "Teaching". */
export async function pageWaiting(ctx: Context, page: OperationInput<'POST /course/auth/evaluation/waiting/page'>) {
  const { list, ...rest } = await pageEvaluations(ctx, { ...page, status: 'waiting' });
  return {
    ...rest,
    list: list.map(({ id, title, context, userName, at }) => ({
      id,
      title,
      detail: context,
      personName: userName,
      at,
      path: evaluationPath(id),
    })),
  };
}

/** SQL condition on `evaluation e`: finished ones whose results a user sees: lecturers of their courses, administrators all. */
export const resultsOf = (
  { userId, isAdmin }: { userId: string; isAdmin: boolean },
  { kind, keyword }: { kind?: string | undefined; keyword?: string | undefined },
): SQL => sql`e.state = 'done'
  ${
    isAdmin
      ? sql``
      : sql`and exists (select from lecturer l where l.enterprise_id = c.enterprise_id and l.id = c.lecturer_id
          and l.user_id = ${userId})`
  }
  ${kind ? sql`and f.kind = ${kind}` : sql``}
  ${keyword ? sql`and strpos(lower(concat_ws(' ', f.title, m.user_name, c.title, t.title)), lower(${keyword})) > 0` : sql``}`;

/** Lists finished evaluations, latest first, with the mean score and the number of passes of all that are found. */
export async function pageResults(
  ctx: Context,
  { kind, keyword, ...page }: OperationInput<'POST /course/auth/evaluation/result/page'>,
) {
  const where = resultsOf(ctx.viewer, { kind, keyword });
  const order = sql`e.done_at desc, e.id desc`;
  const found = await readRows(ctx, page, where, order, sql`e.done_at`);
  const [first] = found.list;
  return { ...found, meanScore: first?.meanScore ?? null, passedCount: first?.passedCount ?? 0 };
}

async function readRows({ db, tenant }: Context, page: Paged, where: SQL, order: SQL, at: SQL) {
  const found = await readPage(page, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select e.id, f.kind, f.title, coalesce(c.title, t.title, '') as context, m.user_name as "userName", m.department,
             e.attempt, e.state, e.score, e.passed, ${at} as at, (count(*) over ())::int as "totalCount",
             round(avg(e.score) over (), 2) as "meanScore",
             (count(*) filter (where e.passed) over ())::int as "passedCount"
      from evaluation e ${EVALUATION_JOINS}
      where e.enterprise_id = ${tenant.id} and ${where}
      order by ${order} limit ${limit} offset ${offset}`);
    return rows;
  });
  return { ...found, list: found.list.map((row) => ({ ...row, at: new Date(row.at) })) };
}
