import { describe, expect, it } from 'vitest';
import type { PaperQuestion, QuestionKey, QuestionType } from '#src/server/core/db/schema/exam.ts';
import { canonicalAnswer } from './answer-shape.ts';
import { fold, fromHundredths, scoreAnswer, toHundredths } from './score-paper.ts';

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
    expect(scoreAnswer(question('multiple', ['A']), null)).toBe(0);
    expect(scoreAnswer(question('short', 'x'), null)).toBeNull();
    // Nothing is right by being missing, whatever the key says.
    expect(scoreAnswer(question('judge', null as unknown as QuestionKey), null)).toBe(0);
    expect(scoreAnswer(question('judge', false), false)).toBe(1000);
    expect(scoreAnswer(question('short', 'x'), 'x')).toBeNull();
  });

  it('gives the full score for the one right choice, and nothing for another', () => {
    expect(scoreAnswer(question('single', 'B', 2.5), 'B')).toBe(250);
    expect(scoreAnswer(question('single', 'B'), 'A')).toBe(0);
    expect(scoreAnswer(question('judge', true), false)).toBe(0);
  });

  it('adds in hundredths without errors of binary fractions', () => {
    expect([0.1, '0.2', 0.29, '19.99'].map(toHundredths)).toEqual([10, 20, 29, 1999]);
    expect(fromHundredths(toHundredths(0.1) + toHundredths(0.2))).toBe(0.3);
  });

  it('takes a multiple choice as a set', () => {
    const right = question('multiple', ['A', 'C']);
    expect(scoreAnswer(right, ['C', 'A'])).toBe(1000);
    for (const wrong of [['A'], ['A', 'B'], ['A', 'B', 'C'], ['C', 'C'], ['A', 'C', 'C']])
      expect(scoreAnswer(right, wrong)).toBe(0);
  });

  it('shares the score among blanks to the hundredth', () => {
    const three = question('blank', [['a'], ['b'], ['c']]);
    expect(scoreAnswer(three, ['a', 'x', 'x'])).toBe(333);
    expect(scoreAnswer(three, ['a', 'b', 'x'])).toBe(667);
    expect(scoreAnswer(three, ['a', 'b', 'c'])).toBe(1000);
    expect(scoreAnswer(three, ['a'])).toBe(333);
    const either = question('blank', [['volt', 'V'], ['80']]);
    expect(scoreAnswer(either, ['v', ' ８０ '])).toBe(1000);
    expect(scoreAnswer(either, ['volt', '81'])).toBe(500);
  });

  it('folds width, case and spaces, and nothing that changes the meaning', () => {
    expect(fold('　ＡＢＣ　１２％ ')).toBe('abc 12%');
    expect(fold('a \t\n b')).toBe('a b');
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
