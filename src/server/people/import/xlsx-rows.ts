import { PEOPLE_LIMITS } from '#src/contract/rules/people-import.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { attributeOf, decodeXml, elementsOf } from './xml-text.ts';
import { dayOf } from './xlsx-formats.ts';
import { textOfRuns, type Workbook } from './xlsx-sheets.ts';

/** A cell holds 15 digits of a number; spreadsheet programs have replaced the others by zeros. */
const MAX_EXACT = 1e15;
/** Bytes of a row; a cell has at most 32,767 characters. */
const MAX_ROW_BYTES = 8 * 1024 * 1024;
const CELL = /^([A-Z]{1,3})(\d{1,7})$/i;
/** Merged areas that are looked at. */
const MAX_MERGES = 20_000;

/**
 * Reads the rows of a sheet: of formulas the stored results, dates as `2026-05-01`, numbers with the zeros in front that their
 * format shows. Cells that are merged have the value of the first one.
 * @param most rows after which reading stops
 * @throws AppError 413 when the sheet has more rows than the limit
 */
export function* xlsxRows(workbook: Workbook, sheet: number, most = Infinity): Generator<SheetRow> {
  const { xml } = workbook.sheets[sheet]!;
  const merges = mergesOf(xml);
  let line = 0;
  let given = 0;
  for (const { tag, inner } of rowElements(xml)) {
    const number = Number(attributeOf(tag, 'r'));
    line = Number.isSafeInteger(number) && number > line ? number : line + 1;
    const row: SheetRow = { line, cells: [] };
    for (const [column, cell] of cellsOf(inner)) {
      const { text, problem } = valueOf(workbook, cell);
      row.cells[column] = text;
      if (problem) (row.problems ??= []).push({ column, reason: problem });
    }
    spreadMerges(merges, row);
    for (let column = 0; column < row.cells.length; column += 1) row.cells[column] ??= '';
    if (row.cells.every((cell) => cell === '')) continue;
    if (line > PEOPLE_LIMITS.rows + 1_000 || given > PEOPLE_LIMITS.rows)
      throw new AppError(413, 'peopleFileTooLong', { params: { count: PEOPLE_LIMITS.rows } });
    yield row;
    given += 1;
    if (given >= most) return;
  }
}

/** Row by row from the bytes: a whole sheet as text would not fit into the memory of a task. */
function* rowElements(xml: Buffer): Generator<{ tag: string; inner: string }> {
  const prefix = /<(\w{1,10}:)?sheetData\b/.exec(xml.toString('latin1', 0, 65_536))?.[1] ?? '';
  const [open, close] = [`<${prefix}row`, `</${prefix}row>`];
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const tagEnd = xml.indexOf('>', at);
    if (tagEnd < 0) return;
    const from = at + open.length;
    at = tagEnd + 1;
    // A longer name, e.g. `rowBreaks`.
    if (!/[\s/>]/.test(String.fromCharCode(xml[from]!))) continue;
    const tag = xml.toString('utf8', from, tagEnd);
    if (tag.endsWith('/')) {
      yield { tag, inner: '' };
      continue;
    }
    const end = xml.indexOf(close, at);
    if (end < 0 || end - at > MAX_ROW_BYTES) throw new AppError(422, 'peopleFileBroken');
    yield { tag, inner: xml.toString('utf8', at, end) };
    at = end + close.length;
  }
}

type CellXml = { tag: string; inner: string };

/** The cells of a row by their column, counted from 0. */
function cellsOf(row: string): Map<number, CellXml> {
  const cells = new Map<number, CellXml>();
  let next = 0;
  for (const cell of elementsOf(row, 'c')) {
    const place = CELL.exec(attributeOf(cell.tag, 'r') ?? '');
    const column = place ? columnOf(place[1]!) : next;
    next = column + 1;
    if (column < PEOPLE_LIMITS.columns) cells.set(column, cell);
  }
  return cells;
}

const columnOf = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function valueOf({ strings, formats, is1904 }: Workbook, { tag, inner }: CellXml): { text: string; problem?: string } {
  const type = attributeOf(tag, 't') ?? 'n';
  if (type === 'inlineStr') return { text: textOfRuns(inner).trim() };
  const [value] = elementsOf(inner, 'v');
  const raw = decodeXml(value?.inner ?? '').trim();
  if (raw === '') {
    // A program that does not compute has written the formula without its result.
    const isFormula = /<(?:\w{1,10}:)?f[\s>/]/.test(inner);
    return isFormula && type !== 'str' ? { text: '', problem: 'formula' } : { text: '' };
  }
  if (type === 's') return { text: strings.at(Number(raw)).trim() };
  if (type === 'e') return { text: raw, problem: 'cellError' };
  if (type === 'd') return { text: raw.slice(0, 10) };
  const number = Number(raw);
  if (type !== 'n' || !Number.isFinite(number)) return { text: raw };
  const format = formats[Number(attributeOf(tag, 's') ?? 0)];
  if (format?.is === 'date') return { text: dayOf(number, is1904) ?? raw };
  if (Math.abs(number) >= MAX_EXACT) return { text: raw, problem: 'rounded' };
  const text = String(Number(number.toPrecision(15)));
  return { text: format?.is === 'zeros' ? text.padStart(format.length, '0') : text };
}

/** A merged area: `text` is that of its first cell, once that was read. */
type Merge = { fromLine: number; toLine: number; fromColumn: number; toColumn: number; text?: string };

function mergesOf(xml: Buffer): Merge[] {
  const at = xml.lastIndexOf('mergeCells');
  const from = at < 0 ? -1 : xml.indexOf('mergeCell');
  if (from < 0) return [];
  return elementsOf(xml.toString('utf8', Math.max(0, from - 12), at), 'mergeCell')
    .slice(0, MAX_MERGES)
    .flatMap(({ tag }) => {
      const [from, to] = (attributeOf(tag, 'ref') ?? '').split(':').map((place) => CELL.exec(place));
      if (!from || !to) return [];
      const [fromLine, toLine] = [Number(from[2]), Number(to[2])];
      return [
        {
          fromLine,
          toLine,
          fromColumn: columnOf(from[1]!),
          toColumn: Math.min(columnOf(to[1]!), PEOPLE_LIMITS.columns - 1),
        },
      ];
    })
    .sort((a, b) => b.fromLine - a.fromLine);
}

/** Gives the cells of merged areas the value of the first one. Rows come in order: areas that end above are dropped. */
function spreadMerges(merges: Merge[], { line, cells }: SheetRow): void {
  // The last ones begin first.
  for (let n = merges.length - 1; n >= 0 && merges[n]!.fromLine <= line; n -= 1) {
    const merge = merges[n]!;
    if (merge.toLine < line) {
      merges.splice(n, 1);
      continue;
    }
    if (merge.fromLine === line) merge.text = cells[merge.fromColumn] ?? '';
    // A title that is merged over a whole row is not the value of every column.
    if (merge.fromLine === merge.toLine) continue;
    for (let column = merge.fromColumn; column <= merge.toColumn; column += 1) cells[column] ||= merge.text ?? '';
  }
}
/** A row with at least one value. Lines start at 1. `problems`: columns whose value cannot be used, with the reason. */
export type SheetRow = { line: number; cells: string[]; problems?: { column: number; reason: string }[] };
