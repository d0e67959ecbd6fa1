import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { PEOPLE_LIMITS } from '#src/contract/rules/people-import.ts';
import { isPhone } from '#src/lib/phone.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { proposeColumns } from '#src/server/people/import/columns.ts';
import type { ReadPerson } from '#src/server/people/import/person-values.ts';
import { run as readPeople } from '#src/server/people/import/read-people.task.ts';
import { docxParts, makeDocx, makePptx, makeXlsx, relations } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { parseVtt } from '#src/lib/web-vtt.ts';
import { readCsv, type TableSource } from '#src/server/content/csv-file.ts';
import { readXlsx } from '#src/server/content/xlsx-file.ts';
import { documentWork } from '#src/server/core/worker/pools.ts';
import type { ConversionJob } from '#src/server/document/convert/conversion.ts';
import { convertDocument } from '#src/server/document/convert/convert-document.ts';
import { MAX_ENTRIES, readPlaylist } from '#src/server/live/read-playlist.ts';
import { pdf } from '../factories/office-files.ts';
import { playlistOf } from '../factories/playlist.ts';
import { ChangeOf, mutate, SLOW } from './formats.ts';

/* Damaged files of the formats that are not questions: documents, tables of people, captions and playlists. */

/** Returns how the file was taken: `read`, or why not. @throws Error when a rule does not hold */
type Reader = (bytes: Uint8Array) => Promise<string> | string;
type Format = { name: string; source: Uint8Array; read: Reader };

const MutationOf = fc.record({
  part: fc.nat(),
  isInside: fc.boolean(),
  changes: fc.array(ChangeOf, { minLength: 1, maxLength: 5 }),
});
/** What no page of a document may contain. */
const UNSAFE = /<(?:script|iframe|object|embed|style|link|meta)\b|<[^>]*\s(?:on\w+|style)\s*=|javascript:/i;
const MARK = /qz\d+k/g;

/** Reads `files` damaged files of each format. */
export async function fuzzOtherFiles({
  seed,
  files,
}: {
  seed: number;
  files: number;
}): Promise<{ name: string; outcomes: Record<string, number>; failure: string | undefined }[]> {
  const reports = [];
  for (const { name, source, read } of await formats()) {
    const outcomes: Record<string, number> = {};
    const property = fc.asyncProperty(MutationOf, async (mutation) => {
      const begun = performance.now();
      const outcome = await read(mutate(source, mutation));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const took = performance.now() - begun;
      if (took > SLOW) throw new Error(`took ${Math.round(took)} ms`);
    });
    const details = await fc.check(property, { seed, numRuns: files, endOnFailure: true });
    const failure = details.failed
      ? `${String((details.errorInstance as Error).stack).slice(0, 4_000)}\n${JSON.stringify(details.counterexample).slice(0, 1_000)}`
      : undefined;
    reports.push({ name, outcomes, failure });
  }
  await documentWork.close();
  return reports;
}

async function formats(): Promise<Format[]> {
  const rows = [
    ['name', 'mobile', 'department'],
    ['Chen Li', '13800000001', 'Deck/Safety'],
    ['=1+1', '1.38E+10', '"a;b"'],
    ['王 师傅', '13800000002', ''],
  ];
  const xlsx = await makeXlsx([
    { name: 'Sheet', rows },
    { name: 'Numbers', rows: [[1, 2.5, 'x']] },
  ]);
  const csv = strToU8(rows.map((row) => row.join(',')).join('\r\n'));
  const text = '# One\n\nSome *text*, a [link](https://example.com) and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  return [
    { name: 'docx', source: word(), read: document('docx') },
    {
      name: 'pptx',
      source: makePptx([
        { title: 'First', points: ['a', 'b'] },
        { title: 'Second <b>', points: ['c'] },
      ]),
      read: document('pptx'),
    },
    { name: 'pdf', source: pdf(['one', 'two']), read: document('pdf') },
    { name: 'xlsx', source: xlsx, read: document('xlsx') },
    { name: 'csv', source: csv, read: document('csv') },
    { name: 'Markdown', source: strToU8(text.repeat(5)), read: document('markdown') },
    { name: 'text', source: strToU8(text.repeat(5)), read: document('text') },
    { name: 'people, xlsx', source: xlsx, read: table(readXlsx) },
    { name: 'people, csv', source: csv, read: table(readCsv) },
    { name: 'import of people, xlsx', source: await peopleXlsx(), read: peopleTable },
    { name: 'import of people, csv', source: csv, read: peopleTable },
    { name: 'captions', source: strToU8(CAPTIONS), read: captions },
    { name: 'playlist', source: strToU8(PLAYLIST), read: playlist },
  ];
}

/** A document with headings, a list, a table, a formula and a picture that is missing. */
function word(): Buffer {
  const parts = docxParts([
    { heading: 'One' },
    { text: 'Text & more' },
    { points: ['a', 'b'] },
    { table: [['1', '2']] },
  ]);
  const formula = '<w:p><m:oMath xmlns:m="m"><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den/></m:f></m:oMath></w:p>';
  parts['word/_rels/document.xml.rels'] = relations([
    ['rId1', 'styles', 'styles.xml'],
    ['rId2', 'image', 'media/none.png'],
  ]);
  parts['word/document.xml'] = String(parts['word/document.xml']).replace('</w:body>', `${formula}</w:body>`);
  return parts['word/document.xml'].includes(formula) ? zip(parts) : makeDocx([]);
}

