import { describe, expect, it } from 'vitest';
import { chooseQuestions, expectedOverlap, meanDifficulty, type Candidate } from './choose-questions.ts';
import { seededRandom } from '#src/lib/shuffle.ts';

const pool = (name: string, difficulties: number[]): Candidate[] =>
  difficulties.map((difficulty, n) => ({ id: `${name}${n}`, difficulty }));
const many = (length: number) =>
  pool(
    'q',
    Array.from({ length }, (_, n) => (n % 4) + 1),
  );
const ids = (parts: Candidate[][]) => parts.flatMap((part) => part.map(({ id }) => id));

describe('chooseQuestions', () => {
  it('chooses the same with the same seed, and something else with another one', () => {
    const parts = [{ count: 5, pool: many(40) }];
    const draw = (seed: string) => ids(chooseQuestions(parts, seededRandom(seed)).chosen);
    expect(draw('one')).toEqual(draw('one'));
    expect(draw('one')).not.toEqual(draw('two'));
    expect(new Set(draw('one')).size).toBe(5);
  });

  it('fills all parts whenever a distribution exists, without repeating a question', () => {
    // Only one distribution: `b` needs both difficult questions, `a` the rest, `c` what neither of them needs.
    const all = pool('x', [1, 2, 4, 4, 3, 3]);
    const parts = [
      { count: 2, pool: all.slice(0, 4) },
      { count: 2, pool: all.slice(2, 4) },
      { count: 2, pool: all.slice(2) },
    ];
    for (let seed = 0; seed < 50; seed++) {
      const { chosen, lacks } = chooseQuestions(parts, seededRandom(String(seed)));
      expect(lacks).toEqual([0, 0, 0]);
      expect(new Set(ids(chosen)).size).toBe(6);
      chosen.forEach((part, i) => expect(part.every((item) => parts[i]!.pool.includes(item))).toBe(true));
    }
  });

  it('says how many questions a part lacks', () => {
    const shared = many(6);
    const parts = [
      { count: 4, pool: shared },
      { count: 4, pool: shared },
      { count: 3, pool: pool('y', [1]) },
    ];
    const { lacks } = chooseQuestions(parts, seededRandom('s'));
    expect(lacks[0]! + lacks[1]!).toBe(2);
    expect(lacks[2]).toBe(2);
  });

  it('draws papers of equal mean difficulty on demand', () => {
    const parts = [
      { count: 6, pool: many(37) },
      { count: 3, pool: pool('z', [1, 1, 1, 4, 4, 4, 2]) },
    ];
    const means = (equal: boolean) =>
      Array.from({ length: 100 }, (_, seed) =>
        meanDifficulty(chooseQuestions(parts, seededRandom(`p${seed}`), equal).chosen.flat()),
      );
    expect(new Set(means(true)).size).toBe(1);
    expect(new Set(means(false)).size).toBeGreaterThan(3);
    // The papers themselves differ.
    const drawn = (seed: string) => ids(chooseQuestions(parts, seededRandom(seed), true).chosen).join();
    expect(drawn('a')).not.toBe(drawn('b'));
  });
});

describe('expectedOverlap', () => {
  it('is count² / pool for parts that share no questions', () => {
    const parts = [
      { count: 10, pool: many(40) },
      { count: 2, pool: pool('w', [1, 2]) },
    ];
    expect(expectedOverlap(parts, seededRandom('o'))).toBe(100 / 40 + 2);
  });

  it('is estimated near that with the rule of equal difficulty', () => {
    const overlap = expectedOverlap([{ count: 10, pool: many(40) }], seededRandom('o'), true);
    expect(overlap).toBeGreaterThan(1.8);
    expect(overlap).toBeLessThan(3.4);
  });
});
