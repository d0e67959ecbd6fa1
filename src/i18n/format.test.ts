import { expect, it } from 'vitest';
import { translator } from './format.ts';

const bundles = {
  common: { close: 'Close' },
  exam: { title: 'Exam', minutes_one: '{{count}} minute', minutes_other: '{{count}} minutes', of: '{{a}} of {{b}}' },
};
const t = translator('en', bundles);

it('finds texts by namespace, and in `common` without one', () => {
  expect([t('exam:title'), t('close'), t('common:close')]).toEqual(['Exam', 'Close', 'Close']);
});

it('replaces placeholders by name, without replacing placeholders in values', () => {
  expect(t('exam:of', { b: 5, a: 3 })).toBe('3 of 5');
  expect(t('exam:of', { a: null, b: '{{a}}' })).toBe(' of {{a}}');
});

it('chooses the plural form by the rules of the language', () => {
  expect([1, 2, 0].map((count) => t('exam:minutes', { count }))).toEqual(['1 minute', '2 minutes', '0 minutes']);
  const zh = translator('zh', { exam: { minutes_other: '{{count}} 分钟', plain: '{{count}} 分' } });
  expect([zh('exam:minutes', { count: 1 }), zh('exam:plain', { count: 2 })]).toEqual(['1 分钟', '2 分']);
});

it('returns the key when the text does not exist', () => {
  expect([t('exam:nothing'), t('nowhere:x'), t('exam:of.deeper')]).toEqual([
    'exam:nothing',
    'nowhere:x',
    'exam:of.deeper',
  ]);
});
