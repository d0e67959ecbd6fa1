import { unzipSync } from 'fflate';
import { colToLetter, readXlsx, writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { QuestionDraft } from '../draft.ts';
import { readQuestionFile } from '../read-file.ts';
import { optionKey } from '../text.ts';
import { writeXlsxQuestions } from './write-xlsx.ts';
import { decodeTable } from '#src/server/core/decode-table.ts';

/*
 * Tables as people keep them, which follow our template only roughly.
 */

const HEADER = ['题型', '题干', '选项A', '选项B', '答案'];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const readBytes = (bytes: Uint8Array) => readQuestionFile(bytes, { file: 'table', language: null });
const readText = (text: string) => readBytes(Buffer.from(text));
const readSheets = async (...sheets: Partial<WriteSheet>[]) =>
  readBytes(await writeXlsx({ sheets: sheets.map((sheet, n) => ({ name: `Sheet ${n + 1}`, ...sheet })) }));

type Read = Awaited<ReturnType<typeof readBytes>>;
const answers = ({ drafts }: Read) => drafts.map(({ answer }) => answer);
const textsOf = ({ drafts }: Read, index = 0) => drafts[index]!.texts.zh!;
const optionsOf = (read: Read, index = 0) => textsOf(read, index).options.map(({ text }) => text);
const reasons = ({ losses }: Read) => losses.map(({ reason }) => reason);

describe('answers', () => {
  const choice = (answer: string) => readText(`题型,题干,选项A,选项B,选项C,答案\n单选,问？,甲,乙,丙,"${answer}"`);

  it.each(['C', 'c', 'Ｃ', '(C)', '（C）', 'C.丙', 'C、丙', '丙'])('of a single choice may be %s', async (answer) => {
    expect(answers(await choice(answer))).toEqual(['C']);
  });

  it.each(['D', 'C.甲', '丁', 'AC', ''])('of a single choice are refused as %s', async (answer) => {
    const read = await choice(answer);
    expect(answers(read)).toEqual([]);
    expect(reasons(read)).toEqual(['badCell']);
  });

  it.each(['A、C', 'A,C', 'AC', '[A][C]', 'A.甲\nC.丙', 'A.甲；C.丙'])(
    'of a multiple choice may be %s',
    async (answer) => {
      const read = await readText(`题型,题干,选项A,选项B,选项C,答案\n多选,问？,甲,乙,丙,"${answer}"`);
      expect(answers(read)).toEqual([['A', 'C']]);
    },
  );

  it.each([
    ['✔', true],
    ['✔️', true],
    ['（√）', true],
    ['✘', false],
    ['不正确', false],
  ])('of a judgement may be %s', async (answer, expected) => {
    expect(answers(await readText(`题型,题干,答案\n判断,对吗？,${answer}`))).toEqual([expected]);
  });

  it('of a judgement may name an option', async () => {
    expect(answers(await readText('题型,题干,选项A,选项B,答案\n判断,对吗？,正确,错误,B'))).toEqual([false]);
    expect(answers(await readText('题型,题干,选项A,选项B,答案\n判断,对吗？,,,B'))).toEqual([]);
  });

  it.each([
    ['火警（　　），急救（　　）。', '119；120', '火警____，急救____。'],
    ['火警（），急救（）。', '119、120', '火警____，急救____。'],
    ['__ 和 __', '119 120', '____ 和 ____'],
    ['火警【 】，急救【 】。', '119,120', '火警____，急救____。'],
  ])('of the blanks in %s may stand on one line', async (stem, answer, expected) => {
    const read = await readText(`题型,题干,答案\n填空,${stem},"${answer}"`);
    expect(answers(read)).toEqual([[['119'], ['120']]]);
    expect(textsOf(read).stem).toBe(expected);
  });

  it('of blanks that differ in number are refused, and no blank is added', async () => {
    const read = await readText('题型,题干,答案\n填空,火警（　），急救（　）。,119');
    expect(read.drafts).toEqual([]);
    expect(read.losses).toMatchObject([{ reason: 'blanksDiffer', values: { marks: 2, answers: 1 } }]);
  });
});

describe('headings', () => {
  it.each(['A选项', 'A', '选项1', '答案选项A', 'Option A'])('name an option as %s', async (heading) => {
    const read = await readText(`试题类型,试题内容,${heading},选项B,标准答案,难易程度\n单选题,问？,甲,乙,A,容易`);
    expect(optionsOf(read)).toEqual(['甲', '乙']);
    expect(read.drafts[0]).toMatchObject({ answer: 'A', difficulty: 1 });
    expect(read.losses).toEqual([]);
  });

  it('may stand below titles', async () => {
    const read = await readText('安全题库,,\n"内部, 资料",,\n题型,题干,答案\n判断,对吗？,对');
    expect(read.drafts).toMatchObject([{ answer: true, place: { line: 4 } }]);
    const rows = [['安全题库'], [], HEADER, ['单选', '问？', '甲', '乙', 'A']];
    expect((await readSheets({ rows })).drafts).toMatchObject([{ answer: 'A', place: { line: 4 } }]);
  });

  it.each(['A.甲\nB.乙\nC.丙', 'A、甲 B、乙 C、丙', '(A) 甲；(B) 乙；(C) 丙', '甲\n乙\n丙', '甲|乙|丙'])(
    'may have all options in one cell: %j',
    async (cell) => {
      const read = await readText(`题型,题干,选项,答案\n单选,问？,"${cell}",C`);
      expect(optionsOf(read)).toEqual(['甲', '乙', '丙']);
      expect(answers(read)).toEqual(['C']);
    },
  );

  it('with an unknown difficulty lose it, not the question', async () => {
    const read = await readText('题型,题干,答案,难度\n判断,对吗？,对,三星');
    expect(read.drafts).toMatchObject([{ difficulty: null }]);
    expect(read.losses).toMatchObject([{ reason: 'difficultyUnknown', values: { value: '三星' } }]);
  });
});

describe('columns of our exports', () => {
  const choice = (more: string, cell: string) =>
    readText(`题型,题干,选项A,选项B,答案,${more}\n单选,问？,甲,乙,A,${cell}`);

  it.each([
    ['选项顺序不变', '是', true],
    ['选项顺序不变', '否', false],
    ['Keep order of options', 'YES', true],
    ['keep_order_of_options', '✔', true],
    ['选项顺序不变', '', undefined],
  ])('say in %s by %s whether options keep their order', async (heading, cell, expected) => {
    const read = await choice(heading, cell);
    expect(read.drafts.map(({ keepsOrder }) => keepsOrder)).toEqual([expected]);
    expect(read.losses).toEqual([]);
  });

  it('with an unknown value lose it, not the question, and only choices have an order', async () => {
    const read = await choice('选项顺序不变', '也许');
    expect(read.drafts.map(({ keepsOrder }) => keepsOrder)).toEqual([undefined]);
    expect(read.losses).toMatchObject([{ reason: 'orderUnknown', values: { value: '也许' } }]);
    const judge = await readText('题型,题干,答案,选项顺序不变\n判断,对吗？,对,是');
    expect(judge.drafts.map(({ keepsOrder }) => keepsOrder)).toEqual([undefined]);
  });

  it('name the stored question for its own row only, also where cells are merged', async () => {
    const [rows, merges] = [
      [
        [...HEADER, 'System ID', '选项顺序不变'],
        ['单选', '一？', '甲', '乙', 'A', ' one ', '是'],
        ['单选', '二？', '甲', '乙', 'A', null, null],
      ],
      [5, 6].map((column) => ({ startRow: 1, endRow: 2, startCol: column, endCol: column })),
    ];
    const { drafts } = await readSheets({ rows, merges });
    expect(drafts.map(({ storedId, keepsOrder }) => [storedId, keepsOrder])).toEqual([
      ['one', true],
      [undefined, true],
    ]);
  });

  it('have lists to choose from also beyond the column Z', async () => {
    const options = Array.from({ length: 26 }, (_, n) => ({ key: optionKey(n), text: `option ${n}` }));
    const draft: QuestionDraft = {
      ...{ code: 'a', type: 'single', difficulty: 1, topic: null, tags: [], answer: 'Z', keepsOrder: true },
      ...{ texts: { en: { stem: 'Which?', options, analysis: null } }, place: { file: '', line: null, item: null } },
    };
    const { bytes } = await writeXlsxQuestions([draft], new Map(), 'en');
    const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
    const ranges = [...sheet.matchAll(/<dataValidation [^>]*sqref="([A-Z]+)2:/g)].map(([, letters]) => letters);
    const heading = (await readXlsx(bytes)).sheets[0]!.rows[0]!.indexOf('Keep order of options');
    expect(ranges).toEqual(['B', 'C', colToLetter(heading)]);
    expect((await readBytes(bytes)).drafts).toMatchObject([{ keepsOrder: true, answer: 'Z' }]);
  });
});

describe('workbooks', () => {
  it('are read as the spreadsheet program shows them', async () => {
    const cells = new Map([
      ['1,2', { value: 0.5, style: { numFmt: '0.0%' } }],
      ['1,3', { value: 1, style: { numFmt: '000' } }],
      ['2,2', { value: 0.1 + 0.2 }],
      ['2,3', { value: 0.375, style: { numFmt: 'h:mm' } }],
      ['3,2', { value: '', richText: [{ text: '10' }, { text: '3', font: { vertAlign: 'superscript' as const } }] }],
      ['3,3', { value: '', richText: [{ text: 'x' }, { text: 'ab', font: { vertAlign: 'subscript' as const } }] }],
    ]);
    const row = ['单选', '问？', 1, 2, 'A'];
    const read = await readSheets({ rows: [HEADER, row, row.with(1, '二？'), row.with(1, '三？')], cells });
    expect([0, 1, 2].map((n) => optionsOf(read, n))).toEqual([
      ['50.0%', '001'],
      ['0.3', '9:00'],
      ['10³', 'x$_{\\text{ab}}$'],
    ]);
    expect(read.losses).toEqual([]);
  });

  it('accept what one types for a superscript', async () => {
    const cells = new Map([
      ['1,4', { value: '', richText: [{ text: '10' }, { text: '3', font: { vertAlign: 'superscript' as const } }] }],
      ['2,4', { value: '', richText: [{ text: 'H' }, { text: '2', font: { vertAlign: 'subscript' as const } }] }],
    ]);
    const row = ['填空', '是____。', '', '', 'x'];
    expect(answers(await readSheets({ rows: [HEADER, row, row], cells }))).toEqual([[['10³', '10^3']], [['H₂', 'H2']]]);
  });

  it('name the cells whose values the program replaced or did not store', async () => {
    const cells = new Map([
      ['1,2', { value: new Date('2026-03-05'), style: { numFmt: 'm-d' } }],
      ['2,2', { value: null, formula: '1+1' }],
    ]);
    const row: (string | number)[] = ['单选', '问？', '甲', '乙', 'A'];
    const read = await readSheets({ rows: [HEADER, row, row, row.with(2, 1.1010119900307e17), row], cells });
    expect(read.losses.map(({ place, reason, values }) => [place.line, reason, values!['column']])).toEqual([
      [2, 'badCell', '选项A'],
      [3, 'badCell', '选项A'],
      [4, 'badCell', '选项A'],
    ]);
    expect(read.drafts).toHaveLength(1);
  });

  it('may have a date in a column that is not read', async () => {
    const cells = new Map([['1,3', { value: new Date('2026-03-05'), style: { numFmt: 'yyyy-mm-dd' } }]]);
    const read = await readSheets({
      rows: [
        ['题型', '题干', '答案', '更新日期'],
        ['判断', '对吗？', '对', ''],
      ],
      cells,
    });
    expect(answers(read)).toEqual([true]);
    expect(reasons(read)).toEqual(['unknownColumn']);
  });

  it('lose no hidden sheet in silence, and import none', async () => {
    const row = ['判断', '对吗？', '', '', '对'];
    const read = await readSheets(
      { rows: [HEADER, row] },
      { name: '旧题', hidden: true, rows: [HEADER, row.with(1, '作废')] },
      { name: '列表', hidden: true, rows: [['对'], ['错']] },
    );
    expect(read.drafts).toHaveLength(1);
    expect(read.losses).toMatchObject([{ reason: 'sheetHidden', values: { name: '旧题' } }]);
  });

  it('may have a sheet for each type, and merged cells', async () => {
    const read = await readSheets(
      {
        name: '一、单选题（2题）',
        rows: [
          ['知识点', '题干', '选项', '答案'],
          ['消防', '问？', 'A.甲\nB.乙', 'A'],
          ['', '又问？', 'A.甲\nB.乙', 'B'],
        ],
        merges: [{ startRow: 1, endRow: 2, startCol: 0, endCol: 0 }],
      },
      {
        name: '判断题',
        rows: [
          ['题干', '答案'],
          ['对吗？', '错'],
        ],
      },
    );
    expect(read.drafts).toMatchObject([
      { type: 'single', answer: 'A', topic: '消防' },
      { type: 'single', answer: 'B', topic: '消防' },
      { type: 'judge', answer: false },
    ]);
    expect(read.losses).toEqual([]);
  });

  it('keep the pictures on texts, and name the others', async () => {
    const image = (row: number, col: number) => ({ data: PNG, type: 'png' as const, anchor: { from: { row, col } } });
    const row = ['单选', '问？', '', '乙', 'A'];
    const read = await readSheets({
      rows: [
        [...HEADER, '图片'],
        [...row, ''],
        [...row, ''],
      ],
      images: [image(1, 1), image(1, 2), image(2, 2), image(2, 5), image(2, 4)],
    });
    expect(textsOf(read)).toMatchObject({
      stem: '问？\n\n![](sheet-1-1.png)',
      options: [{ text: '![](sheet-1-2.png)' }, {}],
    });
    expect(textsOf(read, 1).stem).toBe('问？\n\n![](sheet-1-4.png)');
    expect(read.losses).toMatchObject([{ place: { line: 3 }, reason: 'pictureDropped' }]);
    expect(Buffer.from(read.files.get('sheet-1-1.png')!).equals(PNG)).toBe(true);
  });

  it('are refused when a value stands below the rows that are read', async () => {
    const rows = Array.from({ length: 10_001 }, () => ['x']);
    await expect(readSheets({ rows: [HEADER, ...rows] })).rejects.toMatchObject({ key: 'questionFileTooLarge' });
  });
});

describe('the encoding of a text', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');

  it('is Windows-1252 where single letters have accents', () => {
    for (const text of ['aödf', 'Größe und Maß, Straße', 'déjà vu à Besançon', 'señor, mañana'])
      expect(decodeTable(latin(text))).toBe(text);
    expect(decodeTable(Buffer.from([0x93, 0x61, 0x94, 0x20, 0x80, 0x35]))).toBe('“a” €5');
  });

  it('is GB18030 where they come in pairs', () => {
    // 题型,题干 and, of the characters that only GBK has, 镕㐂.
    expect(decodeTable(Buffer.from('cce2d0cd2ccce2b8c9', 'hex'))).toBe('题型,题干');
    expect(decodeTable(Buffer.from('e946d6d0b9fa', 'hex'))).toBe('镕中国');
    // A text that ends within a character is neither.
    expect(decodeTable(Buffer.from('cce2d0cd2ccce2b8', 'hex'))).toBeUndefined();
  });
});
