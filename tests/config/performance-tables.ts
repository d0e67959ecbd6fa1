import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import prettierConfig from './prettier.config.js';
import { ROOT } from './portal-process.ts';

/** Figures that are measured and committed; each table is between two comments of its own. */
const FILE = join(ROOT, 'docs/performance.md');

type TableName = 'statements' | 'ratios';
type Row = Record<string, string>;

const marked = (name: TableName) => new RegExp(`(<!-- ${name} -->\n)([^]*?)(<!-- /${name} -->)`);

/** Returns the rows of a table of docs/performance.md, by the titles of its columns. @throws Error without the table */
export function readTable(name: TableName): Row[] {
  const found = marked(name).exec(readFileSync(FILE, 'utf8'));
  if (!found) throw new Error(`docs/performance.md has no table between <!-- ${name} --> and <!-- /${name} -->`);
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = '', , ...lines] = found[2]!.split('\n').filter((line) => line.startsWith('|'));
  const titles = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, n) => [titles[n]!, cell])));
}

/** Replaces a table of docs/performance.md. */
export async function writeTable(name: TableName, rows: Row[]): Promise<void> {
  const titles = Object.keys(rows[0]!);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(titles), line(titles.map(() => '---')), ...rows.map((row) => line(titles.map((t) => row[t]!)))];
  const text = readFileSync(FILE, 'utf8').replace(
    marked(name),
    (_all, open: string, _old, close: string) => `${open}\n${table.join('\n')}\n\n${close}`,
  );
  writeFileSync(FILE, await format(text, { ...prettierConfig, plugins: [], parser: 'markdown' }));
}
