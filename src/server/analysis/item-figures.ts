import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import { toHundredths } from '#src/server/exam/score-paper.ts';
import type { AnswerSums, ScoreSums } from './tables.ts';

/** Attempts from which discrimination and reliability are computed; below, one person decides them. */
export const LEAST_COUNT = 10;
/** Attempts from which the figures of a question are dependable; the usual recommendation. */
export const DEPENDABLE_COUNT = 30;

export type ItemFigures = {
  count: number;
  omitted: number;
  groupSizes: { upper: number; middle: number; lower: number };
  facility: number | null;
  discrimination: number | null;
  pointBiserial: number | null;
  seconds: number | null;
  timedCount: number;
  maxScore: number;
  /** Sample variance of the score, hundredths squared. */
  variance: number | null;
};

/** Returns the figures of one question. @param answers all its answers, at least one */
export function itemFigures(answers: AnswerSums[]): ItemFigures {
  const sum = (of: (answer: AnswerSums) => number) => answers.reduce((total, answer) => total + of(answer), 0);
  const count = sum((each) => each.count);
  const upper = sum((each) => each.upper);
  const lower = sum((each) => each.lower);
  const scoreSum = sum((each) => each.scoreSum);
  const scoreSquares = sum((each) => each.scoreSquares);
  const timedCount = sum((each) => each.timedCount);
  const isEnough = count >= LEAST_COUNT;
  const inUpper = share(
    sum((each) => each.upperScore),
    sum((each) => each.upperMost),
  );
  const inLower = share(
    sum((each) => each.lowerScore),
    sum((each) => each.lowerMost),
  );
  return {
    count,
    omitted: sum((each) => each.omitted),
    groupSizes: { upper, middle: count - upper - lower, lower },
    facility: share(
      scoreSum,
      sum((each) => each.mostSum),
    ),
    discrimination: isEnough && inUpper !== null && inLower !== null ? inUpper - inLower : null,
    pointBiserial: isEnough
      ? correlation({
          count,
          ...{ x: scoreSum, xx: scoreSquares },
          ...{ y: sum((each) => each.restSum), yy: sum((each) => each.restSquares) },
          xy: sum((each) => each.productSum),
        })
      : null,
    seconds: share(
      sum((each) => each.secondsSum),
      timedCount,
    ),
    timedCount,
    maxScore: Math.max(...answers.map(({ most }) => most)) / 100,
    variance: count > 1 ? Math.max(scoreSquares - scoreSum ** 2 / count, 0) / (count - 1) : null,
  };
}

/** Returns the answers to a question with the full score that it has by a regrade; `scoreSum` is of the marks by it already. */
function regradedAnswers(answers: AnswerSums[], { score }: Pick<RegradeRule, 'score'>): AnswerSums[] {
  if (score === null) return answers;
  const most = toHundredths(score);
  return answers.map((answer) => ({
    ...answer,
    ...{ most, mostSum: answer.count * most, upperMost: answer.upper * most, lowerMost: answer.lower * most },
  }));
}

/** Returns the figures of one question by the rule of a regrade: a void one has none that depend on marks. */
export function regradedFigures(answers: AnswerSums[], rule: RegradeRule): ItemFigures {
  const figures = itemFigures(regradedAnswers(answers, rule));
  return rule.void ? { ...figures, facility: null, discrimination: null, pointBiserial: null } : figures;
}

/** Pearson's correlation from sums; null when one of the variables does not vary. */
function correlation({ count, x, xx, y, yy, xy }: Record<'count' | 'x' | 'xx' | 'y' | 'yy' | 'xy', number>) {
  const spread = (count * xx - x * x) * (count * yy - y * y);
  return spread > 0 ? Math.max(-1, Math.min(1, (count * xy - x * y) / Math.sqrt(spread))) : null;
}

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/**
 * Cronbach's α of questions that all attempts have, k / (k - 1) · (1 - Σ variances / variance of the score).
 * @returns null for fewer than two questions, too few attempts or equal scores
 */
export function cronbachAlpha(items: Pick<ItemFigures, 'variance'>[], { count, variance }: ScoreSums): number | null {
  if (items.length < 2 || count < LEAST_COUNT || !variance) return null;
  const within = items.reduce((sum, item) => sum + item.variance!, 0);
  return (items.length / (items.length - 1)) * (1 - within / variance);
}
