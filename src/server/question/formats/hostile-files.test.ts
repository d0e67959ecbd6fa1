import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fuzzFormats } from '../../../../tests/fuzz/formats.ts';
import { fuzzLostTexts } from '../../../../tests/fuzz/lost-texts.ts';
import { MARKED_FORMATS } from '../../../../tests/fuzz/marked-files.ts';
import { QTI_EXAMPLES } from '../../../../tests/factories/question-files.ts';
import { QUESTION_FILE_LIMITS } from './limits.ts';
import { readQuestionFile } from './read-file.ts';

const read = (content: string | Uint8Array) =>
  readQuestionFile(typeof content === 'string' ? new TextEncoder().encode(content) : content, {
    file: 'hostile',
    language: null,
  });
const text = (content: string) => new TextEncoder().encode(content);

describe('damaged files', () => {
  it('give questions and losses, or a refusal', async () => {
    const { counts, failure } = await fuzzFormats({ seed: 13, files: 400 });
    expect(failure).toBeUndefined();
    expect(counts['questions']).toBeGreaterThan(100);
    expect(counts['losses']).toBeGreaterThan(100);
  });
});

/** Damaged files of each format. */
const FILES = Number(process.env['FORMAT_FILES'] ?? 300);

describe.each(MARKED_FORMATS)('damaged files in %s', (format) => {
  it(
    'lose no text without a word in the report',
    async () => {
      const { read, failure } = await fuzzLostTexts(format, { seed: 20, files: FILES });
      expect(failure).toBeUndefined();
      expect(read).toBeGreaterThan(FILES / 5);
    },
    60_000 + FILES * 50,
  );
});

describe('a file is refused', () => {
  it.each([
    [
      'XML with a document type',
      '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x "y">]><quiz/>',
      'questionFileDoctype',
    ],
    ['XML that is not well-formed', '<quiz>\n<question>\n</quiz>', 'questionFileNotWellFormed'],
    ['XML of another vocabulary', '<html/>', 'questionFileUnknown'],
    ['XML with elements nested without end', '<quiz>'.repeat(100_000), 'questionFileTooLarge'],
    ['other bytes', Uint8Array.from([0, 1, 2, 3]), 'questionFileUnknown'],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'questionFileOldExcel'],
    ['a damaged archive', text('PK\u0003\u0004 nothing'), 'questionFileBroken'],
    ['an archive with a path outside', zipSync({ '../quiz.txt': text('a {T}') }), 'questionFileUnsafe'],
    ['an archive that unpacks to too much', zipSync({ 'quiz.txt': new Uint8Array(5_000_000) }), 'questionFileUnsafe'],
    ['an archive without questions', zipSync({ 'a.png': Uint8Array.from([1]) }), 'questionFileUnknown'],
    ['a file that is too large', new Uint8Array(QUESTION_FILE_LIMITS.file + 1), 'questionFileTooLarge'],
  ])('%s', async (_, content, key) => {
    await expect(read(content)).rejects.toMatchObject({ key });
  });
});

describe('limits', () => {
  it('name each question above the most', async () => {
    const count = QUESTION_FILE_LIMITS.questions + 2;
    const { drafts, losses } = await read(
      Array.from({ length: count }, (_, n) => `::q${n}::Is it ${n}? {T}`).join('\n\n'),
    );
    expect(drafts).toHaveLength(QUESTION_FILE_LIMITS.questions);
    expect(losses.map(({ reason, place }) => [reason, place.item])).toEqual([
      ['tooManyQuestions', 'q5000'],
      ['tooManyQuestions', 'q5001'],
    ]);
  });

  it('end the text that is taken, and name each question after it', async () => {
    // Not so uniform that the archive would be taken for a bomb.
    const prose = (n: number) =>
      Array.from({ length: 2_400 }, (_, at) => `说法${(n + at) ** 3 % 9_973}`)
        .join('')
        .slice(0, 19_990);
    const row = (n: number) => `判断题,${prose(n)},对`;
    const count = Math.ceil(QUESTION_FILE_LIMITS.content / Buffer.byteLength(prose(0))) + 20;
    const half = (from: number) =>
      text(`题型,题干,答案\n${Array.from({ length: count / 2 }, (_, n) => row(from + n)).join('\n')}`);
    const { drafts, losses } = await read(zipSync({ 'a.csv': half(0), 'b.csv': half(count) }, { level: 1 }));
    expect(drafts.length + losses.length).toBe(Math.floor(count / 2) * 2);
    expect(Buffer.byteLength(JSON.stringify(drafts))).toBeLessThan(QUESTION_FILE_LIMITS.content * 1.001);
    expect(drafts.length).toBeGreaterThan(count - 40);
    expect(losses[0]).toMatchObject({
      ...{ kind: 'skipped', reason: 'tooMuchText', values: { max: 24 } },
      place: { file: 'b.csv' },
    });
  });

  it('hold for what the report says as well', async () => {
    const bad = Array.from({ length: 5_000 }, () => '判断题,字,?').join('\n');
    const { losses } = await read(zipSync({ [`${'folder/'.repeat(500)}a.csv`]: text(`题型,题干,答案\n${bad}`) }));
    expect(JSON.stringify(losses).length).toBeLessThan(QUESTION_FILE_LIMITS.lossContent * 1.1);
    expect(losses.at(-1)).toMatchObject({ reason: 'moreLosses' });
  });

  it('cut a text that is too long, and say so', async () => {
    const { drafts, losses } = await read(`[markdown]${'字'.repeat(30_000)}{T}`);
    expect(drafts[0]!.texts.zh!.stem).toHaveLength(QUESTION_FILE_LIMITS.text);
    expect(losses).toMatchObject([{ kind: 'changed', reason: 'truncated', values: { field: 'stem', max: 20_000 } }]);
  });

  it('do not let one damaged item of a package prevent the others', async () => {
    const manifest =
      '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="a.xml"/><resource type="imsqti_item_xmlv2p1" href="gone.xml"/></resources></manifest>';
    const { drafts, losses } = await read(
      zipSync({
        'imsmanifest.xml': text(manifest),
        'a.xml': text('<assessmentItem>'),
        'b.xml': text(QTI_EXAMPLES[0]!),
      }),
    );
    expect(drafts.map(({ type }) => type)).toEqual(['multiple']);
    expect(losses.filter(({ kind }) => kind === 'skipped').map(({ reason, place }) => [reason, place.file])).toEqual([
      ['missingPart', 'imsmanifest.xml'],
      ['syntax', 'a.xml'],
    ]);
  });
});
