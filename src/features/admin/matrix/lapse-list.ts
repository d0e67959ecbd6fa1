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
};

export const LAPSES = listQuery<LapseFilter>({
  path: '/admin/matrix/lapses',
  filters: { keyword: text(100), departmentId: id, positionId: id, requirementId: id, from: day, until: day },
});

/** Days until the last one without a choice. */
export const DAYS = 90;

/** A day after another one. */
export const dayAfter = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

export const lapsePage = ({ filter, page }: StateOf<typeof LAPSES>, today: string) =>
  [
    'POST /course/auth/requirement/lapse/page',
    { ...filter, until: filter.until ?? dayAfter(today, DAYS), pageCurrent: page, pageSize: 50 },
  ] as const;

/** The year from today. */
export const lapseDays = ({ filter: { from: _, until: __, ...filter } }: StateOf<typeof LAPSES>, today: string) =>
  ['POST /course/auth/requirement/lapse/day', { ...filter, from: today, until: dayAfter(today, 365) }] as const;
