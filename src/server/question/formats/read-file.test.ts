import { describe, expect, it } from 'vitest';
import { getT } from '#src/i18n/server.ts';
import {
  GIFT_EXAMPLES,
  MOODLE_EXAMPLES,
  QTI_EXAMPLES,
  TABLE_EXAMPLE,
} from '../../../../tests/factories/question-files.ts';
import type { FormatResult } from './draft.ts';
import { reasonText } from './loss-text.ts';
import { readQuestionFile } from './read-file.ts';
import { writeTemplate } from './table/write-xlsx.ts';

const read = (text: string) => readQuestionFile(new TextEncoder().encode(text), { file: 'quiz', language: null });
const answers = ({ drafts }: FormatResult) => drafts.map(({ type, answer }) => [type, answer]);
const losses = (result: FormatResult) =>
  result.losses.map(({ place, kind, reason }) => `${place.line} ${kind} ${reason}`);

describe('GIFT', () => {
  it('gives a question or a loss for each item', async () => {
    const result = await read(GIFT_EXAMPLES[0]!);
    expect(answers(result)).toEqual([
      ['single', 'B'],
      ['judge', true],
      ['blank', [['H2O']]],
      ['blank', [['100']]],
      ['short', '3.1 – 3.2'],
      ['blank', [['1'], ['2']]],
      ['multiple', ['A', 'B']],
      ['short', ''],
    ]);
    expect(result.drafts[0]).toMatchObject({
      code: 'geo-1',
      topic: 'Geography/Europe',
      tags: ['geography'],
      texts: {
        en: {
          stem: 'What is the capital of **France**?',
          analysis: expect.stringContaining('See chapter 2.') as string,
        },
      },
      place: { file: 'quiz', line: 5, item: 'geo-1' },
    });
    expect(losses(result)).toEqual([
      '5 changed partialCredit',
      '5 changed optionFeedback',
      '12 changed optionFeedback',
      '14 changed partialCredit',
      '16 changed numberAsText',
      '16 changed tolerance',
      '18 changed rangeAsShort',
      '20 changed matchingAsBlanks',
      '30 skipped description',
      '32 skipped syntax',
    ]);
  });

  it('keeps formulas and Markdown, and takes control characters in a stem as text', async () => {
    const { drafts } = await read(`${GIFT_EXAMPLES[1]!}\nAt 10:30, is 1 = 1 ~ {T}`);
    expect(drafts.map(({ texts }) => texts.en!.stem)).toEqual([
      'Which $$x^2$$ and $y_1$?',
      '**Same** title\n\n- list',
      'At 10:30, is 1 = 1 \\~',
    ]);
  });
});

describe('Moodle XML', () => {
  it('gives a question or a loss for each item, with the files within', async () => {
    const result = await read(MOODLE_EXAMPLES[0]!);
    expect(answers(result)).toEqual([
      ['multiple', ['A', 'B']],
      ['single', 'A'],
      ['judge', false],
      ['blank', [['Frog']]],
      ['blank', [['3.5']]],
      ['short', 'Look for facts.'],
      ['blank', [['one!'], ['two!']]],
      ['blank', [['sun'], ['hot'], ['5']]],
    ]);
    expect(result.drafts[0]!.texts.en!.stem).toBe('Pick **two** ![dot](dot.png).');
    expect(result.drafts[1]!.texts.en!.options[0]!.text).toBe('a$_{1}$');
    expect([...result.files.keys()]).toEqual(['dot.png']);
    const told = losses(result).filter((loss) => !loss.endsWith('score'));
    expect(told).toEqual([
      '4 changed hints',
      '4 changed underline',
      '4 changed partialCredit',
      '4 changed optionFeedback',
      '12 changed fileMissing',
      '20 changed optionFeedback',
      '28 changed caseSensitive',
      '28 changed partialCredit',
      '28 changed wildcard',
      '36 changed numberAsText',
      '36 changed tolerance',
      '44 changed attachments',
      '52 changed matchingAsBlanks',
      '60 changed partialCredit',
      '60 changed numberAsText',
      '60 changed tolerance',
      '60 changed choicesAsBlanks',
      '60 changed partialCredit',
      '60 changed optionFeedback',
      '68 skipped description',
      '76 skipped generated',
      '84 skipped unsupportedType',
      '4 changed penalty',
    ]);
  });
});

