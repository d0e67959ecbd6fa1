import { and, asc, eq } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { storeMarks } from '#src/server/exam/attempt/change-result.ts';
import { markingAnswer, markingMark } from './tables.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import { lockAttempt, type Attempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { toHundredths } from '#src/server/exam/score-paper.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { agree } from './agree.ts';
import { finishAttempt } from '#src/server/exam/attempt/finish-attempt.ts';
import type { Rules } from './read-rules.ts';
import { readRules } from './read-rules.ts';

export type NewMark = { questionId: string; score: number; points?: number[]; remark?: string };
export type Outcome = 'waiting' | 'third' | 'final';
export type Given = {
  outcomes: Outcome[];
  status: 'submitted' | 'marked';
  unmarkedCount: number;
  passed: boolean | null;
};

/**
 * Locks an attempt for its marker.
 * @throws AppError 403 for the marker's own attempt; 404, also for an exam that the viewer does not mark; 409 while it is open, when its result is final, or for a question
 * that is withheld from this marker (decision 029)
 */
export async function lockForMarker(ctx: Context, attemptId: string, questionIds: string[]) {
  const { db, tenant, viewer, now } = ctx;
  const attempt = await lockAttempt(db, tenant.id, attemptId);
  if (attempt.userId === viewer.userId) throw new AppError(403, 'cannotMarkOwn');
  await requireMarker(ctx, attempt.examId);
  if (attempt.status === 'open') throw new AppError(409, 'attemptOpen');
  if (attempt.status === 'marked') throw new AppError(409, 'alreadyMarked');
  const who = { enterpriseId: tenant.id, userId: viewer.userId, now: now() };
  const withheld = await withheldFromMarker(db, { ...who, questionIds });
  if (withheld.size > 0) throw new AppError(409, 'markingWithheld');
  return { attempt, rules: await readRules(db, tenant.id, attempt.examId) };
}

/**
 * Gives marks to short answers of a locked attempt. A mark counts when as many markers as the exam wants have given theirs
 * and agree; when the last answer has one and the exam does not publish results together, the result becomes final.
 * @throws AppError 409 when another marker holds an answer, or an answer has no place for a mark of this marker; 422 for a
 * question that is not a short answer of this paper, a score above the maximum, or no multiple of the exam's step
 */
export async function giveMarks(ctx: Context, attempt: Attempt, rules: Rules, marks: NewMark[]): Promise<Given> {
  const { db, tenant, now, viewer } = ctx;
  const at = now();
  const short = new Map(attempt.paper.filter(({ type }) => type === 'short').map((q) => [q.questionId, q]));
  check(marks, short, rules);
  const counted = { ...attempt.marks };
  const remarks = { ...attempt.remarks };
  const outcomes: Outcome[] = [];
  for (const mark of marks) {
    const { outcome, score, remark, round } = await giveMark(ctx, attempt, rules, mark, short.get(mark.questionId)!);
    outcomes.push(outcome);
    if (score !== null) {
      counted[mark.questionId] = score;
      if (remark) remarks[mark.questionId] = remark;
      else delete remarks[mark.questionId];
    }
    const { questionId, ...content } = mark;
    await appendJournal(pgClientOf(db), tenant.id, [
      { attemptId: attempt.id, kind: 'mark', at, data: { questionId, round, outcome }, content },
    ]);
  }
  const unmarkedCount = [...short.keys()].filter((id) => counted[id] === undefined).length;
  await storeMarks(db, attempt, { marks: counted, remarks, markedBy: viewer.userId, markedAt: at });
  if (unmarkedCount > 0 || rules.publishMarks === 'together')
    return { outcomes, status: 'submitted', unmarkedCount, passed: null };
  const passed = await finishAttempt(db, { ...attempt, marks: counted }, rules, at);
  return { outcomes, status: 'marked', unmarkedCount, passed };
}

