import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { markingAnswer } from './tables.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { blindOrder } from './blind-order.ts';
import { readRules, type Rules } from './read-rules.ts';
import { HOLD_SECONDS, viewHeld } from './view-held.ts';

type Input = OperationInput<'POST /exam/auth/exam/marking/answer/open'>;

/**
 * Holds the next answer that waits for the viewer's mark: the one already held, otherwise the oldest submission that nobody
 * else holds, or in blind marking one regardless of its time. Own attempts, answers that the viewer has marked, and questions of
 * decision 029 are left out. With `again` the hold of that answer is renewed; null: another marker holds or has marked it.
 * @throws AppError 404 when the exam does not exist here, or the viewer does not mark it
 */
export async function openAnswer(ctx: Context, { examId, questionId, after, again }: Input) {
  const { db, tenant, viewer } = ctx;
  const at = ctx.now();
  await requireMarker(ctx, examId);
  const rules = await readRules(db, tenant.id, examId);
  await closeExpired(db, { enterpriseId: tenant.id, now: at, closedBy: 'timer', examId });
  if (after) await giveBack(ctx, after);
  const waits = sql`${await waitsFor(ctx, examId)} ${questionId ? sql`and m.question_id = ${questionId}` : sql``}`;
  const { rows: counted } = await db.execute<{ count: number }>(sql`select count(*)::int as count ${waits}`);
  const found = again
    ? await hold(
        ctx,
        sql`${waits} and (m.attempt_id, m.question_id) = (${again.attemptId}, ${again.questionId})`,
        rules,
      )
    : ((after && (await hold(ctx, sql`${waits} and ${isBehind(ctx, rules, after)}`, rules))) ??
      (await hold(ctx, waits, rules)));
  const answer = found && (await viewHeld(ctx, rules, found));
  // A hold that could not be renewed leaves the others as they are.
  if (again && !found) return { answer: null, waitingCount: counted[0]!.count };
  await db
    .update(markingAnswer)
    .set({ heldBy: null, heldUntil: null })
    .where(
      and(
        eq(markingAnswer.enterpriseId, tenant.id),
        eq(markingAnswer.examId, examId),
        eq(markingAnswer.heldBy, viewer.userId),
        isNull(markingAnswer.score),
        found ? sql`(attempt_id, question_id) <> (${found.attemptId}, ${found.questionId})` : undefined,
      ),
    );
  return { answer: answer ?? null, waitingCount: counted[0]!.count };
}

/** `from … where …` of the answers `m` of an exam that wait for the viewer's mark and that nobody else holds. */
export async function waitsFor({ db, tenant, viewer, now }: Context, examId: string): Promise<SQL> {
  const at = now();
  const asked = await db
    .selectDistinct({ id: markingAnswer.questionId })
    .from(markingAnswer)
    .where(
      and(eq(markingAnswer.enterpriseId, tenant.id), eq(markingAnswer.examId, examId), isNull(markingAnswer.score)),
    );
  const questionIds = asked.map(({ id }) => id);
  const withheld = await withheldFromMarker(db, {
    ...{ enterpriseId: tenant.id, userId: viewer.userId, now: at },
    questionIds,
  });
  return sql`
    from marking_answer m
    join exam_attempt a on a.enterprise_id = m.enterprise_id and a.id = m.attempt_id
    where m.enterprise_id = ${tenant.id} and m.exam_id = ${examId} and m.score is null
      and a.status = 'submitted' and a.user_id <> ${viewer.userId}
      and (m.held_by is null or m.held_by = ${viewer.userId} or m.held_until <= ${at.toISOString()}::timestamptz)
      and m.question_id <> all(${sql.param([...withheld])}::uuid[])
      and not exists (select from marking_mark k where k.enterprise_id = m.enterprise_id
        and k.attempt_id = m.attempt_id and k.question_id = m.question_id and k.user_id = ${viewer.userId})`;
}

/** SQL of the order of the queue, of answers `answer`. */
const orderOf = ({ blind }: Rules, answer: SQL): SQL => sql`
  ${blind ? blindOrder(sql`${answer}.attempt_id`) : sql`${answer}.submitted_at`}, ${answer}.attempt_id, ${answer}.question_id`;

const isBehind = ({ tenant }: Context, rules: Rules, { attemptId, questionId }: NonNullable<Input['after']>) => sql`
  (${orderOf(rules, sql`m`)}) > (
    select ${orderOf(rules, sql`l`)} from marking_answer l
    where l.enterprise_id = ${tenant.id} and l.attempt_id = ${attemptId} and l.question_id = ${questionId})`;

async function hold({ db, tenant, viewer, now }: Context, waits: SQL, rules: Rules) {
  const until = new Date(now().getTime() + HOLD_SECONDS * 1000);
  const { rows } = await db.execute<{ attemptId: string; questionId: string }>(sql`
    with next as (
      select m.enterprise_id, m.attempt_id, m.question_id ${waits}
      order by m.held_by is not distinct from ${viewer.userId}::uuid desc, ${orderOf(rules, sql`m`)}
      limit 1 for update of m skip locked
    )
    update marking_answer h set held_by = ${viewer.userId}, held_until = ${until.toISOString()}::timestamptz
    from next where h.enterprise_id = ${tenant.id} and h.attempt_id = next.attempt_id and h.question_id = next.question_id
    returning h.attempt_id as "attemptId", h.question_id as "questionId"`);
  return rows[0];
}

async function giveBack({ db, tenant, viewer }: Context, { attemptId, questionId }: NonNullable<Input['after']>) {
  await db
    .update(markingAnswer)
    .set({ heldBy: null, heldUntil: null })
    .where(and(ofAnswer(tenant.id, attemptId, questionId), eq(markingAnswer.heldBy, viewer.userId)));
}

const ofAnswer = (enterpriseId: string, attemptId: string, questionId: string) =>
  and(
    eq(markingAnswer.enterpriseId, enterpriseId),
    eq(markingAnswer.attemptId, attemptId),
    eq(markingAnswer.questionId, questionId),
  );
