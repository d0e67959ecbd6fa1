import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionKey, QuestionType } from '#src/server/question/tables.ts';
import { seededRandom } from '#src/lib/shuffle.ts';
import { composePaper, type Question } from './compose-paper.ts';

const options = ['A', 'B', 'C', 'D'].map((key) => ({ key, text: `text of ${key}` }));
const question = (id: string, type: QuestionType = 'single', answer: QuestionKey = 'B'): Question => ({
  enterpriseId: 'e',
  id,
  bankId: 'bank',
  code: id,
  type,
  difficulty: 1,
  topic: null,
  tags: [],
  distinctFrom: [],
  deletedAt: null,
  version: 3,
  texts: {
    zh: {
      stem: `stem ${id}`,
      options: type === 'single' || type === 'multiple' ? options : [],
      analysis: `why ${id}`,
    },
  },
  criteria: [],
  html: {},
  lang: 'zh',
  answer,
  keepsOrder: false,
  drawn: false,
  published: true,
  gmtModified: new Date(0),
});
const bankOf = (count: number) => Array.from({ length: count }, (_, n) => question(`q${n}`));
const section = (count: number, title = 'One', scoreEach = '2.5') => ({ title, count, scoreEach });
const plain = { shuffleQuestions: false, shuffleOptions: false };
const shuffled = { shuffleQuestions: true, shuffleOptions: true };
const idsOf = (paper: { questionId: string }[]) => paper.map(({ questionId }) => questionId);
const notReady = expect.objectContaining({ code: 409, key: 'examNotReady' }) as Error;

describe('a paper', () => {
  it('keeps the order of options of a question that says so', () => {
    const fixed = { ...question('fixed'), keepsOrder: true };
    const orders = ['a', 'b', 'c', 'd'].map(
      (seed) => composePaper([{ section: section(1), bank: [fixed] }], shuffled, seededRandom(seed))[0]!.options,
    );
    expect(orders).toEqual(orders.map(() => options));
  });

  it('contains the questions of each section in the order of the bank, with all fields', () => {
    const second = question('judge', 'judge', true);
    const paper = composePaper(
      [
        { section: section(2), bank: bankOf(2) },
        { section: section(1, 'Two', '5'), bank: [second] },
      ],
      plain,
      seededRandom('x'),
    );
    expect(paper).toEqual([
      ...['q0', 'q1'].map((questionId) => ({
        questionId,
        version: 3,
        lang: 'zh',
        section: 'One',
        type: 'single',
        stem: `stem ${questionId}`,
        options,
        blanks: 0,
        score: 2.5,
        answer: 'B',
        analysis: `why ${questionId}`,
      })),
      expect.objectContaining({
        questionId: 'judge',
        section: 'Two',
        type: 'judge',
        options: [],
        answer: true,
        score: 5,
      }),
    ]);
  });

  it('draws the required number of different questions, and others with another seed', () => {
    const draw = (seed: string) =>
      idsOf(composePaper([{ section: section(5), bank: bankOf(20) }], plain, seededRandom(seed)));
    const drawn = draw('one');
    expect(drawn).toHaveLength(5);
    expect(new Set(drawn).size).toBe(5);
    expect(drawn).toEqual([...drawn].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
    expect(draw('one')).toEqual(drawn);
    expect(draw('two')).not.toEqual(drawn);
  });

  it('can contain the questions in random order', () => {
    const orders = new Set(
      Array.from({ length: 20 }, (_, n) =>
        idsOf(
          composePaper(
            [{ section: section(3), bank: bankOf(3) }],
            { ...plain, shuffleQuestions: true },
            seededRandom(`${n}`),
          ),
        ).join(),
      ),
    );
    expect(orders.size).toBe(6);
  });

  it('contains no question twice when two sections use the same bank', () => {
    const bank = bankOf(4);
    const twice = (count: number) =>
      composePaper(
        [
          { section: section(2), bank },
          { section: section(count), bank },
        ],
        shuffled,
        seededRandom('x'),
      );
    expect(new Set(idsOf(twice(2))).size).toBe(4);
    expect(() => twice(3)).toThrow(notReady);
  });

  it('is rejected when a bank has too few questions, or the paper would be empty', () => {
    const of = (count: number, bank: Question[]) => () =>
      composePaper([{ section: section(count), bank }], plain, seededRandom('x'));
    expect(of(3, bankOf(2))).toThrow(notReady);
    expect(of(2, bankOf(2))).not.toThrow();
    expect(of(0, bankOf(2))).toThrow(notReady);
    expect(() => composePaper([], plain, seededRandom('x'))).toThrow(notReady);
  });

  it('counts blanks of blank questions only, and does not change other keys', () => {
    const blank = question('blank', 'blank', [['a', 'b'], ['c']]);
    const short = question('short', 'short', 'reference');
    const [first, second] = composePaper([{ section: section(2), bank: [blank, short] }], shuffled, () => 0.99);
    expect([first!.blanks, first!.answer]).toEqual([2, [['a', 'b'], ['c']]]);
    expect([second!.blanks, second!.answer]).toEqual([0, 'reference']);
  });
});

describe('shuffled options', () => {
  it('are lettered in the order of the paper, and the correct answer refers to the same texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray(['A', 'B', 'C', 'D'], { minLength: 1 }), (seed, keys) => {
        const bank = [question('multiple', 'multiple', keys), question('single', 'single', keys[0])];
        const paper = composePaper(
          [{ section: section(2), bank }],
          { ...plain, shuffleOptions: true },
          seededRandom(seed),
        );
        for (const asked of paper) {
          expect(asked.options.map(({ key }) => key)).toEqual(['A', 'B', 'C', 'D']);
          const textOf = (key: string) => asked.options.find((option) => option.key === key)!.text;
          const right = [asked.answer as string | string[]].flat();
          const wanted = asked.type === 'single' ? [keys[0]!] : keys;
          expect(right.map(textOf).sort()).toEqual(wanted.map((key) => `text of ${key}`).sort());
          expect(right).toEqual([...right].sort());
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are in all orders, and in the order of the bank if they are not shuffled', () => {
    const order = (seed: string, shuffleOptions: boolean) =>
      composePaper([{ section: section(1), bank: bankOf(1) }], { ...plain, shuffleOptions }, seededRandom(seed))[0]!
        .options.map(({ text }) => text.at(-1))
        .join('');
    const seeds = Array.from({ length: 200 }, (_, n) => `${n}`);
    expect(new Set(seeds.map((seed) => order(seed, true))).size).toBe(24);
    expect(new Set(seeds.map((seed) => order(seed, false)))).toEqual(new Set(['ABCD']));
  });
});
