import type { Data } from '#src/contract/calls.ts';

/* The rows of the grid and what changes them: pure functions, whose results are the steps that can be undone. */

type Stored = Data<'POST /exam/auth/question/grid/page'>['list'][number];
type Result = Data<'POST /exam/auth/question/grid/save'>['rows'][number];
export type Cells = Stored['cells'];

/** Options that have a column at least. */
const OPTIONS = 8;
/** Empty rows below the others. */
const SPARE = 20;
/** Rows that are shown at most, and saved at once. */
export const MOST_ROWS = 500;

/** A question; a cell by column, see `columnsOf`. */
export type Row = {
  key: string;
  id: string | null;
  version: number | null;
  lang: 'zh' | 'en' | null;
  cells: string[];
  /** As they are stored; null: not yet. */
  saved: string[] | null;
  /** What is wrong, by field (`option0` is A). */
  problems: Record<string, string>;
  /** What somebody else has stored meanwhile. */
  theirs: { version: number; cells: string[] } | null;
};

/** The fields of the columns. @param options number of columns of options */
export const columnsOf = (options: number): string[] => [
  ...['type', 'stem'],
  ...Array.from({ length: options }, (_, n) => `option${n}`),
  ...['answer', 'analysis', 'difficulty', 'topic'],
];

/** Columns of options that rows need. */
export const optionCount = (rows: { cells: Cells }[]): number =>
  Math.max(OPTIONS, ...rows.map(({ cells }) => cells.options.length));

export function toCells({ type, stem, options, ...more }: Cells, count: number): string[] {
  const letters = Array.from({ length: count }, (_, n) => options[n] ?? '');
  return [type, stem, ...letters, more.answer, more.analysis, more.difficulty, more.topic];
}

export function fromCells(cells: string[]): Cells {
  const [type = '', stem = ''] = cells;
  const [answer = '', analysis = '', difficulty = '', topic = ''] = cells.slice(-4);
  const options = cells.slice(2, -4);
  // Empty columns behind the last option are none.
  while (options.length > 0 && options.at(-1)!.trim() === '') options.pop();
  return { type, stem, options, answer, analysis, difficulty, topic };
}

export const rowOf = ({ id, version, lang, cells }: Stored, count: number): Row => {
  const saved = toCells(cells, count);
  return { key: id, id, version, lang, cells: saved, saved, problems: {}, theirs: null };
};

export const isEmpty = ({ cells }: Row): boolean => cells.every((cell) => cell.trim() === '');
/** Whether there is something to save. */
export const isChanged = (row: Row): boolean =>
  row.saved ? row.cells.some((cell, at) => cell !== row.saved![at]) : !isEmpty(row);

/** Adds empty rows to the end, as far as there is room. */
export function withSpare(rows: Row[], count: number): Row[] {
  const from = rows.findLastIndex((row) => row.id !== null || !isEmpty(row)) + 1;
  const missing = Math.min(SPARE - (rows.length - from), MOST_ROWS - rows.length);
  if (missing <= 0) return rows;
  return [...rows, ...Array.from({ length: missing }, () => emptyRow(count))];
}

function emptyRow(count: number): Row {
  const cells = columnsOf(count).map(() => '');
  return {
    key: crypto.randomUUID(),
    id: null,
    version: null,
    lang: null,
    cells,
    saved: null,
    problems: {},
    theirs: null,
  };
}

/** A rectangle of cells, its ends included. */
export type Area = { top: number; left: number; bottom: number; right: number };

/** Writes a table of texts from a cell on; rows are added at the end as needed. @returns the rows, and how many texts did not fit */
export function write(rows: Row[], { top, left }: { top: number; left: number }, texts: string[][], count: number) {
  const columns = columnsOf(count);
  const next = [...rows];
  let lost = 0;
  for (const [at, line] of texts.entries()) {
    if (top + at >= MOST_ROWS) {
      lost += line.filter((text) => text !== '').length;
      continue;
    }
    while (next.length <= top + at) next.push(emptyRow(count));
    const row = next[top + at]!;
    const cells = [...row.cells];
    const problems = { ...row.problems };
    for (const [n, text] of line.entries()) {
      if (left + n >= cells.length) {
        if (text !== '') lost += 1;
        continue;
      }
      cells[left + n] = text;
      delete problems[columns[left + n]!];
    }
    next[top + at] = { ...row, cells, problems };
  }
  return { rows: withSpare(next, count), lost };
}

/** The texts of an area. */
export const read = (rows: Row[], { top, left, bottom, right }: Area): string[][] =>
  rows.slice(top, bottom + 1).map(({ cells }) => cells.slice(left, right + 1));

/** Puts questions into empty rows from a row on, or behind the others. @returns the rows, and how many questions did not fit */
export function insert(rows: Row[], top: number, questions: { lang: 'zh' | 'en'; cells: Cells }[], count: number) {
  const next = [...rows];
  let at = top;
  let placed = 0;
  for (const { lang, cells } of questions) {
    while (at < next.length && (next[at]!.id !== null || !isEmpty(next[at]!))) at += 1;
    if (at >= MOST_ROWS) break;
    next[at] = { ...(next[at] ?? emptyRow(count)), lang, cells: toCells(cells, count), problems: {} };
    at += 1;
    placed += 1;
  }
  return { rows: withSpare(next, count), lost: questions.length - placed };
}

/** The rows after a save: what was stored is no change any more, unless it was typed into meanwhile. */
export function withResults(rows: Row[], sent: Row[], results: Result[], count: number): Row[] {
  const byKey = new Map(results.map((result) => [result.key, result]));
  const before = new Map(sent.map((row) => [row.key, row]));
  return rows.map((row) => {
    const result = byKey.get(row.key);
    if (!result) return row;
    const { state, id, version, cells } = result;
    if (state === 'conflict') return { ...row, theirs: { version: version!, cells: toCells(cells!, count) } };
    if (state !== 'saved' && state !== 'unchanged')
      return { ...row, problems: Object.fromEntries(result.problems.map(({ field, text }) => [field, text])) };
    const saved = toCells(cells!, count);
    const isTyped = row.cells !== before.get(row.key)?.cells;
    return { ...row, id, version, saved, cells: isTyped ? row.cells : saved, problems: {}, theirs: null };
  });
}
