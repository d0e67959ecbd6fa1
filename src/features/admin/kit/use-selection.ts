import { useState } from 'react';
import type { RowSelectionState, Updater } from '@tanstack/react-table';
import type { Filter } from '#src/lib/list-query.ts';

/** What is selected in a table: rows by their ids, or all results of a filter, also those of other pages. */
export type Selected<F extends Filter> = { count: number } & (
  { ids: string[]; filter?: undefined } | { filter: Partial<F>; ids?: undefined }
);

const NONE = { rows: {} as RowSelectionState, isAll: false };

/**
 * Selection of a table. It survives a change of page or order; with another filter nothing is selected, because what the user
 * does not see must not be changed.
 * @param shown ids of the rows of the page
 */
export function useSelection<F extends Filter>(filter: Partial<F>, totalCount: number, shown: string[]) {
  const key = JSON.stringify(filter);
  const [kept, keep] = useState({ key, ...NONE });
  const { isAll, ...own } = kept.key === key ? kept : NONE;
  const rows = isAll ? Object.fromEntries(shown.map((id) => [id, true as const])) : own.rows;
  const ids = Object.keys(rows);
  const selected: Selected<F> = isAll ? { filter, count: totalCount } : { ids, count: ids.length };
  return {
    rows,
    isAll,
    selected,
    /** Rows were selected or deselected one by one: of all results, those of the page stay. */
    onRows: (update: Updater<RowSelectionState>) =>
      keep({ key, rows: typeof update === 'function' ? update(rows) : update, isAll: false }),
    selectAll: () => keep({ key, rows: {}, isAll: true }),
    clear: () => keep({ key, ...NONE }),
  };
}
