import { type FigureRow, toSums } from './figures-sql.ts';
import type { StatementContent } from '../tables/statement.ts';

const AMOUNTS = ['required', 'culture', 'lecturer', 'other', 'hours', 'credits'] as const;
type Sum = Record<(typeof AMOUNTS)[number], bigint> & { people: number; exams: number; certificates: number };

/** Sums of people, in hundredths, in all and by department. */
export type Running = { people: string[]; all: Sum; parts: Map<string, Sum> };

const none = (): Sum => ({
  ...{ required: 0n, culture: 0n, lecturer: 0n, other: 0n, hours: 0n, credits: 0n },
  ...{ people: 0, exams: 0, certificates: 0 },
});

export const noFigures = (): Running => ({ people: [], all: none(), parts: new Map() });

/** A text with two decimals, in hundredths. */
const hundredths = (text: string): bigint => BigInt(text.replace('.', ''));

const amount = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Adds the figures of a person: exactly, as PostgreSQL would. */
export function addFigures(running: Running, row: FigureRow & { userId: string; department: string | null }): void {
  const department = row.department ?? '';
  const part = running.parts.get(department) ?? none();
  running.parts.set(department, part);
  running.people.push(row.userId);
  for (const sum of [running.all, part]) {
    for (const name of AMOUNTS) sum[name] += hundredths(row[name]);
    sum.people += 1;
    sum.exams += row.exams;
    sum.certificates += row.certificates;
  }
}

const sums = ({ people: _, exams, certificates, ...amounts }: Sum) =>
  toSums({
    ...(Object.fromEntries(AMOUNTS.map((name) => [name, amount(amounts[name])])) as Record<
      (typeof AMOUNTS)[number],
      string
    >),
    ...{ exams, certificates },
  });

/** What the statement says. */
export function stated({ people, all, parts }: Running): { people: string[]; content: StatementContent } {
  return {
    people,
    content: {
      ...sums(all),
      ...{ exams: [], certificates: [] },
      parts: [...parts].map(([department, sum]) => ({ ...sums(sum), department, people: sum.people })),
    },
  };
}
