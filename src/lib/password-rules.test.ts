import { describe, expect, it } from 'vitest';
import { loginPasswordProblem, newPasswordProblem } from './password-rules.ts';

describe('a login password: 6 to 16 characters, digits, letters and symbols', () => {
  it.each(['aB3$x9', 'ab3$x9', 'a1 b2c', 'abcdefghijklm1$x', '红旗渠1!x', '红旗渠123!'])('%s fits', (password) =>
    expect(loginPasswordProblem(password)).toBeNull(),
  );
  it.each(['aB3$x', 'abcdefghijklmn1$x', 'abcdef1', 'abcdef$', '123456$', '$$$$$$'])('%s does not', (password) =>
    expect(loginPasswordProblem(password)).toBe('field.loginPassword'),
  );
  it('counts characters and not what they are stored as', () => {
    expect(loginPasswordProblem('a1😀😀😀')).toBe('field.loginPassword');
    expect(loginPasswordProblem('a1😀😀😀😀')).toBeNull();
  });
  it('asks for one', () => expect(loginPasswordProblem('')).toBe('field.passwordRequired'));
});

describe('a new password: 8 to 30 characters, both cases, digits and special characters', () => {
  it.each(['aB3$x9k2', 'Aa1!'.repeat(7) + 'Aa', 'Harbour #83'])('%s fits', (password) =>
    expect(newPasswordProblem(password)).toBeNull(),
  );
  it.each(['aB3$x9k', 'Aa1!'.repeat(7) + 'Aa1', 'ab3$x9k2', 'AB3$X9K2', 'aBc$xdke', 'aB3cx9k2'])(
    '%s does not',
    (password) => expect(newPasswordProblem(password)).toBe('field.newPassword'),
  );
  it('asks for one', () => expect(newPasswordProblem('')).toBe('field.passwordRequired'));
});
