import { describe, expect, it } from 'vitest';
import { MAX_ANSWER_LENGTH, MAX_BLANK_LENGTH } from '#src/contract/exam-parts.ts';
import type { AnswerShape } from './answer-shape.ts';
import type { AttemptShape } from './attempt-shapes.ts';
import { checkEntries, type Given } from './check-entries.ts';

const shape: AttemptShape = {
  userId: 'person',
  examId: 'exam',
  questions: new Map<string, AnswerShape>([
    ['single', { type: 'single', keys: ['A', 'B'], blanks: 0, langs: [] }],
    ['judge', { type: 'judge', keys: [], blanks: 0, langs: [] }],
    ['blank', { type: 'blank', keys: [], blanks: 2, langs: [] }],
    ['short', { type: 'short', keys: [], blanks: 0, langs: [] }],
    ['chinese', { type: 'short', keys: [], blanks: 0, langs: ['zh'] }],
    ['both', { type: 'short', keys: [], blanks: 0, langs: ['zh', 'en'] }],
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

describe('checkEntries', () => {
  it('returns entries in canonical form with question, epoch and revision', () => {
    const { entries, accepted, rejected } = checkEntries(shape, 3, [given('short', 'a\0b', { flagged: true })]);
    const stamp = { questionId: 'short', epoch: 3, revision: 1 };
    expect(entries).toEqual([{ ...stamp, answer: 'ab', flagged: true, lang: null }]);
    expect(accepted).toEqual(entries);
    expect(rejected).toEqual([]);
  });

  it('accepts every revision and stores the newest one per question, in any order; of equal ones the first', () => {
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

  it('rejects an invalid entry and accepts the others', () => {
    const { entries, rejected } = checkEntries(shape, 3, [given('single', 'Z'), given('judge', true)]);
    expect(entries).toMatchObject([{ questionId: 'judge', answer: true }]);
    expect(rejected).toEqual([{ questionId: 'single', epoch: 3, revision: 1, reason: 'invalid' }]);
  });

  it('returns the reason of a rejection: question, epoch, revision, type or length of the answer', () => {
    expect(reasonOf(given('other', 'A'))).toBe('unknownQuestion');
    expect(reasonOf(given('single', 'A', { epoch: 2 }))).toBe('epoch');
    for (const revision of [0, -1, 1.5, 2 ** 31, NaN])
      expect(reasonOf(given('single', 'A', { revision }))).toBe('invalid');
    expect(reasonOf(given('single', 'A', { revision: 2 ** 31 - 1 }))).toBeUndefined();
    for (const answer of [1, {}, [1], ['A', 1], undefined]) expect(reasonOf(given('blank', answer))).toBe('invalid');
    expect(reasonOf(given('short', ['text']))).toBe('invalid');
    expect(reasonOf(given('judge', 'true'))).toBe('invalid');
  });

  it('rejects an answer that is longer than the contract allows', () => {
    expect(reasonOf(given('short', 'x'.repeat(MAX_ANSWER_LENGTH)))).toBeUndefined();
    expect(reasonOf(given('short', 'x'.repeat(MAX_ANSWER_LENGTH + 1)))).toBe('tooLong');
    expect(reasonOf(given('blank', ['', 'x'.repeat(MAX_BLANK_LENGTH)]))).toBeUndefined();
    expect(reasonOf(given('blank', ['', 'x'.repeat(MAX_BLANK_LENGTH + 1)]))).toBe('tooLong');
  });

  it('accepts null, which removes an answer', () => {
    expect(checkEntries(shape, 3, [given('single', null), given('judge', false)]).entries).toMatchObject([
      { answer: null },
      { answer: false },
    ]);
  });

  it('records the language in which the question was shown, and refuses one that it does not have', () => {
    const langOf = (questionId: string, lang?: string | null) =>
      checkEntries(shape, 3, [given(questionId, 'text', { lang })]).entries[0]?.lang;
    expect(langOf('both', 'en')).toBe('en');
    expect(langOf('both')).toBeNull();
    expect(langOf('chinese')).toBe('zh');
    expect(langOf('short')).toBeNull();
    expect(reasonOf(given('chinese', 'text', { lang: 'en' }))).toBe('invalid');
    expect(reasonOf(given('both', 'text', { lang: 'fr' }))).toBe('invalid');
    // One refused entry does not affect the others.
    const mixed = [given('chinese', 'x', { lang: 'en' }), given('both', 'y', { lang: 'en' })];
    expect(checkEntries(shape, 3, mixed)).toMatchObject({
      entries: [{ lang: 'en' }],
      rejected: [{ reason: 'invalid' }],
    });
  });
});
