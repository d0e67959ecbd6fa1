import type { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { givenMarks, passMark, type Rules, scoreRegraded, withShort, worthOf } from '#src/server/exam/regrade-rule.ts';
import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';

type Stored = Pick<
  typeof examAttempt.$inferSelect,
  | 'status'
  | 'passed'
  | 'paper'
  | 'submittedAnswers'
  | 'marks'
  | 'givenMarks'
  | 'objectiveScore'
  | 'subjectiveScore'
  | 'totalScore'
  | 'notCounted'
>;
type How = { rules: Rules; passScore: string; certificateScore: string | null; keepPasses: boolean };

/**
 * Scores a closed attempt anew by the rules of its exam. An attempt that follows them already, because it was closed or
 * marked since the regrade was stored, stays as it is. Marks of short answers without a final result stay as they were given:
 * the regrade is applied to them when the result is final.
 * @returns the new values of the attempt, its scores and pass mark in points, and whether it has reached the minimum score of the
 * certificate before and reaches it now; null: there is none, or the result is not final
 */
export function regradeAttempt(attempt: Stored, { rules, passScore, certificateScore, keepPasses }: How) {
  const { paper, passed } = attempt;
  const answers = attempt.submittedAnswers ?? {};
  const old = attempt.marks ?? {};
  const isFinal = attempt.status === 'marked';
  const given = attempt.givenMarks ?? givenMarks(paper, answers, old);
  const scored = scoreRegraded(paper, { answers, given, rules, passScore });
  const scoreAfter = scored.objective + (isFinal ? scored.subjective : 0);
  const scoreBefore = toHundredths(attempt.objectiveScore!) + (isFinal ? toHundredths(attempt.subjectiveScore!) : 0);
  const reaches = scoreAfter >= scored.passMark;
  const passedAfter = isFinal ? reaches || (keepPasses && passed === true) : null;
  const totalScore = String(fromHundredths(scored.total));
  const least = (worth: Parameters<typeof worthOf>[0]) => passMark(certificateScore!, worthOf(worth));
  return {
    values: {
      marks: isFinal ? scored.marks : withShort(paper, scored.marks, old),
      givenMarks: isFinal ? given : withShort(paper, {}, given),
      objectiveScore: String(fromHundredths(scored.objective)),
      subjectiveScore: isFinal ? String(fromHundredths(scored.subjective)) : null,
      ...{ totalScore, notCounted: scored.notCounted, regradedScores: scored.regradedScores },
      passed: passedAfter,
      passKept: isFinal && passedAfter === true && !reaches,
    },
    scoreBefore: fromHundredths(scoreBefore),
    scoreAfter: fromHundredths(scoreAfter),
    passMark: fromHundredths(scored.passMark),
    certificate:
      certificateScore === null || !isFinal
        ? null
        : {
            before: passed === true && scoreBefore >= least(attempt),
            after: passedAfter === true && scoreAfter >= least({ totalScore, notCounted: scored.notCounted }),
          },
  };
}
