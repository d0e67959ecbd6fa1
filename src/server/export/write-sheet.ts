/** One table of an export. Numbers stay numbers; everything else is text. */
export type Sheet = {
  name: string;
  /** `width` in characters. */
  columns: { header: string; width: number }[];
  rows: (string | number)[][];
};

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What Excel refuses in the name of a sheet, and how long one may be. */
const NOT_IN_NAME = /[\\/?*[\]:]/g;
const NAME_LENGTH = 31;
/** What Excel takes in one cell. */
const CELL_LENGTH = 32_767;
/** Control characters that XML cannot carry. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Writes an xlsx file. Texts are cells of type text in format `@`: what begins with `=`, `+`, `-` or `@` is shown as it is,
 * stays text when somebody edits the cell, and never runs as a formula.
 */
export async function writeSheet({ name, columns, rows }: Sheet): Promise<Buffer> {
  // Only who makes files pays for loading it.
  const { default: writeExcel } = await import('write-excel-file/node');
  const text = (value: string) => ({
    value: value.replace(NOT_IN_XML, '').slice(0, CELL_LENGTH),
    type: String,
    format: '@',
  });
  const head = columns.map(({ header }) => ({ ...text(header), fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? { value, type: Number } : text(value))),
  );
  const sheet = writeExcel([head, ...body], {
    sheet: name.replace(NOT_IN_NAME, ' ').slice(0, NAME_LENGTH),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  });
  return sheet.toBuffer();
}
