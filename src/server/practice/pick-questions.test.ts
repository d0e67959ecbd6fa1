import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#src/lib/shuffle.ts';
import { pickQuestions } from './pick-questions.ts';

const topics = fc.constantFrom(null, 'Valves', 'Pumps');
const pools = fc
  .uniqueArray(fc.nat(200), { maxLength: 60 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({ id: fc.constant(String(id)), topic: topics, difficulty: fc.integer({ min: 1, max: 4 }) }),
      ),
    ),
  );
const wishes = fc.record(
  {
    topic: fc.constantFrom('Valves', 'Pumps'),
    difficulty: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 100 }),
    only: fc.constantFrom('all', 'new', 'mistakes'),
  },
  { requiredKeys: ['count', 'only'] },
);
const some = fc.array(fc.nat(200).map(String)).map((ids) => new Set(ids));

describe('pickQuestions', () => {
  it('takes as many fitting questions as there are, at most the number wanted, none twice', () => {
    fc.assert(
      fc.property(pools, wishes, some, some, fc.string(), (pool, wish, seen, mistakes, seed) => {
        const picked = pickQuestions(pool, wish, { seen, mistakes }, seededRandom(seed));
        const fits = pool.filter(
          ({ id, topic, difficulty }) =>
            (!wish.topic || topic === wish.topic) &&
            (!wish.difficulty || difficulty === wish.difficulty) &&
            !(wish.only === 'new' && seen.has(id)) &&
            !(wish.only === 'mistakes' && !mistakes.has(id)),
        );
        expect(new Set(picked).size).toBe(picked.length);
        expect(picked).toHaveLength(Math.min(wish.count, fits.length));
        expect(fits.map(({ id }) => id)).toEqual(expect.arrayContaining(picked));
      }),
    );
  });

  it('repeats no question while there are new ones', () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 20 }), some, fc.string(), (pool, count, seen, seed) => {
        const known = { seen, mistakes: new Set<string>() };
        const picked = pickQuestions(pool, { count, only: 'all' }, known, seededRandom(seed));
        const fresh = pool.filter(({ id }) => !seen.has(id)).length;
        expect(picked.filter((id) => !seen.has(id))).toHaveLength(Math.min(count, fresh));
      }),
    );
  });

  it('depends on the random numbers', () => {
    const pool = Array.from({ length: 50 }, (_, i) => ({ id: String(i), topic: null, difficulty: 1 }));
    const draw = (seed: string) =>
      pickQuestions(
        pool,
        { count: 5, only: 'all' },
        { seen: new Set(), mistakes: new Set() },
        seededRandom(seed),
      ).join();
    expect(draw('a')).toBe(draw('a'));
    expect(new Set(['a', 'b', 'c', 'd'].map(draw)).size).toBeGreaterThan(1);
  });
});
