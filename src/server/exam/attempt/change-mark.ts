import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { followResult } from '#src/server/exam/follow-result.ts';
import type { Attempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { readRegrades, rulesOf } from '#src/server/exam/read-regrades.ts';
import { givenMark, givenMarks, ruleOf, scoreRegraded } from '#src/server/exam/regrade-rule.ts';
import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';
import { storeResult } from './change-result.ts';

/** What is needed of the exam of an attempt. */
type Rules = { title: string; passScore: string };

type Change = {
  questionId: string;
  mark: number;
  /** Why, as the ledger and the certificate show it. */
  reason: string;
  at: Date;
};

/**
 * Changes one mark of a locked attempt whose result is final: the scores, and what follows from crossing the pass mark
 * (`followResult`). @returns whether the attempt is passed now
 */
export async function changeMark(db: TenantDb, attempt: Attempt, rules: Rules, change: Change): Promise<boolean> {
  const { enterpriseId, userId, examId, paper } = attempt;
  const { questionId, mark, reason, at } = change;
  const answers = attempt.submittedAnswers ?? {};
  const regraded = rulesOf(await readRegrades(db, enterpriseId, examId));
  const question = paper.find((each) => each.questionId === questionId)!;
  const before = attempt.givenMarks ?? givenMarks(paper, answers, attempt.marks ?? {});
  const rule = ruleOf(question, regraded);
  // A question that does not count keeps the mark that it had: a later regrade can restore it.
  const given = rule.void === 'drop' ? before : { ...before, [questionId]: givenMark(question, rule, mark) };
  const scored = scoreRegraded(paper, { answers, given, rules: regraded, passScore: rules.passScore });
  const passed = attempt.passKept || scored.objective + scored.subjective >= scored.passMark;
  await storeResult(db, attempt, {
    ...{ passed, marks: scored.marks, givenMarks: given },
    objectiveScore: String(fromHundredths(scored.objective)),
    subjectiveScore: String(fromHundredths(scored.subjective)),
  });
  const had = toHundredths(attempt.objectiveScore!) + toHundredths(attempt.subjectiveScore!);
  const has = scored.objective + scored.subjective;
  if (passed !== attempt.passed || (passed && has !== had)) {
    const changed = { enterpriseId, userId, examId, title: rules.title, reason, at, keepsCertificate: has >= had };
    await followResult(db, changed);
  }
  return passed;
}
