import { nearest } from './suggest.ts';

/** Column → headings that are accepted for it besides its name. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** Returns a heading for comparison: full-width as half-width, without case, spaces, `_`, `-`, `*` and parentheses. */
export const headingKey = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)|[\s_*-]/g, '');

/** Rows among which the header is looked for: personnel systems write a title and notes above it. */
export const HEADER_WITHIN = 10;

/** Number of cells of a row that name a column. */
export function countHeadings(cells: readonly string[], columns: Columns): number {
  const known = new Set(Object.entries(columns).flatMap(([column, headings]) => [column, ...headings].map(headingKey)));
  return cells.filter((cell) => known.has(headingKey(cell))).length;
}

/**
 * Assigns the columns of a table by its header row.
 * @param required columns that must be there
 * @returns the column at each position, or one message that names everything that is wrong with the row
 */
export function matchHeader(
  cells: readonly string[],
  columns: Columns,
  required: readonly string[],
): { names: string[] } | { message: string } {
  const known = new Map(
    Object.entries(columns).flatMap(([column, headings]) =>
      [column, ...headings].map((heading) => [headingKey(heading), { column, heading }] as const),
    ),
  );
  const names = cells.map((cell) => known.get(headingKey(cell))?.column);
  if (names.every((name) => name === undefined)) return { message: withoutHeader(cells, columns) };
  const problems: string[] = [];
  const meant = new Set<string>();
  cells.forEach((cell, index) => {
    const name = names[index];
    if (cell === '') problems.push(`column ${index + 1} has no heading`);
    else if (name === undefined) {
      const candidate = nearest(headingKey(cell), known.keys());
      const likely = candidate === undefined ? undefined : known.get(candidate)!;
      if (likely) meant.add(likely.column);
      const hint = !likely || names.includes(likely.column) ? '' : ` (did you mean "${likely.heading}"?)`;
      problems.push(`unknown column "${cell}"${hint}`);
    } else if (names.indexOf(name) < index)
      problems.push(`"${cells[names.indexOf(name)]}" and "${cell}" are both the column "${name}"`);
  });
  for (const column of required) {
    if (names.includes(column) || meant.has(column)) continue;
    const [heading] = columns[column] ?? [];
    problems.push(`missing column "${column}"${heading === undefined ? '' : ` (or "${heading}")`}`);
  }
  return problems.length > 0 ? { message: problems.join('; ') } : { names: names as string[] };
}

/** In the language of the file: the people who make it may not read the names of the columns. */
function withoutHeader(cells: readonly string[], columns: Columns): string {
  if (!/\p{Script=Han}/u.test(cells.join('')))
    return `the first row should name the columns: ${Object.keys(columns).join(',')}`;
  const headings = Object.entries(columns).map(([column, [heading]]) => heading ?? column);
  return `前 ${HEADER_WITHIN} 行里没有找到表头；表头应写明各列：${headings.join('、')}`;
}
