import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#src/server/core/app-error.ts';
import { isHeader, MAX_ABOVE, readTable, type TableReading } from './read-table.ts';

/** Maximum length of a row: an unclosed quote must not read the rest of the file. */
const MAX_ROW_LENGTH = 500_000;
type Record = { record: string[]; info: { lines: number } };

/** The separator of a table of questions, found by its headings; undefined if the text is none. */
export function csvDelimiter(text: string): string | undefined {
  const first = /^\ufeff?\s*((?:[^\r\n]{0,5000}(?:\r\n|[\r\n]|$)){0,10})/.exec(text)![1]!.split(/\r\n|[\r\n]/);
  return [',', ';', '\t'].find((delimiter) =>
    first.slice(0, MAX_ABOVE).some((line) => isHeader(line.split(delimiter).map(unquoted))),
  );
}

const unquoted = (cell: string) => cell.trim().replace(/^"([\s\S]*)"$/, '$1');

/**
 * Reads a table of questions separated by commas, semicolons or tabs. A row that is no CSV is named in the report.
 * @throws AppError (422) when it cannot be read to its end
 */
export function readCsvQuestions(text: string, delimiter: string, reading: TableReading): void {
  const { file, report } = reading;
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      delimiter,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      skip_records_with_error: true,
      on_skip: (error) => {
        // The start of the next row is unknown.
        if (error?.code === 'CSV_MAX_RECORD_SIZE') throw error;
        const line = Number(error?.['lines'] ?? 1);
        report.skipped({ file, line, item: null }, 'syntax', { line });
        return undefined;
      },
    }) as unknown as Record[];
    // `lines` counts to the end of a row, which may have line breaks.
    const rows = records.map(({ record, info }) => ({ cells: record, line: info.lines - breaksIn(record) }));
    const from = rows.slice(0, MAX_ABOVE).findIndex(({ cells }) => isHeader(cells));
    readTable(rows.slice(Math.max(0, from)), reading);
  } catch (error) {
    if (error instanceof CsvError) throw new AppError(422, 'questionFileBroken');
    throw error;
  }
}

const breaksIn = (cells: string[]) => cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
