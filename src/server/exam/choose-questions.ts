import { shuffle } from '#src/lib/shuffle.ts';

/** A question that can be drawn; difficulty from 1 to 4. */
export type Candidate = { id: string; difficulty: number };
/** A part of a paper: how many questions are drawn from which ones. */
export type Part<C extends Candidate> = { count: number; pool: readonly C[] };
export type Choice<C> = {
  /** The questions of each part, in random order. */
  chosen: C[][];
  /** How many questions each part lacks. */
  lacks: number[];
};

/**
 * Chooses the questions of a paper at random. No question appears twice, also if several parts draw from the same ones: a
 * part lacks questions only if no distribution fills all parts.
 * @param random returns numbers in [0, 1), which determine the choice
 * @param equalDifficulty the sum of the difficulties of each part is that of its pool on average, as near as its questions
 *   allow: papers then have the same mean difficulty
 */
export function chooseQuestions<C extends Candidate>(
  parts: readonly Part<C>[],
  random: () => number,
  equalDifficulty = false,
): Choice<C> {
  const pools = parts.map(({ pool }) => shuffle(pool, random));
  const chosen: C[][] = parts.map(() => []);
  const owners = new Map<string, number>();
  const next = parts.map(() => 0);
  const take = (part: number, item: C) => {
    owners.set(item.id, part);
    chosen[part]!.push(item);
  };

  /** Adds a question to a part; a part that has to give one away gets another one. */
  function fill(part: number, visited: Set<number>): boolean {
    visited.add(part);
    const pool = pools[part]!;
    while (next[part]! < pool.length && owners.has(pool[next[part]!]!.id)) next[part]! += 1;
    const free = pool[next[part]!];
    if (free) {
      take(part, free);
      return true;
    }
    for (const item of pool) {
      const owner = owners.get(item.id)!;
      if (visited.has(owner) || !fill(owner, visited)) continue;
      chosen[owner] = chosen[owner]!.filter((each) => each !== item);
      take(part, item);
      return true;
    }
    return false;
  }

  // Parts with few questions first, so that others rarely have to give any away.
  const order = parts.map((_, part) => part).sort((a, b) => pools[a]!.length - pools[b]!.length || a - b);
  for (const part of order) {
    const { count } = parts[part]!;
    while (chosen[part]!.length < count && fill(part, new Set())) continue;
  }
  if (equalDifficulty) for (const part of order) balance(chosen[part]!, { pool: pools[part]!, owners, part });
  return { chosen, lacks: parts.map(({ count }, part) => count - chosen[part]!.length) };
}

/** Exchanges questions of a part for free ones until the sum of its difficulties is that of the pool on average. */
function balance<C extends Candidate>(
  chosen: C[],
  { pool, owners, part }: { pool: readonly C[]; owners: Map<string, number>; part: number },
): void {
  const target = Math.round(chosen.length * meanDifficulty(pool));
  for (;;) {
    const gap = target - chosen.reduce((sum, item) => sum + item.difficulty, 0);
    if (gap === 0) return;
    let best: { at: number; by: C; step: number } | null = null;
    for (const [at, item] of chosen.entries()) {
      const by = pool.find((each) => {
        const step = (each.difficulty - item.difficulty) * Math.sign(gap);
        return !owners.has(each.id) && step > (best?.step ?? 0) && step <= Math.abs(gap);
      });
      if (by) best = { at, by, step: (by.difficulty - item.difficulty) * Math.sign(gap) };
    }
    if (!best) return;
    owners.delete(chosen[best.at]!.id);
    owners.set(best.by.id, part);
    chosen[best.at] = best.by;
  }
}

/** Mean difficulty; 0 without questions. */
export const meanDifficulty = (items: readonly Candidate[]): number =>
  items.length === 0 ? 0 : items.reduce((sum, { difficulty }) => sum + difficulty, 0) / items.length;

/** Papers that are drawn to estimate how alike they are. */
const SAMPLES = 60;

/**
 * Returns how many questions two papers have in common on average. Exact (Σ count² / pool) if every question belongs to
 * one part and difficulty does not matter; else estimated from drawn papers.
 * @param random for the estimate
 */
export function expectedOverlap<C extends Candidate>(
  parts: readonly Part<C>[],
  random: () => number,
  equalDifficulty = false,
): number {
  const all = parts.flatMap(({ pool }) => pool.map(({ id }) => id));
  if (!equalDifficulty && new Set(all).size === all.length)
    return parts.reduce(
      (sum, { count, pool }) => sum + (pool.length ? Math.min(count, pool.length) ** 2 / pool.length : 0),
      0,
    );
  const papers = Array.from(
    { length: SAMPLES },
    () => new Set(chooseQuestions(parts, random, equalDifficulty).chosen.flatMap((part) => part.map(({ id }) => id))),
  );
  let common = 0;
  for (let i = 1; i < papers.length; i++) common += [...papers[i]!].filter((id) => papers[i - 1]!.has(id)).length;
  return common / (papers.length - 1);
}
