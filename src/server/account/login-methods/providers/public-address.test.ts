import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each(['1.1.1.1', '8.8.8.8', '223.5.5.5', '172.32.0.1', '2606:4700::1111', '2400:3200::1'])(
  'returns true for %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '2001:db8::1',
  'localhost',
  '2130706433',
  '',
])('returns false for %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
