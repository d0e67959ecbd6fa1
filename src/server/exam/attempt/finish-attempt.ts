import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { grantResult } from '#src/server/exam/grant-pass.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import type { Attempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { rulesForClosing } from '#src/server/exam/read-regrades.ts';
import { scoreRegraded, withShort } from '#src/server/exam/regrade-rule.ts';
import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { storeFinal } from './change-result.ts';

/** `source` of the notice that an attempt has been marked. */
export const markedSource = (attemptId: string) => `marked:${attemptId}`;

/** What is needed of the exam of an attempt. */
type Rules = { title: string; passScore: string };

/**
 * Makes the result of a locked attempt final whose questions all have marks: score, the rewards of a pass, and a notice to
 * the candidate, in one transaction. @returns whether it is passed
 */
export async function finishAttempt(db: TenantDb, attempt: Attempt, rules: Rules, at: Date): Promise<boolean> {
  const { enterpriseId, id, userId, examId, paper } = attempt;
  const regraded = await rulesForClosing(db, attempt);
  const given = withShort(paper, {}, attempt.marks!);
  const answers = attempt.submittedAnswers ?? {};
  const scored = scoreRegraded(paper, { answers, given, rules: regraded ?? new Map(), passScore: rules.passScore });
  const objective = regraded ? scored.objective : toHundredths(attempt.objectiveScore!);
  const passed = objective + scored.subjective >= scored.passMark;
  const marks = regraded ? scored.marks : attempt.marks;
  const result = {
    ...{ passed, marks, givenMarks: regraded ? given : null },
    ...{ notCounted: scored.notCounted, regradedScores: scored.regradedScores },
    totalScore: String(fromHundredths(scored.total)),
    objectiveScore: String(fromHundredths(objective)),
    subjectiveScore: String(fromHundredths(scored.subjective)),
  };
  // Now, not when the last mark was given: the days for appeals begin.
  await storeFinal(db, attempt, result, at);
  await appendJournal(pgClientOf(db), enterpriseId, [
    { attemptId: id, kind: 'mark', at, data: { status: 'marked' }, content: { marks, passed } },
  ]);
  await grantResult(db, { enterpriseId, userId, examId, at });
  await sendNotices(db, enterpriseId, [
    {
      ...{ userId, kind: 'examMarked', detail: { title: rules.title } },
      ...{ path: `/account/exam/examSuccess?id=${id}`, source: markedSource(id), at },
    },
  ]);
  return passed;
}