function check(marks: NewMark[], short: Map<string, PaperQuestion>, rules: Rules) {
  const wrong: { field: string; key: string }[] = [];
  marks.forEach(({ questionId, score }, i) => {
    const question = short.get(questionId);
    if (!question) wrong.push({ field: `marks.${i}.questionId`, key: 'field.unknownQuestion' });
    else if (toHundredths(score) > toHundredths(question.score))
      wrong.push({ field: `marks.${i}.score`, key: 'field.scoreTooHigh' });
    else if (toHundredths(score) % toHundredths(rules.step) !== 0)
      wrong.push({ field: `marks.${i}.score`, key: 'field.scoreStep' });
  });
  if (wrong.length) throw new AppError(422, 'invalid', { fields: wrong });
}

async function giveMark(ctx: Context, attempt: Attempt, rules: Rules, mark: NewMark, question: PaperQuestion) {
  const { db, tenant, viewer } = ctx;
  const at = ctx.now();
  const { questionId } = mark;
  const key = { enterpriseId: tenant.id, attemptId: attempt.id, questionId };
  const row = await answerOf(ctx, attempt, questionId);
  const ofAnswer = and(
    eq(markingMark.enterpriseId, tenant.id),
    eq(markingMark.attemptId, attempt.id),
    eq(markingMark.questionId, questionId),
  );
  const given = await db.select().from(markingMark).where(ofAnswer).orderBy(asc(markingMark.round));
  const mine = given.find(({ userId }) => userId === viewer.userId);
  // A single mark can be corrected until the result is final, also by another marker; of two only the first, by its own.
  const corrects = row.needed === 1 && row.given === 1;
  const round = corrects ? 1 : (mine?.round ?? row.given + 1);
  if (!corrects && (row.score !== null || (mine && row.given > 1))) throw new AppError(409, 'answerMarked');
  const entry = { userId: viewer.userId, score: String(mark.score), points: mark.points ?? null, at };
  const values = { ...entry, remark: mark.remark || null };
  await db
    .insert(markingMark)
    .values({ ...key, round, ...values })
    .onConflictDoUpdate({
      target: [markingMark.enterpriseId, markingMark.attemptId, markingMark.questionId, markingMark.round],
      set: values,
    });
  const all = [...given.filter((each) => each.round !== round), { round, ...values }].sort((a, b) => a.round - b.round);
  const scores = all.map(({ score }) => Number(score));
  const scale = { tolerance: Number(rules.tolerance), step: Number(rules.step), most: question.score };
  const { needed, score } = agree(scores, row.needed, scale);
  await db
    .update(markingAnswer)
    .set({
      ...{ needed, given: all.length, score: score === null ? null : String(score) },
      ...{ heldBy: null, heldUntil: null },
    })
    .where(
      and(
        eq(markingAnswer.enterpriseId, tenant.id),
        eq(markingAnswer.attemptId, attempt.id),
        eq(markingAnswer.questionId, questionId),
      ),
    );
  const outcome: Outcome = score !== null ? 'final' : needed === 3 ? 'third' : 'waiting';
  const told = needed === 3 ? all.slice(2) : all;
  const remark = [...new Set(told.map((each) => each.remark).filter(Boolean))].join('\n');
  return { outcome, score, remark, round };
}

/** The answer's row in the queue. An answer that was marked when the attempt was closed, because it is empty, gets one. */
async function answerOf({ db, tenant, viewer, now }: Context, attempt: Attempt, questionId: string) {
  const { id: attemptId, examId, submittedAt } = attempt;
  await db
    .insert(markingAnswer)
    .values({ enterpriseId: tenant.id, attemptId, questionId, examId, submittedAt: submittedAt! })
    .onConflictDoNothing();
  const [row] = await db
    .select({ answer: markingAnswer, holder: enterpriseUser.userName })
    .from(markingAnswer)
    .leftJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, markingAnswer.enterpriseId), eq(enterpriseUser.userId, markingAnswer.heldBy)),
    )
    .where(
      and(
        eq(markingAnswer.enterpriseId, tenant.id),
        eq(markingAnswer.attemptId, attemptId),
        eq(markingAnswer.questionId, questionId),
      ),
    );
  const { answer, holder } = row!;
  if (answer.heldBy && answer.heldBy !== viewer.userId && answer.heldUntil! > now())
    throw new AppError(409, 'answerHeld', { params: { userName: holder! } });
  return answer;
}
