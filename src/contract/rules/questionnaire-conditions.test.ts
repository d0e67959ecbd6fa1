import { describe, expect, it } from 'vitest';
import type { Condition, Question } from './questionnaire.ts';
import { brokenBy, wrongConditions } from './questionnaire-conditions.ts';

const ifChosen = (question: string, ...is: string[]): Condition => ({ question, is, from: null, to: null });
const ifValue = (question: string, from: number | null, to: number | null): Condition => ({
  ...{ question, is: null, from, to },
});
const ask = (code: string, kind: Question['kind'], showIf: Condition | null = null) => ({
  ...{ code, kind, showIf, options: [{ code: 'a', text: 'A' }], other: false, least: 1, most: 5 },
});
const page = (code: string, questions: ReturnType<typeof ask>[], showIf: Condition | null = null) => ({
  ...{ code, questions, showIf },
});
const choice = ask('choice', 'single');
const scale = ask('scale', 'scale');

describe('conditions of a questionnaire', () => {
  it.each<[string, Condition, [string, string] | null]>([
    ['an option', ifChosen('choice', 'a'), null],
    ['a range', ifValue('scale', 2, 4), null],
    ['an open range', ifValue('scale', null, 1), null],
    ['no option', ifChosen('choice'), ['is', 'empty']],
    ['an option that is gone', ifChosen('choice', 'a', 'b'), ['is', 'choice']],
    ['an own text that cannot be given', ifChosen('choice', 'other'), ['is', 'choice']],
    ['a range of a choice', ifValue('choice', 1, 2), ['is', 'empty']],
    ['options and a range', { ...ifChosen('choice', 'a'), from: 1 }, ['is', 'empty']],
    ['no range', ifValue('scale', null, null), ['from', 'empty']],
    ['options of a scale', ifChosen('scale', 'a'), ['from', 'empty']],
    ['a range without a value', ifValue('scale', 4, 3), ['from', 'range']],
    ['a range beyond the scale', ifValue('scale', 6, null), ['from', 'range']],
    ['a text', ifChosen('words', 'a'), ['question', 'kind']],
    ['a later question', ifChosen('last', 'a'), ['question', 'later']],
    ['itself', ifChosen('asked', 'a'), ['question', 'later']],
    ['nothing', ifChosen('none', 'a'), ['question', 'gone']],
  ])('%s', (_name, showIf, expected) => {
    const pages = [
      page('one', [choice, scale, ask('words', 'text')]),
      page('two', [ask('asked', 'single', showIf), ask('last', 'single')]),
    ];
    const found = wrongConditions(pages);
    const place = { page: 1, question: 0, code: 'asked' };
    expect(found).toEqual(expected ? [{ ...place, field: expected[0], fault: expected[1] }] : []);
    const ofPage = [pages[0]!, page('two', [ask('asked', 'single'), ask('last', 'single')], showIf)];
    expect(wrongConditions(ofPage).map(({ question, code }) => [question, code])).toEqual(
      expected ? [[null, 'two']] : [],
    );
  });

  it('know an option with a text of one’s own', () => {
    const pages = [page('one', [{ ...choice, other: true }, ask('asked', 'text', ifChosen('choice', 'other'))])];
    expect(wrongConditions(pages)).toEqual([]);
  });

  it('say what a change would break, and not what is wrong already', () => {
    const asked = ask('asked', 'text', ifChosen('choice', 'a'));
    const wrong = ask('wrong', 'text', ifChosen('none', 'a'));
    const two = page('two', [], ifValue('scale', 1, 2));
    const before = [page('one', [choice, scale, asked, wrong]), two];
    expect([...brokenBy(before, [page('one', [scale, asked, wrong]), two])]).toEqual(['asked']);
    expect([...brokenBy(before, [page('one', [asked, choice, scale, wrong]), two])]).toEqual(['asked']);
    expect([...brokenBy(before, [two, before[0]!])]).toEqual(['two']);
    expect([...brokenBy(before, [page('one', [scale, choice, asked, wrong]), two])]).toEqual([]);
  });
});
