import { expect, test } from 'vitest';
import { isPhone, maskPhone, plainNumber } from './phone.ts';

test.each([
  ['13800000001', '13800000001'],
  [' 138 0000-0001 ', '13800000001'],
  ['+86 138 0000 0001', '13800000001'],
  ['１３８００００００01', '13800000001'],
  ['123 456', '123456'],
  ['+1 555', '+1555'],
])('%j is typed for %s', (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain);
});

test('a mobile number has 11 digits and begins with 1', () => {
  expect(['13800000001', '23800000001', '1380000000', '138000000011', ''].map(isPhone)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('of a number that is shown the middle is hidden', () => {
  expect(maskPhone('13800000001')).toBe('138****0001');
});
