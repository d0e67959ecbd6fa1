import { CsvError, parse } from 'csv-parse/sync';
import { PEOPLE_LIMITS } from '#src/contract/rules/people-import.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { decodeTable } from '#src/server/core/decode-table.ts';
import { ZipError } from '#src/server/core/read-zip.ts';
import { xlsxRows, type SheetRow } from './xlsx-rows.ts';
import { openWorkbook } from './xlsx-sheets.ts';

export type Sheets = {
  names: { name: string; hidden: boolean }[];
  /** @param most rows after which reading stops */
  rows: (sheet: number, most?: number) => Iterable<SheetRow>;
};

/** Length of a row: an unclosed quote must not read the rest of the file. */
const MAX_ROW_LENGTH = 100_000;

/**
 * Opens a table: a workbook of Excel, or a text with separators.
 * @throws AppError 413, 415 or 422 whose message says what to do, e.g. for workbooks of the old format
 */
export function openSheets(bytes: Buffer): Sheets {
  const head = bytes.subarray(0, 8).toString('latin1');
  if (bytes.length === 0) throw new AppError(422, 'peopleFileEmpty');
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw new AppError(415, isOldExcel(bytes) ? 'peopleFileOld' : 'peopleFileLocked');
  if (head.startsWith('%PDF')) throw new AppError(415, 'peopleFilePdf');
  if (head.startsWith('\x09\x08') || head.startsWith('\x09\x04')) throw new AppError(415, 'peopleFileOld');
  if (head.startsWith('PK')) return openZip(bytes);
  if (
    /^\s*(?:<html|<!doctype|<\?xml|<table)/i.test(
      bytes
        .subarray(0, 200)
        .toString('latin1')
        .replace(/^\xef\xbb\xbf/, ''),
    )
  )
    throw new AppError(415, 'peopleFileHtml');
  const text = decodeTable(bytes);
  if (text === undefined || text.includes('\0')) throw new AppError(415, 'peopleFileUnknown');
  const isEmpty = text.trim() === '';
  if (isEmpty) throw new AppError(422, 'peopleFileEmpty');
  return { names: [{ name: '', hidden: false }], rows: (_, most) => csvRows(text, most) };
}

/** Files of the format of Excel 97 contain a stream of this name; encrypted workbooks of the new format another one. */
const isOldExcel = (bytes: Buffer) => !bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));

function openZip(bytes: Buffer): Sheets {
  try {
    const workbook = openWorkbook(bytes);
    if (workbook.sheets.length === 0) throw new AppError(422, 'peopleFileBroken');
    return {
      names: workbook.sheets
        .slice(0, PEOPLE_LIMITS.sheets)
        .map(({ name, hidden }) => ({ name: name.slice(0, 100), hidden })),
      rows: (sheet, most) => xlsxRows(workbook, sheet, most),
    };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.problem === 'tooLarge' || error.problem === 'unsafe') throw new AppError(413, 'peopleFileTooLarge');
    if (error.problem === 'password') throw new AppError(415, 'peopleFileLocked');
    const names = bytes.toString('latin1');
    if (names.includes('Index/Document.iwa')) throw new AppError(415, 'peopleFileNumbers');
    if (names.includes('opendocument.spreadsheet')) throw new AppError(415, 'peopleFileOds');
    if (names.includes('xl/workbook.bin')) throw new AppError(415, 'peopleFileBinary');
    throw new AppError(422, 'peopleFileBroken');
  }
}

function csvRows(text: string, most = Infinity): SheetRow[] {
  const rows: SheetRow[] = [];
  try {
    parse(text, {
      bom: true,
      trim: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_ROW_LENGTH,
      ...(most < Infinity && { to: most * 2 + 100 }),
      on_record: (record, { lines }) => {
        const cells = record.slice(0, PEOPLE_LIMITS.columns).map((cell) => cell.trim());
        const isEmpty = cells.every((cell) => cell === '');
        if (rows.length > PEOPLE_LIMITS.rows)
          throw new AppError(413, 'peopleFileTooLong', { params: { count: PEOPLE_LIMITS.rows } });
        if (!isEmpty && rows.length < most) rows.push({ line: lines, cells, ...shortened(cells) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError(422, 'peopleFileLine', { params: { line: Number(error.lines ?? 1) } });
  }
  return rows;
}

/** A long number as a spreadsheet program writes it into a CSV file when the cell has the format "General". */
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i;

function shortened(cells: string[]): Pick<SheetRow, 'problems'> {
  const problems = cells.flatMap((cell, column) => (SHORTENED.test(cell) ? [{ column, reason: 'rounded' }] : []));
  return problems.length > 0 ? { problems } : {};
}

/** The separator that occurs most in one of the first lines: a title above the header has none, or a single one. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, MAX_ROW_LENGTH).split(/\r\n|[\r\n]/, 12);
  const count = (separator: string) => Math.max(...lines.map((line) => line.split(separator).length));
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
