import { expect, it } from 'vitest';
import { accountLink, oneOf, wholeNumber } from './query.ts';

it('takes whole numbers in their range only', () => {
  expect(['3', '0', '6', '2.5', 'x', '', null].map((text) => wholeNumber(text, 1, 5))).toEqual([
    3,
    ...Array(6).fill(undefined),
  ]);
});

it('takes known words only', () => {
  expect(oneOf('held', ['held', 'expired'])).toBe('held');
  expect(oneOf('toString', ['held', 'expired'])).toBeUndefined();
});

it('keeps the section in its addresses, in the language of the page', () => {
  const link = accountLink('en', { change: 3, recordType: 2 });
  expect(link({ status: 'held', page: undefined })).toBe('/en/account?change=3&recordType=2&status=held');
});
