import { expect, it } from 'vitest';
import { differences, merged } from './conflict.ts';
import type { Draft } from './draft.ts';

const options = (...texts: string[]) => texts.map((text, i) => ({ key: 'ABC'[i]!, text }));
const MINE: Draft = {
  ...{ type: 'single', code: 'q', difficulty: 1, topic: 'a', tags: 'x', isTrue: true, blanks: '', reference: '' },
  keepsOrder: false,
  texts: {
    zh: { stem: '甲', options: options('一', '二'), analysis: '' },
    en: { stem: 'One', options: options('a', 'b'), analysis: '' },
  },
  keys: ['A'],
  criteria: [],
};
const THEIRS: Draft = {
  ...MINE,
  ...{ difficulty: 3, keys: ['C'], tags: 'y' },
  texts: { zh: { stem: '乙', options: options('一', '三', '四'), analysis: '因为' } },
};

it('names only the parts that differ', () => {
  expect(differences(MINE, MINE)).toEqual([]);
  expect(differences(MINE, THEIRS)).toEqual([
    { part: 'zh', mine: '甲', theirs: '乙\n\n因为' },
    { part: 'en', mine: 'One', theirs: '' },
    { part: 'options', mine: '✓ A. 一\nB. 二\n✓ A. a\nB. b', theirs: 'A. 一\nB. 三\n✓ C. 四' },
    { part: 'difficulty', mine: '1', theirs: '3' },
    { part: 'tags', mine: 'x', theirs: 'y' },
  ]);
});

it('keeps mine unless a part of theirs is taken', () => {
  expect(merged(MINE, THEIRS, new Set())).toEqual(MINE);
  expect(merged(MINE, THEIRS, new Set(['zh', 'en', 'options', 'difficulty', 'tags']))).toEqual(THEIRS);
  expect(merged(MINE, THEIRS, new Set(['difficulty', 'zh']))).toEqual({
    ...MINE,
    difficulty: 3,
    texts: { ...MINE.texts, zh: { ...THEIRS.texts.zh, options: MINE.texts.zh!.options } },
  });
});

it('has the same options in both languages, also when theirs has only one', () => {
  const { texts, keys } = merged(MINE, THEIRS, new Set(['options']));
  expect(keys).toEqual(['C']);
  expect(texts.en!.options).toEqual([
    { key: 'A', text: 'a' },
    { key: 'B', text: 'b' },
    { key: 'C', text: '' },
  ]);
});
