import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { isSameJson } from './same-json.ts';

test('knows equal values in any order of keys, and what differs anywhere', () => {
  expect(isSameJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  for (const [a, b] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: [1, 2] }, { a: [1] }],
    [{ a: [] }, { a: {} }],
    [null, {}],
    ['1', 1],
  ]) {
    expect(isSameJson(a, b)).toBe(false);
    expect(isSameJson(b, a)).toBe(false);
  }
});

test('agrees with the JSON of the values', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isSameJson(a, structuredClone(a))).toBe(true);
      expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
    }),
  );
});
