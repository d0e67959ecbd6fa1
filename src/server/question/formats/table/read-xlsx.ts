import type { CellValue } from 'hucre/xlsx';
import { AppError } from '#src/server/core/app-error.ts';
import { readZip, ZipError } from '#src/server/core/read-zip.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { isHeader, readTable, type Row, type TableReading } from './read-table.ts';

/** Sheets that are searched, their rows, and rows before the headings. */
const MAX_SHEETS = 50;
const MAX_ROWS = LIMITS.questions * 2;
const MAX_ABOVE = 10;
/** The columns after the first hundred are not read. */
const RANGE = 'A1:CV1048576';
const ERROR_VALUE = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/;

/**
 * Reads the sheets of a workbook that have the headings of questions; of formulas their stored results. The others are
 * reported, except explanations of the template.
 * @throws AppError (422) when the workbook cannot be read
 */
export async function readXlsxQuestions(bytes: Uint8Array, reading: TableReading): Promise<void> {
  const { file, report } = reading;
  const names = sheetCount(bytes);
  for (let sheet = 0; sheet < Math.min(names, MAX_SHEETS); sheet += 1) {
    const rows = await rowsOf(bytes, sheet);
    const from = rows.slice(0, MAX_ABOVE).findIndex(({ cells }) => isHeader(cells));
    if (from >= 0) readTable(rows.slice(from), { ...reading, file: sheet === 0 ? file : `${file} (${sheet + 1})` });
    else if (sheet === 0 || (rows.length > 0 && !isExplanation(rows)))
      report.changed({ file, line: null, item: null }, 'sheetIgnored', { sheet: sheet + 1 });
  }
}

/** First cell of the explanation that the template has. */
export const EXPLANATION_MARK = ['填写说明', 'How to fill in this file'];
const isExplanation = (rows: Row[]) => EXPLANATION_MARK.includes(rows[0]!.cells[0] ?? '');

function sheetCount(bytes: Uint8Array): number {
  try {
    const parts = readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      entries: LIMITS.entries,
      part: LIMITS.unpacked,
      unpacked: LIMITS.unpacked,
    });
    return [...parts.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)).length;
  } catch (error) {
    if (error instanceof ZipError) throw new AppError(422, 'questionFileBroken');
    throw error;
  }
}

async function rowsOf(bytes: Uint8Array, sheet: number): Promise<Row[]> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  const rows: Row[] = [];
  const stream = streamXlsxRows(bytes, { sheet, range: RANGE });
  try {
    for (;;) {
      // Whatever the library throws: it gets nothing but the bytes.
      const next = await stream.next().catch(() => undefined);
      if (!next) throw new AppError(422, 'questionFileBroken');
      if (next.done) return rows;
      rows.push(rowOf(next.value.values, next.value.index + 1));
      if (rows.length > MAX_ROWS) throw new AppError(413, 'questionFileTooLarge');
    }
  } finally {
    await stream.return().catch(() => undefined);
  }
}

function rowOf(values: CellValue[], line: number): Row {
  const wrong = values.findIndex(
    (value) => value instanceof Date || (typeof value === 'string' && ERROR_VALUE.test(value)),
  );
  const cells = values.map((value) => (value === null ? '' : value instanceof Date ? dateText(value) : String(value)));
  return wrong < 0 ? { cells, line } : { cells, line, problem: { column: wrong, value: cells[wrong]! } };
}

const dateText = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));
