import { expect, it } from 'vitest';
import { maskName } from './mask-name.ts';

it.each([
  ['王小明', '王**'],
  ['𬭎', '𬭎*'],
  ['欧阳 娜娜', '欧* 娜*'],
  ['John  Smith', 'J*** S***'],
  ['Ö', 'Ö***'],
])('masks %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
