import { describe, expect, it } from 'vitest';
import { isComplete, splitBlanks, unansweredNumbers, type PaperItem } from './answer.ts';

const item = (type: PaperItem['type'], blanks = 0): PaperItem => ({
  questionId: type,
  section: '',
  type,
  lang: null,
  html: {},
  other: null,
  stem: '',
  options: [],
  blanks,
  endsAt: null,
  score: 1,
});

describe('isComplete', () => {
  it('wants every blank filled', () => {
    const question = item('blank', 2);
    expect(isComplete(question, ['a', 'b'])).toBe(true);
    expect(isComplete(question, ['a', ' '])).toBe(false);
    expect(isComplete(question, ['a'])).toBe(false);
  });

  it('takes "false" for an answer, and blanks and empty lists for none', () => {
    expect(isComplete(item('judge'), false)).toBe(true);
    expect(isComplete(item('short'), '  ')).toBe(false);
    expect(isComplete(item('multiple'), [])).toBe(false);
    expect(isComplete(item('single'), undefined)).toBe(false);
  });
});

it('numbers unanswered questions in the order of the paper', () => {
  expect(unansweredNumbers([item('single'), item('judge'), item('short')], { judge: true })).toEqual([1, 3]);
});

it('splits a stem at its blanks', () => {
  expect(splitBlanks('先____后______。')).toEqual(['先', '后', '。']);
});
