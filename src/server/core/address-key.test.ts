import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['10.1.2.3', 'k:10.1.2.3'],
  ['::ffff:10.1.2.3', 'k:10.1.2.3'],
  ['2001:db8:0:12:1:2:3:4', 'k:2001:db8:0:12::/64'],
  ['2001:0DB8::12:1:2:3:ffff', 'k:2001:db8:0:12::/64'],
  ['2001:db8::1', 'k:2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'k:fe80:0:0:0::/64'],
  ['::1', 'k:0:0:0:0::/64'],
])('addressKey(%s) is %s', (address, key) => {
  expect(addressKey('k', address)).toBe(key);
});

test('addressKey returns null for an unknown address', () => {
  expect(addressKey('k', '')).toBeNull();
});
