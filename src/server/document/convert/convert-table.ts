import { parse } from 'csv-parse/sync';
import { escapeUTF8 } from 'entities';
import type { CellValue } from 'hucre/xlsx';
import { type ConvertedPage, MAX_PAGES } from './conversion.ts';
import { decodeText } from './decode-text.ts';
import { readPackage } from './read-package.ts';

/** Rows and columns of a sheet, and characters of a cell, that are shown; the file itself can be downloaded. */
const SHOWN = { rows: 500, columns: 40, text: 500 };
/** Rows of a CSV file that are one page. */
const CSV_ROWS = 100;

/** Converts the visible sheets of an Excel workbook: of formulas the stored results. @throws DocumentError */
export async function convertXlsx(bytes: Buffer): Promise<ConvertedPage[]> {
  readPackage(bytes);
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(bytes, {
    maxRows: SHOWN.rows + 1,
    range: 'A1:AO501',
    sheets: (info, index) => index < MAX_PAGES.sheets && !info.hidden && !info.veryHidden,
  });
  return sheets.map(({ name, rows }) => ({ title: name, html: tableOf(rows.map((row) => row.map(textOf))) }));
}

/** Converts a CSV file, with its first row as the header of every page. @throws DocumentError */
export function convertCsv(bytes: Buffer): ConvertedPage[] {
  const text = decodeText(bytes);
  const rows: string[][] = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
    to: CSV_ROWS * MAX_PAGES.converted,
  });
  const [header, ...body] = rows;
  if (!header) return [];
  return Array.from({ length: Math.max(1, Math.ceil(body.length / CSV_ROWS)) }, (_, page) => ({
    title: null,
    html: tableOf([header, ...body.slice(page * CSV_ROWS, (page + 1) * CSV_ROWS)]),
  }));
}

/** The separator that occurs most in the first row. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** Empty rows and columns at the end are left out. */
function tableOf(rows: string[][]): string {
  const shown = rows.slice(0, SHOWN.rows).map((row) => row.slice(0, SHOWN.columns));
  while (shown.length > 0 && shown.at(-1)!.every((text) => text === '')) shown.pop();
  const width = Math.max(0, ...shown.map((row) => row.findLastIndex((text) => text !== '') + 1));
  if (shown.length === 0) return '';
  const lines = shown.map((row, line) => {
    const cells = Array.from({ length: width }, (_, column) => escapeUTF8((row[column] ?? '').slice(0, SHOWN.text)));
    const tag = line === 0 ? 'th' : 'td';
    return `<tr>${cells.map((text) => `<${tag}${line === 0 ? ' scope="col"' : ''}>${text}</${tag}>`).join('')}</tr>`;
  });
  const [head = '', ...body] = lines;
  return `<div class="table-scroll" role="group" tabindex="0"><table><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>`;
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/(T00:00)?:00\.000Z$/, '')
      .replace('T', ' ');
  // Sums of decimals: without the digits that are errors of the binary representation.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  return String(value);
}
