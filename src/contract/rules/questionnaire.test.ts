import { describe, expect, it } from 'vitest';
import {
  type Answers,
  answerError,
  checkAnswers,
  matches,
  pageCount,
  type Question,
  shownPages,
  tidyAnswer,
} from './questionnaire.ts';

const question = (more: Pick<Question, 'code' | 'kind'> & Partial<Question>): Question => ({
  ...{ title: more.code, hint: null, required: false, showIf: null, options: [], rows: [], other: false, least: null },
  ...{ most: null, leastLabel: null, mostLabel: null, long: false, maxLength: null, retired: false },
  ...more,
});
const options = (...codes: string[]) => codes.map((code) => ({ code, text: code }));
const page = (code: string, questions: Question[], showIf: Question['showIf'] = null) => ({
  ...{ code, title: null, introduction: null, showIf, questions },
});
const ifChosen = (code: string, ...is: string[]) => ({ question: code, is, from: null, to: null });
const ifValue = (code: string, from: number | null, to: number | null) => ({ question: code, is: null, from, to });

const first = question({ code: 'first', kind: 'single', required: true, options: options('a', 'b') });
const second = question({
  code: 'second',
  kind: 'scale',
  required: true,
  least: 0,
  most: 10,
  showIf: ifChosen('first', 'b'),
});
const third = question({ code: 'third', kind: 'text', required: true });
const pages = [page('one', [first, second]), page('two', [third], ifValue('second', 0, 6))];

const shownWith = (answers: Answers) =>
  shownPages(pages, answers).map(({ questions }) => questions.map(({ code }) => code));

describe('branches', () => {
  it.each<[string, Answers, string[][]]>([
    ['no answer', {}, [['first']]],
    ['another option', { first: { chosen: ['a'] } }, [['first']]],
    ['the option', { first: { chosen: ['b'] } }, [['first', 'second']]],
    ['a value in the range', { first: { chosen: ['b'] }, second: { value: 6 } }, [['first', 'second'], ['third']]],
    ['a value above the range', { first: { chosen: ['b'] }, second: { value: 7 } }, [['first', 'second']]],
    // The answer to a hidden question opens nothing.
    ['a branch behind a closed one', { first: { chosen: ['a'] }, second: { value: 1 } }, [['first']]],
  ])('%s', (_name, answers, expected) => {
    expect(shownWith(answers)).toEqual(expected);
  });

  it('compare options and ranges, with an open end', () => {
    expect(matches(ifChosen('x', 'a', 'b'), { chosen: ['c', 'b'] })).toBe(true);
    expect(matches(ifChosen('x', 'a'), { chosen: ['c'] })).toBe(false);
    expect(matches(ifChosen('x', 'a'), undefined)).toBe(false);
    expect(matches(ifValue('x', null, 3), { value: 0 })).toBe(true);
    expect(matches(ifValue('x', 3, null), { value: 2 })).toBe(false);
    expect(matches(ifValue('x', 3, null), {})).toBe(false);
  });

  it('leave out retired questions and empty pages', () => {
    const gone = { ...third, retired: true };
    expect(shownPages([page('one', [first]), page('two', [gone])], {}).map(({ code }) => code)).toEqual(['one']);
  });
});

describe('the number of pages', () => {
  const last = page('last', [question({ code: 'last', kind: 'text' })]);
  const branch = page('branch', [third], ifChosen('first', 'b'));
  const start = page('start', [first]);
  const count = (given: (typeof start)[], answers: Answers, open: string) => pageCount(given, answers, open);

  it('is certain without branches, and behind the question that opens one', () => {
    expect(count([start, last], {}, 'start')).toEqual({ most: 2, isCertain: true });
    const given = [start, branch, last];
    expect(count(given, { first: { chosen: ['b'] } }, 'branch')).toEqual({ most: 3, isCertain: true });
    expect(count(given, { first: { chosen: ['a'] } }, 'last')).toEqual({ most: 2, isCertain: true });
  });

  it('is not certain where the question is still to come, whatever is chosen now', () => {
    const given = [page('intro', [question({ code: 'intro', kind: 'text' })]), start, branch, last];
    for (const open of ['intro', 'start'])
      for (const answers of [{}, { first: { chosen: ['a'] } }, { first: { chosen: ['b'] } }] as Answers[])
        expect(count(given, answers, open)).toEqual({ most: 4, isCertain: false });
  });

  it('does not depend on a branch within a page, nor on pages without questions', () => {
    const both = page('both', [third, { ...second, code: 'extra' }]);
    const gone = page('gone', [{ ...third, code: 'gone', retired: true }]);
    expect(count([start, both, gone], {}, 'start')).toEqual({ most: 2, isCertain: true });
    const only = page('only', [{ ...second, code: 'extra' }]);
    expect(count([start, only], {}, 'start')).toEqual({ most: 2, isCertain: false });
    expect(
      count(
        [start, branch, page('behind', [question({ code: 'behind', kind: 'text' })], ifChosen('third', 'x')), last],
        {},
        'last',
      ),
    ).toEqual({
      ...{ most: 2, isCertain: true },
    });
  });
});

