import { describe, expect, it } from 'vitest';
import { isEmail, maskEmail } from './email.ts';

describe('isEmail', () => {
  it.each(['zhang.wei@example.com', "o'neil+exam@sub.example.co", 'A@x-1.io', `${'a'.repeat(64)}@example.com`])(
    'accepts %s',
    (text) => expect(isEmail(text)).toBe(true),
  );
  it.each([
    '',
    'zhang',
    'a@localhost',
    'a@b..com',
    '@example.com',
    'a b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    '"a"@example.com',
    '张伟@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  ])('rejects %j', (text) => expect(isEmail(text)).toBe(false));
});

it('maskEmail keeps the first character and the domain', () => {
  expect(maskEmail('zhang@example.com')).toBe('z***@example.com');
  expect(maskEmail('z@example.com')).toBe('z***@example.com');
});
