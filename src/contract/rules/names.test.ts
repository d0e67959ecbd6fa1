import { expect, it } from 'vitest';
import { isPlainName, isVisibleName, tidyName } from './names.ts';

it.each(['李雷', 'Ana María O’Neill-Smith', 'Zoë 😀', 'ÅÄÖ', 'عبد الله', '阿卜杜拉·买买提', 'e\u0301'])(
  'isVisibleName accepts %s',
  (name) => expect(isVisibleName(name)).toBe(true),
);

it.each([
  '\0',
  '\n',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f',
  '\u2800',
  '\ue000',
  '\ud800',
  '\u{e0041}',
])('isVisibleName rejects a name with %j', (character) => expect(isVisibleName(`华信${character}`)).toBe(false));

it.each(['华信制造', 'Smith & Co., Ltd.', 'U.S. Steel', '中铁（二局）', 'Kunshan Pumps Co. Ltd', '第一汽车'])(
  'isPlainName accepts %s',
  (name) => expect(isPlainName(name)).toBe(true),
);

it.each([
  ...[
    '点 evil.example/x',
    'evil.example',
    'evil。com',
    'ｅｖｉｌ．ｃｏｍ',
    'WWW 网站',
    'https：／／x',
    'a@b',
    '热线 400',
    '４００',
    '①',
  ],
  ...['】银行【', '٤٠٠', '50%'],
])('isPlainName rejects %s', (name) => expect(isPlainName(name)).toBe(false));

it('tidyName trims and collapses white space', () => {
  expect(tidyName('  Li \t\u3000 Lei\u00a0 ')).toBe('Li Lei');
});
