import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaperQuestion } from './tables/attempt.ts';
import type { RegradeRule } from './tables/regrade.ts';
import { AS_ON_PAPER, givenMark, givenMarks, markOf, passMark, regradedQuestion, ruleName } from './regrade-rule.ts';
import { scoreRegraded } from './regrade-rule.ts';
import { toHundredths } from './score-paper.ts';

const LETTERS = ['A', 'B', 'C', 'D'];
const options = LETTERS.map((key) => ({ key, text: `Text ${key}` }));
const base = { section: '', stem: '', options, blanks: 0, analysis: null };
const score = fc.integer({ min: 1, max: 3000 }).map((hundredths) => hundredths / 100);
const question = fc
  .record({ type: fc.constantFrom('single' as const, 'judge' as const, 'short' as const), score, right: fc.nat(3) })
  .map(({ type, score: worth, right }): PaperQuestion => {
    const answer = type === 'single' ? LETTERS[right]! : type === 'judge' ? right > 1 : 'reference';
    return { ...base, questionId: '', version: 1, type, score: worth, answer };
  });
const papers = fc
  .array(question, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((each, i) => ({ ...each, questionId: `q${i}` })));
const rule = fc.record({
  key: fc.option(
    fc.subarray(
      options.map(({ text }) => text),
      { minLength: 1 },
    ),
  ),
  score: fc.option(score),
  void: fc.constantFrom(null, 'full' as const, 'drop' as const),
});
const sitting = papers.chain((paper) =>
  fc.record({
    paper: fc.constant(paper),
    rules: fc.array(fc.option(rule), { minLength: paper.length, maxLength: paper.length }),
    answers: fc.array(fc.constantFrom(...LETTERS, true, false, null), {
      minLength: paper.length,
      maxLength: paper.length,
    }),
    shares: fc.array(fc.nat(100), { minLength: paper.length, maxLength: paper.length }),
  }),
);
const keyed = (key: RegradeRule['key'], type: string) => (type === 'single' ? key : null);

describe('regraded papers', () => {
  it('have marks within their scores, and sums of exactly these', () => {
    fc.assert(
      fc.property(sitting, ({ paper, rules, answers, shares }) => {
        const given = Object.fromEntries(
          paper.flatMap((each, i) =>
            each.type === 'short' ? [[each.questionId, Math.floor(each.score * shares[i]!) / 100]] : [],
          ),
        );
        const byName = new Map(
          paper.flatMap((each, i) => {
            const own = rules[i];
            return own ? [[ruleName(each), { ...own, key: keyed(own.key, each.type) }] as const] : [];
          }),
        );
        const named = Object.fromEntries(paper.map((each, i) => [each.questionId, answers[i]]));
        const scored = scoreRegraded(paper, { answers: named, given, rules: byName, passScore: '60' });
        const marks = Object.values(scored.marks).map(toHundredths);
        expect(scored.objective + scored.subjective).toBe(marks.reduce((sum, mark) => sum + mark, 0));
        expect(scored.total).toBe(
          paper.reduce((sum, each) => {
            const own = byName.get(ruleName(each)) ?? AS_ON_PAPER;
            const worth = toHundredths(regradedQuestion(each, own).score);
            const mark = toHundredths(scored.marks[each.questionId]!);
            expect(mark).toBeGreaterThanOrEqual(0);
            expect(mark).toBeLessThanOrEqual(worth);
            if (own.void) expect(mark).toBe(own.void === 'full' ? worth : 0);
            return sum + worth;
          }, 0),
        );
        expect(scored.passMark).toBeLessThanOrEqual(6000);
        if (scored.dropped === 0) expect(scored.passMark).toBe(6000);
      }),
    );
  });

  it('without rules have the marks that were given or computed', () => {
    fc.assert(
      fc.property(sitting, ({ paper, answers, shares }) => {
        const named = Object.fromEntries(paper.map((each, i) => [each.questionId, answers[i]]));
        const marks = Object.fromEntries(
          paper.map((each, i) => [each.questionId, Math.floor(each.score * shares[i]!) / 100]),
        );
        const given = givenMarks(paper, named, marks);
        const scored = scoreRegraded(paper, { answers: named, given, rules: new Map(), passScore: '60' });
        expect(scored.marks).toEqual(marks);
      }),
    );
  });

  it('convert marks of people to the score of the paper and back', () => {
    const short = { ...base, questionId: 'q', type: 'short' as const, score: 20, answer: '' };
    const half = { ...AS_ON_PAPER, score: 10 };
    expect(givenMark(short, half, 6.5)).toBe(13);
    expect(markOf(short, half, { answer: 'x', given: 13 })).toBe(650);
    expect(markOf(short, half, { answer: 'x', given: undefined })).toBeNull();
  });

  it('let a corrected key raise a mark of a person, never lower it', () => {
    const single = { ...base, questionId: 'q', type: 'single' as const, score: 10, answer: 'A' };
    const corrected = { ...AS_ON_PAPER, key: ['Text C'] };
    expect(markOf(single, corrected, { answer: 'C', given: 4 })).toBe(1000);
    expect(markOf(single, corrected, { answer: 'B', given: 4 })).toBe(400);
    expect(markOf(single, AS_ON_PAPER, { answer: 'A', given: 4 })).toBe(400);
  });

  it('use the key of the paper if the paper has no such options', () => {
    const single = { ...base, questionId: 'q', type: 'single' as const, score: 10, answer: 'A' };
    expect(markOf(single, { ...AS_ON_PAPER, key: ['Other'] }, { answer: 'A', given: undefined })).toBe(1000);
    const other = { lang: 'en' as const, stem: '', analysis: null, html: {}, options: [{ key: 'D', text: 'Other' }] };
    expect(markOf({ ...single, other }, { ...AS_ON_PAPER, key: ['Other'] }, { answer: 'D', given: undefined })).toBe(
      1000,
    );
  });
});

it('the pass mark shrinks in proportion, in favour of candidates', () => {
  expect(passMark('60', { counted: 10_000, dropped: 0 })).toBe(6000);
  expect(passMark('60', { counted: 9000, dropped: 1000 })).toBe(5400);
  expect(passMark('60', { counted: 200, dropped: 100 })).toBe(4000);
  expect(passMark('10', { counted: 100, dropped: 200 })).toBe(333);
});
