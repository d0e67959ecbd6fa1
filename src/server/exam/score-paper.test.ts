import { describe, expect, it } from 'vitest';
import type { PaperQuestion } from './tables/attempt.ts';
import type { QuestionKey, QuestionType } from '#src/server/question/tables.ts';
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
  it('returns 0 for a missing answer, and null for short answers', () => {
    expect(scoreAnswer(question('single', 'A'), null)).toBe(0);
    expect(scoreAnswer(question('multiple', ['A']), null)).toBe(0);
    expect(scoreAnswer(question('short', 'x'), null)).toBeNull();
    // A missing answer is never correct, whatever the key contains.
    expect(scoreAnswer(question('judge', null as unknown as QuestionKey), null)).toBe(0);
    expect(scoreAnswer(question('judge', false), false)).toBe(1000);
    expect(scoreAnswer(question('short', 'x'), 'x')).toBeNull();
  });

  it('returns the full score for the correct choice, and 0 for another', () => {
    expect(scoreAnswer(question('single', 'B', 2.5), 'B')).toBe(250);
    expect(scoreAnswer(question('single', 'B'), 'A')).toBe(0);
    expect(scoreAnswer(question('judge', true), false)).toBe(0);
  });

  it('adds in hundredths without rounding errors of binary fractions', () => {
    expect([0.1, '0.2', 0.29, '19.99'].map(toHundredths)).toEqual([10, 20, 29, 1999]);
    expect(fromHundredths(toHundredths(0.1) + toHundredths(0.2))).toBe(0.3);
  });

  it('compares multiple choices as sets', () => {
    const right = question('multiple', ['A', 'C']);
    expect(scoreAnswer(right, ['C', 'A'])).toBe(1000);
    for (const wrong of [['A'], ['A', 'B'], ['A', 'B', 'C'], ['C', 'C'], ['A', 'C', 'C']])
      expect(scoreAnswer(right, wrong)).toBe(0);
  });

  it('divides the score among blanks, rounded to hundredths', () => {
    const three = question('blank', [['a'], ['b'], ['c']]);
    expect(scoreAnswer(three, ['a', 'x', 'x'])).toBe(333);
    expect(scoreAnswer(three, ['a', 'b', 'x'])).toBe(667);
    expect(scoreAnswer(three, ['a', 'b', 'c'])).toBe(1000);
    expect(scoreAnswer(three, ['a'])).toBe(333);
    const either = question('blank', [['volt', 'V'], ['80']]);
    expect(scoreAnswer(either, ['v', ' ８０ '])).toBe(1000);
    expect(scoreAnswer(either, ['volt', '81'])).toBe(500);
  });

  it('folds width, case and spaces, but not characters with another meaning', () => {
    expect(fold('　ＡＢＣ　１２％ ')).toBe('abc 12%');
    expect(fold('a \t\n b')).toBe('a b');
    expect(fold('x²')).not.toBe(fold('x2'));
    expect(fold('①')).not.toBe(fold('1'));
  });
});

describe('canonicalAnswer', () => {
  it('returns undefined for an answer that is not valid for the question', () => {
    const multiple = { type: 'multiple', keys: ['A', 'B'], blanks: 0 } as const;
    expect(canonicalAnswer(multiple, ['B', 'A', 'B'])).toEqual(['A', 'B']);
    expect(canonicalAnswer(multiple, ['E'])).toBeUndefined();
    expect(canonicalAnswer(multiple, [])).toBeNull();
    expect(canonicalAnswer({ type: 'judge', keys: [], blanks: 0 }, 'true')).toBeUndefined();
    expect(canonicalAnswer({ type: 'blank', keys: [], blanks: 2 }, ['a'])).toBeUndefined();
    expect(canonicalAnswer({ type: 'blank', keys: [], blanks: 2 }, ['', ' '])).toBeNull();
  });
});
