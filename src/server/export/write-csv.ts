import { inZone } from '#src/lib/dates.ts';
import { turns } from '#src/server/core/turns.ts';
import type { Cell } from './export-list.ts';
import type { Sheet } from './write-sheet.ts';

export const CSV = 'text/csv; charset=utf-8';

/** Texts that Excel would evaluate. */
const FORMULA = /^[=+\-@\t\r]/;
/** Rows that are joined at a time. */
const BATCH = 500;

/**
 * Writes a CSV file (RFC 4180) in UTF-8 with a byte order mark, which Excel needs. A text that a spreadsheet would evaluate gets an
 * apostrophe before it.
 */
export async function writeCsv({ rows, ...sheet }: Sheet): Promise<Buffer> {
  const file = csvFile(sheet);
  const turn = turns();
  for await (const row of rows) {
    file.add(row);
    await turn();
  }
  return file.end();
}

/** Begins such a file, to which its rows are added as they are read. */
export function csvFile({ columns, timeZone }: Omit<Sheet, 'rows' | 'name'>): {
  add: (row: Cell[]) => void;
  end: () => Buffer;
} {
  const parts: Buffer[] = [];
  let lines = [`\ufeff${lineOf(columns.map(({ header }) => header))}`];
  const flush = () => {
    parts.push(Buffer.from(lines.join('')));
    lines = [];
  };
  return {
    add(row) {
      lines.push(lineOf(row.map((value) => safeText(value, timeZone))));
      if (lines.length >= BATCH) flush();
    },
    end() {
      flush();
      return Buffer.concat(parts);
    },
  };
}

const lineOf = (cells: string[]) =>
  `${cells.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;

/** A cell as text. */
export function cellText(value: Cell, timeZone: string): string {
  if (value === null) return '';
  return value instanceof Date ? inZone(value, timeZone).format('YYYY-MM-DD HH:mm') : String(value);
}

const safeText = (value: Cell, timeZone: string): string => {
  const text = cellText(value, timeZone);
  return typeof value === 'string' && FORMULA.test(value) ? `'${text}` : text;
};
