import { PEOPLE_LIMITS, type PeopleField } from '#src/contract/rules/people-import.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { FoundSheet } from '../tables/import.ts';
import { findHeader } from './columns.ts';
import { readPerson } from './person-values.ts';
import { openSheets } from './read-sheets.ts';

/** What is read: the first rows of each sheet, or the people of one. */
export type Asked =
  | { bytes: Uint8Array }
  | {
      bytes: Uint8Array;
      sheet: number;
      /** Line of the row that names the columns. */
      headerLine: number;
      headings: string[];
      columns: (PeopleField | null)[];
      emptyClears: boolean;
    };
/** `parts`: arrays of `ReadPerson` as JSON, which PostgreSQL divides. */
export type Answer = { sheets: FoundSheet[] } | { parts: Uint8Array<ArrayBuffer>[]; count: number };

/** Rows of a sheet that are shown. */
const TOP = 30;
/** People of one part. */
const PART = 5_000;

/** Reads a file of people. @throws AppError as `openSheets`; 422 for a sheet without rows */
export function run(asked: Asked): Answer {
  const bytes = Buffer.from(asked.bytes.buffer, asked.bytes.byteOffset, asked.bytes.byteLength);
  const { names, rows } = openSheets(bytes);
  if (!('sheet' in asked)) return { sheets: names.map((name, sheet) => describe(name, [...rows(sheet, TOP)])) };
  if (!names[asked.sheet]) throw new AppError(422, 'invalid', { fields: [{ field: 'sheet', key: 'field.invalid' }] });
  const { columns, headings } = asked;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let people: object[] = [];
  let count = 0;
  const close = () => {
    if (people.length > 0) parts.push(new TextEncoder().encode(JSON.stringify(people)));
    people = [];
  };
  for (const row of rows(asked.sheet)) {
    // Headings are repeated on every printed page.
    const isHeader = headings.every((heading, at) => (row.cells[at] ?? '') === heading);
    if (row.line <= asked.headerLine || isHeader) continue;
    count += 1;
    people.push({ number: count, ...readPerson(row, columns, asked) });
    if (people.length === PART) close();
  }
  close();
  if (count === 0) throw new AppError(422, 'peopleFileNoRows');
  return { parts, count };
}

/** The bytes are not copied. */
export const transfer = (answer: Answer): ArrayBuffer[] =>
  'parts' in answer ? answer.parts.map(({ buffer }) => buffer) : [];

function describe(sheet: { name: string; hidden: boolean }, rows: { line: number; cells: string[] }[]): FoundSheet {
  const top = rows.map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, PEOPLE_LIMITS.columns).map((cell) => cell.slice(0, 200).replaceAll('\0', '').toWellFormed()),
  }));
  return { ...sheet, top, header: findHeader(top.map(({ cells }) => cells)) };
}
