import { shuffle } from '#src/lib/shuffle.ts';
import type { Choosable } from './open-banks.ts';

export type Wish = { topic?: string; difficulty?: number; count: number; only: 'all' | 'new' | 'mistakes' };
/** Questions that the user has practised, and those in the book of mistakes. */
export type Known = { seen: ReadonlySet<string>; mistakes: ReadonlySet<string> };

/**
 * Chooses the questions of a practice at random: only those that fit the wish, at most `count`, none twice. With `all`, those
 * that the user has not practised come first, so that repeated practices go through the whole bank.
 * @param random returns numbers in [0, 1), which determine the choice
 */
export function pickQuestions(
  pool: readonly Choosable[],
  { topic, difficulty, count, only }: Wish,
  { seen, mistakes }: Known,
  random: () => number,
): string[] {
  const fitting = pool.filter(
    (each) =>
      (topic === undefined || each.topic === topic) &&
      (difficulty === undefined || each.difficulty === difficulty) &&
      (only !== 'new' || !seen.has(each.id)) &&
      (only !== 'mistakes' || mistakes.has(each.id)),
  );
  const mixed = shuffle(fitting, random).map(({ id }) => id);
  const [fresh, repeated] = [mixed.filter((id) => !seen.has(id)), mixed.filter((id) => seen.has(id))];
  return [...fresh, ...repeated].slice(0, count);
}
