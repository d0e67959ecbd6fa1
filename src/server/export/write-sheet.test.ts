import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { cellsOf } from '../../../tests/factories/sheet.ts';
import { writeSheet } from './write-sheet.ts';

/* Texts that spreadsheet programs could take for a formula, a link or a number. LibreOffice 7.4 opens all of them as texts. */
const EVIL = [
  '=HYPERLINK("http://evil.example","x")',
  '=WEBSERVICE("http://evil.example")',
  "=cmd|'/c calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '{=1+1}',
  "'=1+1",
  '</t></is><f>1+1</f><is><t>',
  '0123',
  '1e5',
  'true',
  'http://evil.example',
];

async function* rowsOf(rows: (string | number)[][]) {
  yield* rows;
}

let bytes: Uint8Array;
beforeAll(async () => {
  const rows = EVIL.map((text, n) => [text, n / 2]);
  bytes = await writeSheet({
    name: '=1+1',
    columns: [
      { header: '=1+1', width: 20, type: 'text' },
      { header: 'n', width: 5, type: 'number' },
    ],
    rows: rowsOf(rows),
    timeZone: 'UTC',
  });
});

describe('texts that look like formulas', () => {
  it('are cells of type text, and numbers are numbers', () => {
    const [head, ...body] = cellsOf(bytes);
    expect(head!.map(({ text, type }) => [text, type === 'n'])).toEqual([
      ['=1+1', false],
      ['n', false],
    ]);
    expect(body.map(([cell]) => cell!.text.replaceAll('&#13;', '\r'))).toEqual(EVIL);
    for (const [text, number] of body) {
      expect(['s', 'inlineStr'], text!.text).toContain(text!.type);
      expect(number!.type, text!.text).toBe('n');
    }
  });

  it('produce no formulas, links or external references in the file', () => {
    const files = unzipSync(bytes);
    const names = Object.keys(files);
    expect(names.filter((name) => /external|connections|vba|macro|embeddings|calcChain/i.test(name))).toEqual([]);
    for (const name of names) {
      const xml = new TextDecoder().decode(files[name]);
      expect(xml, name).not.toMatch(/<f[ >/]|<hyperlink|<ddeLink|TargetMode="External"/);
    }
  });
});

it('removes control characters that XML does not allow, and truncates texts to the length of a cell', async () => {
  const columns = [{ header: 'x', width: 5, type: 'text' as const }];
  const rows = rowsOf([['a\u0000\u0008\u000b\u001f\ufffeb'], ['x'.repeat(40_000)]]);
  const cells = cellsOf(await writeSheet({ name: 'a/b\\c?d*e[f]g:h'.repeat(4), columns, rows, timeZone: 'UTC' }));
  expect(cells.slice(1).map(([cell]) => cell!.text)).toEqual(['ab', 'x'.repeat(32_767)]);
});
