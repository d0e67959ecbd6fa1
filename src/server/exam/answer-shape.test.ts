import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionType } from '#src/server/question/tables.ts';
import { type AnswerValue, canonicalAnswer } from './answer-shape.ts';

const of = (type: QuestionType, answer: AnswerValue) =>
  canonicalAnswer({ type, keys: ['A', 'B', 'C'], blanks: 2 }, answer);

describe('an answer', () => {
  it.each(['single', 'multiple', 'judge', 'blank', 'short'] as const)('to %s can be withdrawn', (type) => {
    expect([of(type, null), of(type, '')]).toEqual([null, null]);
  });

  it.each<[QuestionType, AnswerValue, AnswerValue | undefined]>([
    ['judge', true, true],
    ['judge', false, false],
    ['judge', 'true', undefined],
    ['single', 'B', 'B'],
    ['single', 'D', undefined],
    ['single', ['B'], undefined],
    ['single', true, undefined],
    ['multiple', ['C', 'A'], ['A', 'C']],
    ['multiple', ['A', 'A'], ['A']],
    ['multiple', [], null],
    ['multiple', ['A', 'D'], undefined],
    ['multiple', 'A', undefined],
    ['blank', ['x', ''], ['x', '']],
    ['blank', ['', ' \t'], null],
    ['blank', ['x'], undefined],
    ['blank', ['x', 'y', 'z'], undefined],
    ['blank', 'xy', undefined],
    ['blank', ['a\0b', '\ud800'], ['ab', '\ufffd']],
    ['short', 'text ', 'text '],
    ['short', ' \n', null],
    ['short', '\0', null],
    ['short', 'a\0\ud800', 'a\ufffd'],
    ['short', true, undefined],
    ['short', ['a'], undefined],
  ])('to %s: %j is stored as %j', (type, given, stored) => {
    expect(of(type, given)).toEqual(stored);
  });

  it('is normalised: normalising a stored answer does not change it', () => {
    const answers = fc.oneof(
      fc.boolean(),
      fc.string(),
      fc.array(fc.constantFrom('A', 'B', 'C')),
      fc.array(fc.string()),
    );
    fc.assert(
      fc.property(
        fc.constantFrom<QuestionType>('single', 'multiple', 'judge', 'blank', 'short'),
        answers,
        (type, given) => {
          const stored = of(type, given);
          if (stored !== undefined) expect(of(type, stored)).toEqual(stored);
        },
      ),
    );
  });
});
