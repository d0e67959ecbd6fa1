import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { findings } from '#src/server/content/issues.ts';
import type { Located, Report } from '#src/server/content/located.ts';
import { didYouMean } from '#src/server/content/suggest.ts';

type Row = { record: string[]; info: { lines: number } };

/** Reads a CSV with a header row, one item per row. A mistake in one row does not hide those of the others. */
export function readCsv<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  columns: readonly string[],
  report: Report,
): Located<z.output<Schema>[]> | undefined {
  let broken = false;
  const fail = (line: number, message: string) => {
    broken = true;
    report({ file, line, message });
  };
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error)
          fail(Number(error.lines ?? 1), `is not well-formed CSV: ${error.message.replace(/ at line \d+.*$/, '')}`);
        return undefined;
      },
    }) as unknown as Row[];
  } catch (error) {
    const { lines, message } = error as Error & { lines?: number };
    fail(lines ?? 1, `is not well-formed CSV: ${message.replace(/ at line \d+.*$/, '')}`);
    return undefined;
  }
  const [header, ...body] = rows;
  if (!header) {
    if (!broken) fail(1, `is empty; the first row should be ${columns.join(',')}`);
    return undefined;
  }
  const headerLine = header.info.lines;
  for (const column of header.record) {
    if (!columns.includes(column)) fail(headerLine, `unknown column "${column}"${didYouMean(column, columns)}`);
  }
  const raw: Record<string, string>[] = [];
  const values: z.output<Schema>[] = [];
  const lines: number[] = [];
  for (const { record, info } of body) {
    if (record.length !== header.record.length) {
      fail(info.lines, `has ${record.length} fields, but the first row names ${header.record.length} columns`);
      continue;
    }
    const row = Object.fromEntries(header.record.map((column, index) => [column, record[index] ?? '']));
    raw.push(row);
    lines.push(info.lines);
    const result = schema.safeParse(row);
    if (result.success) values.push(result.data);
    else
      for (const finding of findings(result.error.issues, row)) {
        // An unknown column was reported once, for the first row.
        if (!finding.message.startsWith('unknown key')) fail(info.lines, finding.message);
      }
  }
  const lineOf = (path: readonly PropertyKey[]) => lines[Number(path[0])] ?? headerLine;
  return broken ? { file, raw, lineOf } : { file, raw, value: values, lineOf };
}
