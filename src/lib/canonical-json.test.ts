import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('sorts the keys of objects at any depth, but not lists', () => {
  expect(canonicalJson({ b: [3, 1, { d: null, c: 'x' }], a: { z: true, y: 1 } })).toBe(
    '{"a":{"y":1,"z":true},"b":[3,1,{"c":"x","d":null}]}',
  );
  expect([canonicalJson(null), canonicalJson('a'), canonicalJson([])]).toEqual(['null', '"a"', '[]']);
});

it('does not depend on the order of keys, and parses to the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
