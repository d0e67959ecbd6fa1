import { describe, expect, it } from 'vitest';
import * as files from '../../../../tests/factories/large-question-files.ts';
import { MAX_HTML } from './read-html.ts';
import { readQuestionFile } from './read-file.ts';

const LARGER = 8;
/** Reading eight times as much takes eight times as long, or 64 times if the time grows with the square. */
const MOST = 24;

/** Processor time of this thread for reading a file, milliseconds: the shorter of two. */
async function cost(content: string | Uint8Array): Promise<number> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const times: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const from = process.threadCpuUsage();
    await readQuestionFile(bytes, { file: 'large', language: null });
    const { user, system } = process.threadCpuUsage(from);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

describe('the time for reading grows no faster than the file', () => {
  it.each<[string, (n: number) => string | Uint8Array, number]>([
    ['questions of GIFT', files.manyGift, 50],
    ['questions of Moodle XML', files.manyMoodle, 40],
    ['items of QTI', files.qtiPackage, 400],
    ['notes of GIFT that are never closed', files.openNotes, 10_000],
    ['pictures that never end', files.openPictures, 10_000],
    ['rows of a table in HTML', (n) => files.moodleText(files.htmlTable(n)), 200],
    ['nested elements of HTML', (n) => files.moodleText(files.nestedDivs(n)), 10_000],
  ])('%s', async (_, make, count) => {
    await cost(make(Math.ceil(count / 4)));
    // A few milliseconds are the same for every file.
    const small = Math.max(5, await cost(make(count)));
    expect(await cost(make(count * LARGER))).toBeLessThan(small * MOST);
  });
});

describe('a text in HTML', () => {
  const read = (html: string) =>
    readQuestionFile(new TextEncoder().encode(files.moodleText(html)), { file: 'x', language: null });

  it('is read up to a depth, and what is lost is told', async () => {
    const { drafts, losses } = await read(files.nestedDivs(MAX_HTML.depth * 2));
    expect(drafts[0]!.texts.en!.stem).toBe('What?');
    expect(losses).toMatchObject([{ kind: 'changed', reason: 'truncated', values: { field: 'text' } }]);
  });

  it('keeps a table of many rows', async () => {
    const { drafts, losses } = await read(files.htmlTable(1_000));
    expect(drafts[0]!.texts.en!.stem).toMatch(
      /^\| 0 \| x \|\n\| --- \| --- \|\n\| 1 \| x \|\n[\s\S]*\n\| 999 \| x \|$/,
    );
    expect(losses).toEqual([]);
  });
});

it('stops converting at the most questions, and still names the others', async () => {
  const bytes = new TextEncoder().encode(files.manyGift(5_000 + 60_000));
  const { drafts, losses } = await readQuestionFile(bytes, { file: 'x', language: null });
  expect(drafts).toHaveLength(5_000);
  expect(losses.slice(0, 2).map(({ reason, place }) => [reason, place.item])).toEqual([
    ['tooManyQuestions', 'a5000'],
    ['tooManyQuestions', 'a5001'],
  ]);
  expect(losses.at(-1)).toMatchObject({ reason: 'moreLosses', values: { count: 50_000 } });
});
