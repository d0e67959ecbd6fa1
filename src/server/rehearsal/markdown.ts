import type { Aim } from './judge-day.ts';
import type { DayReport } from './report.ts';

const PHASE_NAMES = { enter: 'entering', answer: 'answering', submit: 'submitting' };

const wordsOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A table in Markdown, with the columns in line. The first row is its head; numbers are aligned to the right. */
export function markdownTable(rows: (string | number | null)[][]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))));
  const [head, ...body] = cells;
  const columns = head!.map((_, at) => ({
    width: Math.max(3, ...cells.map((row) => row[at]!.length)),
    isNumber: rows.slice(1).every((row) => typeof row[at] !== 'string'),
  }));
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (columns[at]!.isNumber ? cell.padStart(columns[at]!.width) : cell.padEnd(columns[at]!.width))).join(' | ')} |`;
  const rule = columns.map(({ width, isNumber }) => (isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head!), line(rule), ...body.map(line)].join('\n');
}

/** The figures of an exam day and the aims, as tables for a note. */
export function markdownOf({ figures, parts }: DayReport, aims: Aim[]): string {
  return [
    markdownTable([['figure', 'value'], ...Object.entries(figures)]),
    markdownTable([
      ['phase', 'what', 'count', 'p50, ms', 'p95', 'p99', 'max', '503', 'retries', 'p95 of one', 'most of one'],
      ...parts.map((part) => [
        ...[PHASE_NAMES[part.phase], wordsOf(part.kind), part.count, part.p50, part.p95, part.p99, part.max],
        ...[part.refused, part.retries, part.retriesP95, part.retriesMax],
      ]),
    ]),
    markdownTable([
      ['aim', 'measured', 'result'],
      ...aims.map(({ aim, value, held }) => [aim, value, held ? 'pass' : 'FAIL']),
    ]),
  ].join('\n\n');
}
