import { describe, expect, it } from 'vitest';
import { loginPasswordProblem, newPasswordProblem } from './password.ts';

describe('loginPasswordProblem (6 to 16 characters, digits, letters and symbols)', () => {
  it.each(['aB3$x9', 'ab3$x9', 'a1 b2c', 'abcdefghijklm1$x', '红旗渠1!x', '红旗渠123!'])('accepts %s', (password) =>
    expect(loginPasswordProblem(password)).toBeNull(),
  );
  it.each(['aB3$x', 'abcdefghijklmn1$x', 'abcdef1', 'abcdef$', '123456$', '$$$$$$'])('rejects %s', (password) =>
    expect(loginPasswordProblem(password)).toBe('field.loginPassword'),
  );
  it('counts code points, not UTF-16 code units', () => {
    expect(loginPasswordProblem('a1😀😀😀')).toBe('field.loginPassword');
    expect(loginPasswordProblem('a1😀😀😀😀')).toBeNull();
  });
  it('rejects an empty password', () => expect(loginPasswordProblem('')).toBe('field.passwordRequired'));
});

describe('newPasswordProblem (8 to 30 characters, both cases, digits and special characters)', () => {
  it.each(['aB3$x9k2', 'Aa1!'.repeat(7) + 'Aa', 'Harbour #83'])('accepts %s', (password) =>
    expect(newPasswordProblem(password)).toBeNull(),
  );
  it.each(['aB3$x9k', 'Aa1!'.repeat(7) + 'Aa1', 'ab3$x9k2', 'AB3$X9K2', 'aBc$xdke', 'aB3cx9k2'])(
    'rejects %s',
    (password) => expect(newPasswordProblem(password)).toBe('field.newPassword'),
  );
  it('rejects an empty password', () => expect(newPasswordProblem('')).toBe('field.passwordRequired'));
});