describe('answers', () => {
  it('are returned for what is shown, errors for what is required there', () => {
    expect(checkAnswers(pages, { first: { chosen: ['a'] }, second: { value: 1 }, third: { text: 'x' } })).toEqual({
      answers: { first: { chosen: ['a'] } },
      errors: [],
    });
    expect(checkAnswers(pages, { first: { chosen: ['b'] }, second: { value: 2 }, third: { text: '  ' } })).toEqual({
      answers: { first: { chosen: ['b'] }, second: { value: 2 } },
      errors: [{ question: 'third', error: 'required' }],
    });
  });

  it('keep only what belongs to the kind of question', () => {
    const mixed = { chosen: ['a'], other: 'x', value: 1, rows: [{ row: 'r', choice: 'a' }], text: ' t ' };
    expect(tidyAnswer(first, mixed)).toEqual({ chosen: ['a'] });
    expect(tidyAnswer({ ...first, other: true }, { ...mixed, chosen: ['other'] })).toEqual({
      chosen: ['other'],
      other: 'x',
    });
    expect(tidyAnswer(second, mixed)).toEqual({ value: 1 });
    expect(tidyAnswer(third, mixed)).toEqual({ text: 't' });
    for (const each of [first, second, third]) expect(tidyAnswer(each, { chosen: [], rows: [], text: '' })).toBeNull();
  });

  const several = question({
    code: 's',
    kind: 'several',
    options: options('a', 'b', 'c'),
    other: true,
    least: 2,
    most: 3,
  });
  const matrix = question({ code: 'm', kind: 'matrix', options: options('x', 'y'), rows: options('r1', 'r2') });
  it.each<[Question, Parameters<typeof answerError>[1], ReturnType<typeof answerError>]>([
    [first, null, 'required'],
    [{ ...first, required: false }, null, null],
    [first, { chosen: ['a', 'b'] }, 'invalid'],
    [first, { chosen: ['z'] }, 'invalid'],
    [first, { chosen: ['other'] }, 'invalid'],
    [several, { chosen: ['a'] }, 'tooFew'],
    [several, { chosen: ['a', 'b', 'c', 'other'], other: 'x' }, 'tooMany'],
    [several, { chosen: ['a', 'a'] }, 'invalid'],
    [several, { chosen: ['a', 'other'], other: '' }, 'otherText'],
    [several, { chosen: ['a', 'other'], other: 'x'.repeat(201) }, 'tooLong'],
    [several, { chosen: ['a', 'other'], other: 'x' }, null],
    [second, { value: 10 }, null],
    [second, { value: 11 }, 'invalid'],
    [second, { value: -1 }, 'invalid'],
    [second, { value: 1.5 }, 'invalid'],
    [matrix, { rows: [{ row: 'r1', choice: 'x' }] }, null],
    [{ ...matrix, required: true }, { rows: [{ row: 'r1', choice: 'x' }] }, 'rowsMissing'],
    [
      matrix,
      {
        rows: [
          { row: 'r1', choice: 'x' },
          { row: 'r1', choice: 'y' },
        ],
      },
      'invalid',
    ],
    [matrix, { rows: [{ row: 'r1', choice: 'z' }] }, 'invalid'],
    [matrix, { rows: [{ row: 'r3', choice: 'x' }] }, 'invalid'],
    [third, { text: 'x'.repeat(200) }, null],
    [third, { text: 'x'.repeat(201) }, 'tooLong'],
    [{ ...third, long: true }, { text: 'x'.repeat(2_000) }, null],
    [{ ...third, long: true, maxLength: 10 }, { text: 'x'.repeat(11) }, 'tooLong'],
  ])('%#', (asked, answer, error) => {
    expect(answerError(asked, answer)).toBe(error);
  });
});
