import type { z } from 'zod';
import { readCsv, type TableRow } from '#src/server/content/csv-file.ts';
import { findings } from '#src/server/content/issues.ts';
import type { Located, Report } from '#src/server/pack/located.ts';
import { openText, problemOf } from '#src/server/content/read-text.ts';
import { countHeadings, HEADER_WITHIN, matchHeader, type Columns } from '#src/server/pack/table-header.ts';
import { readXlsx } from '#src/server/content/xlsx-file.ts';

/** Number of mistakes after which reading stops. */
const MAX_MISTAKES = 1_000;
/** A long number as a spreadsheet program writes it into a CSV file when the cell has the format "General". */
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i;

class StopReading extends Error {}
type Source = { folder: string; file: string; columns: Columns };

/**
 * Reads a table with a header row, a CSV or xlsx file by its name, one item per row, and reports the mistakes of all rows. Rows above
 * the header, such as a title, are skipped. A header that does not fit is one mistake, after which no row is read.
 * @returns undefined if the file cannot be read; the mistakes were reported
 */
export async function readTable<Schema extends z.ZodObject>(
  { folder, file, columns }: Source,
  schema: Schema,
  report: Report,
): Promise<Located<z.output<Schema>[]> | undefined> {
  const bytes = await readBytes(folder, file, report);
  if (!bytes) return undefined;
  let mistakes = 0;
  let lastLine = 1;
  const fail = (line: number, message: string, group?: string) => {
    mistakes += 1;
    if (mistakes > MAX_MISTAKES) {
      report({ file, line: lastLine, message: `has more than ${MAX_MISTAKES} mistakes; the rest was not read` });
      throw new StopReading();
    }
    report({ file, line, message, ...(group === undefined ? {} : { group }) });
  };
  let header: { names: string[]; line: number; isFirst: boolean } | undefined;
  let firstLine: number | undefined;
  /** Rows before a header is found. */
  let above: TableRow[] = [];
  /** Parsed rows if valid, otherwise the raw fields. */
  const raw: unknown[] = [];
  const values: z.output<Schema>[] = [];
  const lines: number[] = [];

  const takeHeader = ({ cells, line }: TableRow) => {
    const matched = matchHeader(cells, columns, requiredKeys(schema));
    if ('names' in matched) return { names: matched.names, line, isFirst: line === firstLine };
    fail(line, matched.message);
    throw new StopReading();
  };
  /** A title above the header names no column, or a single one by chance. Without a header, the rows are those of a table. */
  const lookForHeader = (row: TableRow) => {
    firstLine ??= row.line;
    above.push(row);
    if (countHeadings(row.cells, columns) > 1) header = takeHeader(row);
    else if (above.length === HEADER_WITHIN) chooseHeader();
  };
  const chooseHeader = () => {
    const rows = above;
    above = [];
    const found = rows.findIndex(({ cells }) => countHeadings(cells, columns) > 0);
    header = takeHeader(rows[Math.max(0, found)]!);
    for (const row of rows.slice(Math.max(0, found) + 1)) take(row);
  };
  const take = ({ cells, line }: TableRow) => {
    lastLine = line;
    if (cells.every((cell) => cell === '')) return;
    if (!header) return lookForHeader({ cells: withoutEmptyEnd(cells), line });
    const { names } = header;
    const fields = cells.slice(0, Math.max(names.length, withoutEmptyEnd(cells).length));
    if (fields.length !== names.length)
      return fail(line, `has ${fields.length} fields, but the ${headerName(header)} names ${names.length} columns`);
    const row = Object.fromEntries(names.map((column, index) => [column, fields[index]!]));
    const result = schema.safeParse(row);
    raw.push(result.success ? result.data : row);
    lines.push(line);
    if (result.success) values.push(result.data);
    else
      for (const { path, message, group } of findings(result.error.issues, row)) {
        const hint = SHORTENED.test(String(row[String(path[0])] ?? '')) ? SHORTENED_HINT : '';
        fail(line, `${message}${hint}`, group);
      }
  };

  try {
    await (file.endsWith('.xlsx') ? readXlsx : readCsv)(bytes, take, fail);
    if (!header && above.length > 0) chooseHeader();
  } catch (error) {
    if (error instanceof StopReading) return undefined;
    throw error;
  }
  if (!header) {
    if (mistakes === 0) fail(1, `is empty; the first row should be ${Object.keys(columns).join(',')}`);
    return undefined;
  }
  const headerLine = header.line;
  const lineOf = (path: readonly PropertyKey[]) => lines[Number(path[0])] ?? headerLine;
  return mistakes > 0 ? { file, raw, lineOf } : { file, raw, value: values, lineOf };
}

const headerName = ({ isFirst }: { isFirst: boolean }) => (isFirst ? 'first row' : 'header');

const SHORTENED_HINT =
  ': the spreadsheet program has shortened the number; format the column as text, enter the numbers again and save';

async function readBytes(folder: string, file: string, report: Report): Promise<Buffer | undefined> {
  const handle = await openText(folder, file, report);
  if (!handle) return undefined;
  try {
    return await handle.readFile();
  } catch (error) {
    report({ file, line: 1, message: problemOf(error) });
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Spreadsheet programs write empty cells at the end of a row that was once wider. */
function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** Returns the keys of an object schema that must be given. */
const requiredKeys = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([key, schema]) => ((schema as z.ZodType).safeParse(undefined).success ? [] : [key]));
