import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { blockedFor, withoutKey } from './require-question.ts';

type Row = {
  id: string;
  version: number;
  userName: string;
  gmtCreate: string;
  reason: string;
  ruleBefore: RegradeRule;
  ruleAfter: RegradeRule;
  keepPasses: boolean;
  attemptCount: number;
  doneCount: number;
  changedCount: number;
  gainedCount: number;
  lostCount: number;
  doneAt: string | null;
  totalCount: number;
};

/**
 * Lists the regrades of a question with their progress, newest first; without keys for those who may not see them.
 * @throws AppError 404 when the exam does not exist here, or the viewer does not mark it
 */
export async function pageRegrades(ctx: Context, input: OperationInput<'POST /exam/auth/exam/regrade/page'>) {
  const { db, tenant } = ctx;
  const { examId, questionId } = input;
  await requireMarker(ctx, examId);
  const page = await readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select r.id, r.version, u.user_name as "userName", r.gmt_create as "gmtCreate", r.reason,
             r.rule_before as "ruleBefore", r.rule_after as "ruleAfter", r.keep_passes as "keepPasses",
             r.attempt_count as "attemptCount", r.done_at as "doneAt", c.*, (count(*) over ())::int as "totalCount"
      from exam_regrade r
      join enterprise_user u on u.enterprise_id = r.enterprise_id and u.user_id = r.created_by
      cross join lateral (
        select count(*)::int as "doneCount",
          count(*) filter (where x.score_before <> x.score_after)::int as "changedCount",
          count(*) filter (where not x.passed_before and x.passed_after)::int as "gainedCount",
          count(*) filter (where x.passed_before and not x.passed_after)::int as "lostCount"
        from exam_regrade_attempt x where x.enterprise_id = r.enterprise_id and x.regrade_id = r.id
      ) c
      where r.enterprise_id = ${tenant.id} and r.exam_id = ${examId} and r.question_id = ${questionId}
      order by r.number desc limit ${limit} offset ${offset}`);
    return rows;
  });
  const blocked = await blockedFor(ctx, examId, questionId);
  const shown = (rule: RegradeRule) => (blocked ? withoutKey(rule) : rule);
  const list = page.list.map(({ gmtCreate, doneAt, ruleBefore, ruleAfter, ...row }) => ({
    ...row,
    ...{ ruleBefore: shown(ruleBefore), ruleAfter: shown(ruleAfter) },
    ...{ gmtCreate: new Date(gmtCreate), doneAt: doneAt === null ? null : new Date(doneAt) },
  }));
  return { ...page, list };
}
