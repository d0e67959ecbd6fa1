import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';

/** `needed`: marks wanted in total; `score`: the one that counts, null until then. */
export type Agreement = { needed: number; score: number | null };
type Rules = { /** Points. */ tolerance: number; step: number; /** Full score of the question. */ most: number };

/**
 * The outcome of the marks given so far, in their order. One mark counts as it is; of two that differ by no more than the
 * tolerance the mean counts, rounded to the step; otherwise a third one decides alone.
 * @param needed marks wanted so far: 1, 2 or 3
 */
export function agree(marks: readonly number[], needed: number, { tolerance, step, most }: Rules): Agreement {
  if (marks.length < needed) return { needed, score: null };
  if (needed !== 2) return { needed, score: marks[needed - 1]! };
  const [one, two] = marks.map(toHundredths) as [number, number];
  if (Math.abs(one - two) > toHundredths(tolerance)) return { needed: 3, score: null };
  const unit = toHundredths(step);
  const mean = Math.round((one + two) / 2 / unit) * unit;
  return { needed, score: fromHundredths(Math.min(mean, toHundredths(most))) };
}
