import { describe, expect, it } from 'vitest';
import { LONGEST, LONGEST_BLANK } from '#src/contract/exam-parts.ts';
import type { AnswerShape } from './answer-shape.ts';
import type { AttemptShape } from './attempt-shapes.ts';
import { checkEntries, type Given } from './check-entries.ts';

const shape: AttemptShape = {
  userId: 'person',
  questions: new Map<string, AnswerShape>([
    ['single', { type: 'single', keys: ['A', 'B'], blanks: 0 }],
    ['judge', { type: 'judge', keys: [], blanks: 0 }],
    ['blank', { type: 'blank', keys: [], blanks: 2 }],
    ['short', { type: 'short', keys: [], blanks: 0 }],
  ]),
};
const given = (questionId: string, answer: unknown, more: Partial<Given> = {}): Given => ({
  questionId,
  epoch: 3,
  revision: 1,
  answer,
  flagged: false,
  ...more,
});
const reasonOf = (entry: Given) => checkEntries(shape, 3, [entry]).rejected[0]?.reason;

describe('entries of a request', () => {
  it('are stored in their canonical form, with what names them', () => {
    const { entries, accepted, rejected } = checkEntries(shape, 3, [given('short', 'a\0b', { flagged: true })]);
    const stamp = { questionId: 'short', epoch: 3, revision: 1 };
    expect(entries).toEqual([{ ...stamp, answer: 'ab', flagged: true }]);
    expect(accepted).toEqual([stamp]);
    expect(rejected).toEqual([]);
  });

  it('are all accepted, but of several for one question the newest is stored, in any order and the first of equals', () => {
    const revisions = (...order: number[]) =>
      checkEntries(
        shape,
        3,
        order.map((revision, at) => given('single', at === 0 ? 'A' : 'B', { revision })),
      );
    expect(revisions(1, 2).entries).toMatchObject([{ revision: 2, answer: 'B' }]);
    expect(revisions(2, 1).entries).toMatchObject([{ revision: 2, answer: 'A' }]);
    expect(revisions(1, 1).entries).toMatchObject([{ revision: 1, answer: 'A' }]);
    expect(revisions(2, 1).accepted.map(({ revision }) => revision)).toEqual([2, 1]);
  });

  it('that do not fit are rejected alone', () => {
    const { entries, rejected } = checkEntries(shape, 3, [given('single', 'Z'), given('judge', true)]);
    expect(entries).toMatchObject([{ questionId: 'judge', answer: true }]);
    expect(rejected).toEqual([{ questionId: 'single', epoch: 3, revision: 1, reason: 'invalid' }]);
  });

  it('name why: question, epoch, revision, kind and length of the answer', () => {
    expect(reasonOf(given('other', 'A'))).toBe('unknownQuestion');
    expect(reasonOf(given('single', 'A', { epoch: 2 }))).toBe('epoch');
    for (const revision of [0, -1, 1.5, 2 ** 31, NaN])
      expect(reasonOf(given('single', 'A', { revision }))).toBe('invalid');
    expect(reasonOf(given('single', 'A', { revision: 2 ** 31 - 1 }))).toBeUndefined();
    for (const answer of [1, {}, [1], ['A', 1], undefined]) expect(reasonOf(given('blank', answer))).toBe('invalid');
    expect(reasonOf(given('short', ['text']))).toBe('invalid');
    expect(reasonOf(given('judge', 'true'))).toBe('invalid');
  });

  it('may be as long as the contract says, and no longer', () => {
    expect(reasonOf(given('short', 'x'.repeat(LONGEST)))).toBeUndefined();
    expect(reasonOf(given('short', 'x'.repeat(LONGEST + 1)))).toBe('tooLong');
    expect(reasonOf(given('blank', ['', 'x'.repeat(LONGEST_BLANK)]))).toBeUndefined();
    expect(reasonOf(given('blank', ['', 'x'.repeat(LONGEST_BLANK + 1)]))).toBe('tooLong');
  });

  it('may take an answer back', () => {
    expect(checkEntries(shape, 3, [given('single', null), given('judge', false)]).entries).toMatchObject([
      { answer: null },
      { answer: false },
    ]);
  });
});
