import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { givenMarks, markOf, passMark, regradedQuestion } from '#src/server/exam/regrade-rule.ts';
import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';
import { type OfQuestion, readGroups, readSamples, type ResultGroup } from './read-results.ts';

/** What a regrade does to the result of an attempt that crosses a threshold; the first is that of the pass mark. */
export const CHANGES = ['fails', 'missesCertificate', 'passes', 'reachesCertificate'] as const;
type Change = (typeof CHANGES)[number];

/** A group, and its results before and after the regrade, in hundredths. */
export type Regraded = ResultGroup & { after: number; passMark: number; change: Change | null };

type How = { before: RegradeRule; after: RegradeRule; passScore: string; certificateScore: string | null };

/** Computes what a regrade of a question changes in final results, if it has not been applied to any of them. */
export async function regradeGroups(
  db: TenantDb,
  which: OfQuestion & { type: PaperQuestion['type'] },
  how: How,
): Promise<Regraded[]> {
  const groups = await readGroups(db, which, which.type === 'blank');
  // Attempts with the same answer have the same question, maybe with other letters and another score.
  const byAnswer = Map.groupBy(groups, ({ chosen }) => chosen);
  const firsts = [...byAnswer.values()].map(([first]) => first!.attemptId);
  const samples = new Map((await readSamples(db, which, firsts)).map((sample) => [sample.attemptId, sample]));
  return groups.map((group) => {
    const { question, answer } = samples.get(byAnswer.get(group.chosen)![0]!.attemptId)!;
    const own = { ...question, score: fromHundredths(group.most) };
    return regradeGroup(group, { question: own, answer: question.type === 'blank' ? group.answer : answer }, how);
  });
}

function regradeGroup(
  group: ResultGroup,
  { question, answer }: { question: PaperQuestion; answer: unknown },
  { before, after, passScore, certificateScore }: How,
): Regraded {
  const { questionId } = question;
  const stored = group.hasGiven
    ? group.given
    : givenMarks([question], { [questionId]: answer }, { [questionId]: fromHundredths(group.mark) })[questionId];
  const mark = markOf(question, after, { answer, given: stored ?? undefined })!;
  const worth = (rule: RegradeRule) => {
    const full = toHundredths(rule.score ?? question.score);
    return {
      counted: toHundredths(regradedQuestion(question, rule).score),
      dropped: rule.void === 'drop' ? full : 0,
    };
  };
  const [was, is] = [worth(before), worth(after)];
  const paper = { counted: group.fullScore, dropped: group.notCounted };
  const now = {
    counted: paper.counted - was.counted + is.counted,
    dropped: paper.dropped - was.dropped + is.dropped,
  };
  const score = group.score - group.mark + mark;
  const pass = passMark(passScore, now);
  const earns = (points: number, of: typeof paper, passed: boolean) =>
    certificateScore !== null && passed && points >= passMark(certificateScore, of);
  const passes = score >= pass;
  const [earned, earnsNow] = [earns(group.score, paper, group.passed), earns(score, now, passes)];
  const change =
    passes !== group.passed
      ? passes
        ? 'passes'
        : 'fails'
      : earned === earnsNow
        ? null
        : earnsNow
          ? 'reachesCertificate'
          : 'missesCertificate';
  return { ...group, after: score, passMark: pass, change };
}