function document(format: ConversionJob['format']): Reader {
  return async (bytes) => {
    const result = await convertDocument({ format, bytes }, 'fuzz');
    if ('problem' in result) return result.problem;
    if (result.pageCount < 1) throw new Error('no page');
    const unsafe = result.pages.find(({ html }) => UNSAFE.test(html.replaceAll(/>[^<]*</g, '><')));
    if (unsafe) throw new Error(`unsafe: ${unsafe.html}`);
    return 'read';
  };
}

function table(read: TableSource): Reader {
  return async (bytes) => {
    let problems = 0;
    const lines: number[] = [];
    await read(
      bytes,
      ({ line }) => lines.push(line),
      () => problems++,
    );
    if (lines.some((line) => !Number.isInteger(line) || line < 1)) throw new Error('rows without a line');
    if (lines.length === 0 && problems === 0 && bytes.some((byte) => byte > 32)) return 'empty';
    return problems > 0 ? 'problems' : 'read';
  };
}

const peopleXlsx = () =>
  writeXlsx({
    sheets: [
      {
        name: '人员',
        rows: [
          ['名单'],
          ['姓名', '工号', '手机号', '部门', '直接上级', '入职日期', '性别'],
          ['陈丽', 'A1', '13800000001', '总部/安全', 'A2', new Date(Date.UTC(2024, 1, 2)), '女'],
          ['王<强>', 'A2', 13800000002, '总部', '', 45000, '男'],
        ],
        merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 6 }],
      },
    ],
  });

/** What is read can be stored, and no value is other than the portal has them. */
function peopleTable(bytes: Uint8Array): string {
  try {
    const described = readPeople({ bytes });
    if (!('sheets' in described)) throw new Error('no sheets');
    for (const [sheet, { top, header }] of described.sheets.entries()) {
      const row = top[header];
      if (!row) continue;
      const asked = {
        bytes,
        sheet,
        headerLine: row.line,
        headings: row.cells,
        columns: proposeColumns(row.cells),
        emptyClears: true,
      };
      const answer = readPeople(asked);
      if (!('parts' in answer)) throw new Error('no people');
      for (const part of answer.parts) {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(part);
        if (/\\u0000|\\ud[89a-f]/i.test(text.replaceAll('\\\\', ''))) throw new Error('not storable');
        for (const person of JSON.parse(text) as ReadPerson[]) checkPerson(person);
      }
    }
    return 'read';
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}

function checkPerson({ line, cells, name, values }: ReadPerson): void {
  if (!(line >= 1) || cells.length > PEOPLE_LIMITS.columns || name.length > 100) throw new Error(`row ${line}`);
  const { phone, joinedOn, department, sex } = values;
  if (phone && !isPhone(String(phone))) throw new Error(`phone ${phone}`);
  if (joinedOn && !/^\d{4}-\d\d-\d\d$/.test(String(joinedOn))) throw new Error(`day ${joinedOn}`);
  if (department && /^\/|\/$|\/\//.test(String(department))) throw new Error(`department ${department}`);
  if (sex !== undefined && sex !== 1 && sex !== 2) throw new Error(`sex ${sex}`);
}

const CAPTIONS = `WEBVTT

NOTE of qz1k

1
00:01.000 --> 00:02.000
<v Li>qz2k</v>

2
00:02.000 --> 00:03.000 align:start
qz3k
qz4k

00:03.000 --> 01:00:04.000
<c.loud>qz5k &amp; qz6k</c>
`;

/** A text that is in no caption is in a part that is reported, or a note. */
function captions(bytes: Uint8Array): string {
  const source = new TextDecoder().decode(bytes);
  const { cues, problems } = parseVtt(source);
  for (const { start, end } of cues)
    if (!(start >= 0 && end >= start)) throw new Error(`a cue from ${start} to ${end}`);
  if (problems.length > 0) return 'problems';
  const kept = cues.map(({ text }) => text).join('\n');
  const lost = source
    .split(/\r\n?\r\n?|\n\n/)
    .filter((block) => !/^\s*(?:NOTE|STYLE|REGION|\uFEFF?WEBVTT)/.test(block))
    // What follows the times in their line places the caption.
    .flatMap((block) => block.replace(/.*-->.*/g, '').match(MARK) ?? [])
    .filter((word) => !kept.includes(word));
  if (lost.length > 0) throw new Error(`lost without a word: ${lost.join(', ')}\n${source}`);
  return 'read';
}

const PLAYLIST = playlistOf(['a-1.ts', 'a-2.ts', 'a-3.ts'], 7, 'init.mp4');

function playlist(bytes: Uint8Array): string {
  const parts = readPlaylist(new TextDecoder().decode(bytes));
  if (parts === null) return 'no playlist';
  if ('problem' in parts) return parts.problem;
  const entries = parts.flatMap((part) => part.entries);
  if (entries.length > MAX_ENTRIES) throw new Error('too many entries');
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new Error('a segment twice');
  return 'read';
}
