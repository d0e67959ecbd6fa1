import type { Sheet, Workbook } from 'hucre/xlsx';
import { AppError } from '#src/server/core/app-error.ts';
import { readZip, ZipError } from '#src/server/core/read-zip.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { fileFinder } from '../media.ts';
import { readType } from './cell-values.ts';
import { MAX_ABOVE, isHeader, readTable, type Row, type TableReading } from './read-table.ts';
import { cellText } from './xlsx-cells.ts';

/** Sheets that are read, and rows of each. */
const MAX_SHEETS = 50;
const MAX_ROWS = LIMITS.questions * 2;
/** The columns after these are not read. */
const MAX_COLUMNS = 100;
const RANGE = `A1:CV${MAX_ROWS}`;
/** A row, or a cell with a value. The length of the tag is limited, so that searching takes linear time. */
const ROW_OR_CELL = /<(?:\w{1,10}:)?(?:(row)\b([^>]{0,1000})|c\b([^>]{0,300})(?<!\/))>/g;

/**
 * Reads the visible sheets of a workbook that have the headings of questions: cells as they are shown, of formulas their
 * stored results, and the pictures on cells of texts. A sheet may be named after the type of its questions. The other
 * sheets are reported, except explanations of the template.
 * @throws AppError (413, 422) when the workbook cannot be read
 */
export async function readXlsxQuestions(bytes: Uint8Array, reading: TableReading): Promise<void> {
  const { file, report } = reading;
  checkWorkbook(bytes);
  const { sheets, cellImages = [], more } = await readWorkbook(bytes);
  if (more) report.changed({ file, line: null, item: null }, 'sheetIgnored', { sheet: MAX_SHEETS + 1 });
  for (const [index, sheet] of sheets.entries()) {
    const pictures = new Map<string, Uint8Array>();
    const rows = rowsOf(sheet, index, cellImages, pictures);
    const place = { file: index === 0 ? file : `${file} (${index + 1})`, line: null, item: null };
    const type = readType(sheet.name.replace(/^[一二三四五六七八九十\d]+[、.．]\s*|[(（].*[)）]\s*$/g, ''));
    const from = rows.slice(0, MAX_ABOVE).findIndex(({ cells }) => isHeader(cells, type));
    if (sheet.hidden || sheet.veryHidden) {
      if (from >= 0) report.changed({ ...place, file }, 'sheetHidden', { name: sheet.name.slice(0, 100) });
    } else if (from >= 0) {
      const own = fileFinder(pictures, (address) => address);
      const findFile: TableReading['findFile'] = (address, context) =>
        (pictures.has(address) ? own : reading.findFile)(address, context);
      readTable(rows.slice(from), { ...reading, findFile, file: place.file, ...(type && { type }) });
    } else if (index === 0 || (rows.length > 0 && !isExplanation(rows)))
      report.changed({ ...place, file }, 'sheetIgnored', { sheet: index + 1 });
  }
}

/** First cell of the explanation that the template has. */
export const EXPLANATION_MARK = ['填写说明', 'How to fill in this file'];
const isExplanation = (rows: Row[]) => EXPLANATION_MARK.includes(rows[0]!.cells[0] ?? '');

/** Refuses what would not fit into memory, before the library reads it. */
function checkWorkbook(bytes: Uint8Array): void {
  try {
    const parts = readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      entries: LIMITS.entries,
      part: LIMITS.unpacked,
      unpacked: LIMITS.unpacked,
    });
    for (const [name, part] of parts)
      if (/^xl\/worksheets\/[^/]+\.xml$/i.test(name) && rowCount(part.toString('latin1')) > MAX_ROWS)
        throw new AppError(413, 'questionFileTooLarge');
  } catch (error) {
    if (error instanceof ZipError) throw new AppError(422, 'questionFileBroken');
    throw error;
  }
}

/** The last row of a sheet that has a value. */
function rowCount(xml: string): number {
  let [current, last] = [0, 0];
  for (const [, row, ofRow, ofCell] of xml.matchAll(ROW_OR_CELL)) {
    // Without a number it is the next one.
    if (row) current = Number(/\br="(\d+)"/.exec(ofRow!)?.[1] ?? current + 1);
    else last = Math.max(last, Number(/\br="[A-Z]+(\d+)"/i.exec(ofCell!)?.[1] ?? current));
  }
  return last;
}

/** @returns the first sheets, and whether there are `more` */
async function readWorkbook(bytes: Uint8Array): Promise<Workbook & { more: boolean }> {
  const { readXlsx } = await import('hucre/xlsx');
  let more = false;
  const sheets = (_: unknown, index: number) => {
    more ||= index >= MAX_SHEETS;
    return index < MAX_SHEETS;
  };
  try {
    return { ...(await readXlsx(bytes, { readStyles: true, range: RANGE, sheets })), more };
  } catch {
    // Whatever the library throws: it gets nothing but the bytes.
    throw new AppError(422, 'questionFileBroken');
  }
}

/** @param kept receives the pictures of the sheet by a name of their own */
function rowsOf(
  sheet: Sheet,
  index: number,
  cellImages: NonNullable<Workbook['cellImages']>,
  kept: Map<string, Uint8Array>,
): Row[] {
  const rows = sheet.rows.map((values, y): Row => {
    const found = values.map((value, x) => cellText(value, sheet.cells?.get(`${y},${x}`)));
    const row: Row = { cells: found.map(({ text }) => text), line: y + 1 };
    for (const [x, { rich, problem, picture }] of found.entries()) {
      if (rich !== undefined) (row.rich ??= new Map()).set(x, rich);
      if (problem) (row.problems ??= new Set()).add(x);
      const image = picture === undefined ? undefined : cellImages.find(({ id }) => id === picture);
      if (picture !== undefined) addPicture(row, x, image, `cell-${index + 1}-${y + 1}-${x + 1}`, kept);
    }
    return row;
  });
  for (const [n, image] of (sheet.images ?? []).entries()) {
    const { row: y, col: x } = image.anchor.from;
    const row = rows[y];
    if (row) addPicture(row, x, image, `sheet-${index + 1}-${n + 1}`, kept);
  }
  // A cell that is merged with those below holds for all of them. Merged cells never overlap: each cell is looked at once.
  for (const { startRow, endRow, startCol, endCol } of sheet.merges ?? [])
    for (let y = startRow + 1; startCol === endCol && y <= Math.min(endRow, rows.length - 1); y += 1) {
      const above = (rows[y]!.above ??= new Map());
      if (startCol >= MAX_COLUMNS || above.has(startCol)) break;
      above.set(startCol, rows[startRow]?.cells[startCol] ?? '');
    }
  while (rows.at(-1)?.cells.every((cell) => cell.trim() === '') && !rows.at(-1)?.pictures) rows.pop();
  return rows;
}

type Image = { data: Uint8Array; type: string; altText?: string; description?: string };

/** A picture whose content is missing is kept by its name, which is then reported. */
function addPicture(row: Row, column: number, image: Image | undefined, name: string, kept: Map<string, Uint8Array>) {
  const address = `${name}.${image?.type === 'jpeg' ? 'jpg' : (image?.type ?? 'png')}`;
  if (image) kept.set(address, image.data);
  const alt = (image?.altText ?? image?.description ?? '').replace(/[[\]\\\s]+/g, ' ').trim();
  (row.pictures ??= []).push({ column, markdown: `![${alt}](${address})` });
}
