import { expect, it } from 'vitest';
import { isZero } from './amount.ts';

it.each(['0', '-0', '0.00', '000', '-0.000'])('%s is zero', (amount) => {
  expect(isZero(amount)).toBe(true);
});

it.each(['1', '-1', '0.01', '-0.50', '10', '9999999999', '0.0000001'])('%s is not zero', (amount) => {
  expect(isZero(amount)).toBe(false);
});

it.each(['', '-', '.5', '5.', '+1', '1e3', '0x10', '1,5', ' 1', '1 ', 'NaN', '12345678901', '1.2.3', '--1', '1\n'])(
  '%j is not an amount',
  (amount) => {
    expect(() => isZero(amount)).toThrow(`Not an amount: ${amount}`);
  },
);