describe('old Moodle XML', () => {
  it('has a picture beside the text', async () => {
    const {
      drafts,
      files,
      losses: told,
    } = await read(
      '<quiz><question type="truefalse"><name><text>old</text></name><questiontext><text>Look.</text></questiontext>' +
        '<image>a/dot.png</image><image_base64>iVBORw0KGgo=</image_base64><answer fraction="100"><text>true</text></answer></question></quiz>',
    );
    expect(drafts[0]!.texts.en!.stem).toBe('Look.\n\n![](dot.png)');
    expect([...files.keys()]).toEqual(['dot.png']);
    expect(told).toEqual([]);
  });
});

describe('QTI', () => {
  it.each([
    [0, ['multiple', ['A', 'C']], 'Read $c^{2}$.\n\nWhich?', ['choiceLimit', 'fixedOption', 'optionFeedback']],
    [1, ['blank', [['York'], ['y']]], 'Sun of ____ and ____ ( x / y ).', ['choicesAsBlanks', 'caseSensitive']],
    [3, ['blank', [['one'], ['two']]], 'First ____, then ____.\n\n( one / two )', ['gapsAsBlanks']],
    [4, ['blank', [['1'], ['2']]], 'Match.\n\n- one — ____\n- two — ____\n\n( 1 / 2 )', ['matchingAsBlanks']],
    [5, ['single', 'B'], 'Which one?', []],
  ])('reads item %i', async (index, question, stem, reasons) => {
    const result = await read(QTI_EXAMPLES[index]!);
    expect(answers(result)).toEqual([question]);
    expect(result.drafts[0]!.texts.en!.stem).toBe(stem);
    expect(result.losses.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('names an interaction that is not supported', async () => {
    const { drafts, losses: told } = await read(QTI_EXAMPLES[2]!);
    expect(drafts).toEqual([]);
    expect(told).toMatchObject([{ kind: 'skipped', reason: 'interaction', values: { name: 'orderInteraction' } }]);
  });
});

describe('tables', () => {
  it('are read by their headings, in other spellings too', async () => {
    const result = await read(TABLE_EXAMPLE);
    expect(answers(result)).toEqual([
      ['single', 'B'],
      ['multiple', ['A', 'C']],
      ['judge', false],
      ['blank', [['119'], ['120']]],
    ]);
    expect(result.drafts[3]!.texts.zh!.stem).toBe('火警电话____，急救电话____。');
    expect(losses(result)).toEqual(['1 changed unknownColumn', '8 skipped badCell']);
  });

  it.each(['zh', 'en'] as const)('have a template in %s that is read without a loss', async (language) => {
    const { bytes, name } = await writeTemplate(language);
    const result = await readQuestionFile(bytes, { file: name, language: null });
    expect(answers(result).slice(0, 4)).toEqual([
      ['single', 'B'],
      ['multiple', ['A', 'C']],
      ['judge', false],
      ['blank', [['119'], ['120']]],
    ]);
    expect(result.losses).toEqual([]);
  });
});

it('a loss is told in both languages, with words that authors know', async () => {
  const { losses: told } = await read(GIFT_EXAMPLES[0]!);
  const tolerance = told.find(({ reason }) => reason === 'tolerance')!;
  expect(reasonText(tolerance, getT('en'))).toBe('The tolerance is gone: 99.5 to 100.5 were accepted, now only 100');
  expect(reasonText(tolerance, getT('zh'))).toBe('允许误差未保留：原接受 99.5 至 100.5，现只接受 100');
  const unknown = { reason: 'interaction' as const, values: { name: 'orderInteraction' } };
  expect(reasonText(unknown, getT('zh'))).toBe('不支持“排序”作答方式');
  expect(reasonText({ ...unknown, values: { name: 'pciInteraction' } }, getT('zh'))).toContain('pciInteraction');
});
