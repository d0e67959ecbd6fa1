import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { decodeTable } from '#src/server/core/decode-table.ts';
import { NOT_UTF_8 } from '#src/server/content/read-text.ts';

/** Maximum length of a row: an unclosed quote must not read the rest of the file into memory. */
const MAX_ROW_LENGTH = 100_000;
/** Length of the parts in which the parser gets the text. */
const PART = 1 << 16;

/**
 * Reads the rows of a CSV file in an encoding of `decodeTable`, separated by commas, semicolons or tabs.
 * @param fail receives syntax errors
 */
export const readCsv: TableSource = async (bytes, take, fail) => {
  const text = decodeTable(bytes);
  if (text === undefined) return fail(1, NOT_UTF_8);
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    delimiter: delimiterOf(text),
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    skip_records_with_error: true,
    on_skip: (error) => {
      // The start of the next row is unknown.
      if (error?.code === 'CSV_MAX_RECORD_SIZE') throw error;
      if (error) fail(Number(error.lines ?? 1), malformed(error));
      return undefined;
    },
  });
  try {
    await pipeline(Readable.from(parts(text)), parser, async (rows: AsyncIterable<CsvRow>) => {
      for await (const { record, info } of rows) take({ cells: record, line: info.lines });
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    fail(Number(error.lines ?? 1), malformed(error));
  }
};

type CsvRow = { record: TableRow['cells']; info: { lines: number } };

function* parts(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PART) yield text.slice(start, start + PART);
}

/** Lines among which the first one with separators is looked for: a title above the header has none. */
const MAX_TITLE_LINES = 10;

/** The separator that occurs most in the first row that has any; the order decides between equal numbers. */
function delimiterOf(text: string): string {
  const lines = text.trimStart().slice(0, MAX_ROW_LENGTH).split(/\r?\n/, MAX_TITLE_LINES);
  const header = lines.find((line) => /[,;\t]/.test(line)) ?? '';
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

const malformed = ({ message }: Error) => `is not well-formed CSV: ${message.replace(/ at line \d+.*$/, '')}`;
/** A row of a table; lines start at 1. */
export type TableRow = { cells: string[]; line: number };
/** Reads the rows of a file. `take` and `fail` throw when nothing more is to be read. */
export type TableSource = (
  bytes: Uint8Array,
  take: (row: TableRow) => void,
  fail: (line: number, message: string) => void,
) => Promise<void>;
