import { expect, test } from 'vitest';
import { coarseAddress } from './coarse-address.ts';

test.each([
  ['203.0.113.7', '203.0.*.*'],
  ['::ffff:203.0.113.7', '203.0.*.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', null],
  ['unknown', null],
])('%s is shown as %s', (address, shown) => {
  expect(coarseAddress(address)).toBe(shown);
});
