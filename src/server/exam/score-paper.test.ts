import { describe, expect, it } from 'vitest';
import type { PaperQuestion, QuestionKey, QuestionType } from '#src/server/core/db/schema/exam.ts';
import { canonicalAnswer } from './answer-shape.ts';
import { fold, scoreAnswer } from './score-paper.ts';

const question = (type: QuestionType, answer: QuestionKey, score = 10): PaperQuestion => ({
  questionId: 'q',
  section: '',
  type,
  stem: '',
  options: [],
  blanks: 0,
  score,
  answer,
  analysis: null,
});

describe('scoring', () => {
  it('gives nothing for no answer, and leaves short answers to a person', () => {
    expect(scoreAnswer(question('single', 'A'), null)).toBe(0);
    expect(scoreAnswer(question('judge', false), false)).toBe(1000);
    expect(scoreAnswer(question('short', 'x'), 'x')).toBeNull();
  });

  it('takes a multiple choice as a set', () => {
    const right = question('multiple', ['A', 'C']);
    expect(scoreAnswer(right, ['C', 'A'])).toBe(1000);
    for (const wrong of [['A'], ['A', 'B'], ['A', 'B', 'C'], ['C', 'C']]) expect(scoreAnswer(right, wrong)).toBe(0);
  });

  it('shares the score among blanks to the hundredth', () => {
    const three = question('blank', [['a'], ['b'], ['c']]);
    expect(scoreAnswer(three, ['a', 'x', 'x'])).toBe(333);
    expect(scoreAnswer(three, ['a', 'b', 'x'])).toBe(667);
    expect(scoreAnswer(three, ['a', 'b', 'c'])).toBe(1000);
  });

  it('folds width, case and spaces, and nothing that changes the meaning', () => {
    expect(fold('　ＡＢＣ　１２％ ')).toBe('abc 12%');
    expect(fold('x²')).not.toBe(fold('x2'));
    expect(fold('①')).not.toBe(fold('1'));
  });
});

describe('stored form of an answer', () => {
  it('refuses what is none to the question', () => {
    const multiple = { type: 'multiple', keys: ['A', 'B'], blanks: 0 } as const;
    expect(canonicalAnswer(multiple, ['B', 'A', 'B'])).toEqual(['A', 'B']);
    expect(canonicalAnswer(multiple, ['E'])).toBeUndefined();
    expect(canonicalAnswer(multiple, [])).toBeNull();
    expect(canonicalAnswer({ type: 'judge', keys: [], blanks: 0 }, 'true')).toBeUndefined();
    expect(canonicalAnswer({ type: 'blank', keys: [], blanks: 2 }, ['a'])).toBeUndefined();
    expect(canonicalAnswer({ type: 'blank', keys: [], blanks: 2 }, ['', ' '])).toBeNull();
  });
});
