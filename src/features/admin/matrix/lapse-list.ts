import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, type StateOf, text } from '#src/lib/list-query.ts';
import { day } from './matrix-list.ts';

/* The query of `/admin/matrix/lapses`, and its calls. */

export type Lapse = Data<'POST /course/auth/requirement/lapse/page'>['list'][number];
export type LapseFilter = {
  keyword?: string;
  departmentId?: string;
  positionId?: string;
  requirementId?: string;
  from?: string;
  until?: string;
  /** The month that the calendar shows. */
  month?: string;
};

const month = (value: string) => (/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined);

export const LAPSES = listQuery<LapseFilter>({
  path: '/admin/matrix/lapses',
  filters: { keyword: text(100), departmentId: id, positionId: id, requirementId: id, from: day, until: day, month },
});

/** Days until the last one without a choice. */
export const DAYS = 90;

/** A day after another one. */
export const dayAfter = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

export const lapsePage = (
  { filter: { month: _, ...filter }, size = 50, page }: StateOf<typeof LAPSES>,
  today: string,
) =>
  [
    'POST /course/auth/requirement/lapse/page',
    { ...filter, until: filter.until ?? dayAfter(today, DAYS), pageCurrent: page, pageSize: size },
  ] as const;

/** The month of the calendar, `2026-03`: the chosen one, else that of the first day of the list. */
export const monthOf = ({ filter }: StateOf<typeof LAPSES>, today: string): string =>
  (filter.month ? `${filter.month}-01` : (filter.from ?? today)).slice(0, 7);

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The days of that month. */
export const lapseDays = (state: StateOf<typeof LAPSES>, today: string) => {
  const { from: _, until: __, month: ___, ...filter } = state.filter;
  const month = monthOf(state, today);
  return [
    'POST /course/auth/requirement/lapse/day',
    { ...filter, from: `${month}-01`, until: lastDayOf(month) },
  ] as const;
};
