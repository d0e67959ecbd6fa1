import { inZone } from '#src/lib/dates.ts';
import type { Cell, Column } from './export-list.ts';

/** One table of an export; the rows are read while the file is written. */
export type Sheet = {
  name: string;
  /** `width` in characters. */
  columns: { header: string; width: number; type: Column<never>['type'] }[];
  rows: AsyncIterable<Cell[]>;
  /** Time zone in which points in time are shown. */
  timeZone: string;
};

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Formats of cells. `@` is text: it is never evaluated as a formula, also when the cell is edited. */
const FORMATS = { text: '@', number: 'General', time: 'yyyy-mm-dd hh:mm' };
/** Characters that Excel rejects in the name of a sheet, and its maximum length. */
const INVALID_NAME_CHARACTERS = /[\\/?*[\]:]/g;
const MAX_NAME_LENGTH = 31;
/** Maximum length of the text of a cell in Excel. */
const MAX_CELL_LENGTH = 32_767;
/** Control characters that XML does not allow. */
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Excel reads `_x0041_` in a text as `A`; its underscore is escaped in the same way. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * Writes an xlsx file row by row; memory holds one batch of rows and the compressed file. Texts are text cells: one that
 * starts with `=`, `+`, `-` or `@` is shown unchanged and never evaluated.
 */
export async function writeSheet({ name, columns, rows, timeZone }: Sheet): Promise<Buffer> {
  // Loaded on demand, because only the process that runs the job needs it.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const written = async function* () {
    for await (const row of rows) yield row.map((value) => cellOf(value, timeZone));
  };
  const file = writeXlsxStream(written(), {
    name: name.replace(INVALID_NAME_CHARACTERS, ' ').slice(0, MAX_NAME_LENGTH),
    columns: columns.map(({ header, width, type }) => ({ header, width, numFmt: FORMATS[type] })),
    freezePane: { rows: 1 },
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function cellOf(value: Cell, timeZone: string): Cell {
  if (typeof value === 'string')
    return value.replace(INVALID_XML_CHARACTERS, '').slice(0, MAX_CELL_LENGTH).replace(ESCAPE, '_x005F_');
  // A cell has no time zone: the library writes the UTC time of a date.
  return value instanceof Date ? new Date(inZone(value, timeZone).format('YYYY-MM-DDTHH:mm:ss[Z]')) : value;
}
