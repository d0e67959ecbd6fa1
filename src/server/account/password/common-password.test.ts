import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { loginPasswordProblem, newPasswordProblem } from '#src/contract/rules/password.ts';
import { isCommonPassword } from './common-password.ts';

const context = ['13812345678', 'huaxin', '华信制造', 'Bluebay Shipping'];

describe('isCommonPassword', () => {
  it.each(['P@ssw0rd', 'Password1!', 'Admin@123', 'Aa@123456', 'Qwer1234!', '1qaz@WSX', 'Woaini1314!', 'Summer2026!'])(
    'returns true for %s',
    (password) => expect(isCommonPassword(password, context)).toBe(true),
  );

  it.each(['Huaxin@2026', 'Bluebay#1', 'BlueBayShipping!1', '华信制造@123', 'xY!13812345678'])(
    'returns true for %s, which contains a word of this tenant or user',
    (password) => {
      expect(isCommonPassword(password, context)).toBe(true);
      expect(isCommonPassword(password, [])).toBe(false);
    },
  );

  it.each(['Tr7!kdu9Q', 'Huaxin-Turtle-93', 'New-Secret-77', 'Blue!Harbour7', '红旗渠7!aB', 'aB3$x9', 'Mxq#8402'])(
    'returns false for %s',
    (password) => expect(isCommonPassword(password, context)).toBe(false),
  );

  it('rejects every common password that satisfies the rules, and common words extended to satisfy them', () => {
    const list = dictionary['passwords-common'];
    const fitting = list.filter((word) => !loginPasswordProblem(word) || !newPasswordProblem(word));
    expect(fitting.length).toBeGreaterThan(0);
    expect(fitting.filter((word) => !isCommonPassword(word, []))).toEqual([]);
    const words = list.filter((word) => /^[a-z]{4,9}$/.test(word)).slice(0, 3000);
    const made = words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}@123`);
    expect(made.filter((word) => newPasswordProblem(word))).toEqual([]);
    expect(made.filter((word) => !isCommonPassword(word, []))).toEqual([]);
  });
});
