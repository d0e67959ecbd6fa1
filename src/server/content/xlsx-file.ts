import type { CellValue } from 'hucre/xlsx';
import type { TableSource, TableRow } from './csv-file.ts';
import { zipEntries } from '#src/server/core/zip-directory.ts';

/** Maximum number of rows of a sheet. */
const MAX_ROWS = 200_000;
/** The columns after the first hundred are not read. */
const RANGE = 'A1:CV1048576';
/** Maximum size of the unpacked workbook in bytes, and of an entry in relation to its packed size. */
const MAX_UNPACKED = 200 * 1024 * 1024;
const MAX_RATIO = 200;
/** Small entries may have any ratio. */
const SMALL = 1024 * 1024;
/** A cell holds 15 digits of a number; Excel has replaced the others by zeros. */
const MAX_EXACT = 1e15;
const ERROR_VALUE = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/;

/**
 * Reads the rows of the first sheet of an xlsx workbook: of formulas the stored results, numbers without exponent, dates
 * as `2026-05-01` or `2026-05-01T09:00`.
 * @param fail receives a workbook that cannot be read or exceeds a limit, and cells without a usable value
 */
export const readXlsx: TableSource = async (bytes, take, fail) => {
  const problem = problemOfWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (problem !== undefined) return fail(1, problem);
  const { streamXlsxRows } = await import('hucre/xlsx');
  const rows = streamXlsxRows(bytes, { sheet: 0, range: RANGE });
  let line = 0;
  try {
    for (;;) {
      // Only errors of the library are caught: those of `take` end the reading.
      const next = await rows.next().catch((error: Error) => error);
      if (next instanceof Error) return fail(1, `cannot be read as an xlsx workbook: ${next.message}`);
      if (next.done) return;
      const { index, values } = next.value;
      // A row of a damaged file may have no number.
      line = index >= 0 ? index + 1 : line + 1;
      if (line > MAX_ROWS + 1) return fail(line, `has more than ${MAX_ROWS} rows`);
      take(rowOf(values, line, fail));
    }
  } finally {
    await rows.return();
  }
};

function rowOf(values: CellValue[], line: number, fail: (line: number, message: string) => void): TableRow {
  const cells = values.map((value, column) => {
    const problem = problemOfCell(value);
    if (problem !== undefined) fail(line, `the cell ${letterOf(column)}${line} ${problem}`);
    return textOf(value);
  });
  return { cells, line };
}

function problemOfWorkbook(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    return 'is a workbook with a password or of the old format .xls: save it as .xlsx without a password';
  const entries = zipEntries(bytes);
  if (!entries) return 'is not an xlsx workbook';
  // The reader stops at the declared size; without one it has no limit.
  if (entries.some(({ packed, unpacked }) => packed > SMALL && unpacked === 0)) return 'is not an xlsx workbook';
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  const isBomb = entries.some((entry) => entry.unpacked > SMALL && entry.unpacked > entry.packed * MAX_RATIO);
  return unpacked > MAX_UNPACKED || isBomb ? 'is too large when unpacked' : undefined;
}

function problemOfCell(value: CellValue): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= MAX_EXACT)
    return 'contains a number of more than 15 digits, which the spreadsheet program has rounded: format it as text';
  if (typeof value === 'string' && ERROR_VALUE.test(value)) return `contains the error ${value}`;
  return undefined;
}

function textOf(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().replace(/(T00:00)?:00\.000Z$/, '');
  return String(value).trim();
}

const letterOf = (column: number): string =>
  `${column >= 26 ? letterOf(Math.floor(column / 26) - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
