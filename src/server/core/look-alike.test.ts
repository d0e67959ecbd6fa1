import { describe, expect, it } from 'vitest';
import { lookOf, looksLike, looksLikeOne } from './look-alike.ts';
import { isReservedName } from './reserved-name.ts';

describe('looksLike', () => {
  it.each([
    ['a Cyrillic letter', 'Bluebay Shipping', 'Bluebаy Shipping'],
    ['a capital I for an l', 'Bluebay', 'BIuebay'],
    ['a digit for a letter', 'Bluebay', 'B1uebay'],
    ['Greek and Cyrillic capitals', 'BLUEBAY', 'ΒLUЕΒАҮ'],
    ['rn for m', 'Modern', 'Modem'],
    ['full width', 'Acme（中国）', 'ＡＣＭＥ(中国)'],
    ['traditional characters', '华信制造', '華信製造'],
    ['katakana that look like characters', '工口', 'エロ'],
    ['an accent', 'Jose', 'José'],
    ['signs and spaces', '华信制造', ' 华信·制 造. '],
    ['characters that nobody sees', '华信', '华\u200b信'],
    ['capitals', 'INDIGO', 'indigo'],
  ])('takes %s for the same: %s, %s', (_name, a, b) =>
    expect([looksLike(a, b), looksLike(b, a)]).toEqual([true, true]),
  );

  it.each([
    ['华信制造', '华信智造'],
    ['Mail', 'Mall'],
    ['Bluebay', 'Bluebay Shipping'],
    ['里斯', '李斯'],
    ['。', '…'],
    ['', ''],
  ])('tells %s from %s', (a, b) => expect(looksLike(a, b)).toBe(false));

  it('has the same form whatever the order of the steps', () => {
    for (const name of ['Ｂluebаy 華信', 'ＩＮＤＩＧＯ', 'ﬁn'])
      expect(lookOf(name.normalize('NFKC')), name).toEqual(lookOf(name));
  });

  it('finds one among many', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `企业${String.fromCodePoint(0x4e00 + n)}`);
    expect(await looksLikeOne('無', many)).toBe(false);
    expect(await looksLikeOne('Асme', [...many, 'ACME'])).toBe(true);
  });
});

describe('isReservedName', () => {
  it.each([
    '管理员',
    '管理員',
    '系统管理员',
    'Admin',
    'аdmin',
    'ADMlN',
    'admin1',
    'Portal Support',
    '官方客服',
    '知行',
    'Zhixing',
  ])('of %s', (name) => expect(isReservedName(name)).toBe(true));
  it.each(['李雷', 'Badminton', '知行合一', '小管', 'Supporting Bob', '华信制造', '', '系统工程师'])(
    'not of %s',
    (name) => expect(isReservedName(name)).toBe(false),
  );
});
