/* What is copied from and pasted into the grid: texts with tabs, as spreadsheet programs write them, and tables of HTML. */

/** Writes a table of texts with tabs; cells with tabs, line breaks or quotes are quoted. */
export const toTsv = (rows: string[][]): string =>
  rows
    .map((row) => row.map((text) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n');

/** Reads a text with tabs. A cell in quotes may have tabs and line breaks. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)([\t\n]|$)/g;
  const all = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (const [, said = '', end] of all.matchAll(cell)) {
    rows
      .at(-1)!
      .push(
        said.length > 1 && said.startsWith('"') && said.endsWith('"') ? said.slice(1, -1).replaceAll('""', '"') : said,
      );
    if (end === '') break;
    if (end === '\n') rows.push([]);
  }
  return rows;
}

/** Cells of one table that are read, and rows and columns that one cell can span. */
const MOST_CELLS = 20_000;
const MOST_SPAN = 500;

/** Reads the first table of an HTML document; a merged cell says the same in each of its rows and columns. @returns null without a table */
export function fromHtml(html: string): string[][] | null {
  if (!/<table/i.test(html)) return null;
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  const rows: string[][] = Array.from(table.rows, () => []);
  let count = 0;
  for (const [at, row] of Array.from(table.rows).entries()) {
    let column = 0;
    for (const cell of Array.from(row.cells)) {
      while (rows[at]![column] !== undefined) column += 1;
      const text = textOf(cell);
      for (let down = 0; down < Math.min(cell.rowSpan || 1, MOST_SPAN) && rows[at + down]; down += 1)
        for (let along = 0; along < Math.min(cell.colSpan || 1, MOST_SPAN); along += 1) {
          count += 1;
          if (count > MOST_CELLS) return rows.map(filled);
          rows[at + down]![column + along] = text;
        }
      column += Math.min(cell.colSpan || 1, MOST_SPAN);
    }
  }
  return rows.map(filled);
}

const filled = (row: string[]): string[] => Array.from(row, (text) => text ?? '');

/** The text of a cell, with the line breaks of its paragraphs. */
function textOf(cell: HTMLTableCellElement): string {
  const parts: string[] = [];
  const collect = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) parts.push((node.textContent ?? '').replace(/\s+/g, ' '));
    const name = node.nodeName;
    if (name === 'BR') parts.push('\n');
    for (const child of Array.from(node.childNodes)) collect(child);
    if (name === 'P' || name === 'DIV' || name === 'LI') parts.push('\n');
  };
  collect(cell);
  return parts
    .join('')
    .replace(/ *\n */g, '\n')
    .trim();
}

/** Whether a table begins with headings of questions: it is read as a file of questions then. */
export const hasHeadings = ([first = []]: string[][]): boolean =>
  first.length > 1 && first.some((text) => /^\s*(?:题干|题目|试题|stem|question)/i.test(text));
/** Whether a text may be a list of questions, and not just a cell. */
export const isListText = (text: string): boolean =>
  /^\s*(?:第\s?\d+\s?题|[(（]\d+[)）]|\d+\s?[.．、)）])/m.test(text) || /\{[^{}]*[=~][^{}]*\}/.test(text);
