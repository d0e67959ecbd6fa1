import type { ReactNode } from 'react';

/** A column of a table. */
export type Column<T, S extends string = string> = {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** Name of its order in the call of the list. */
  sort?: S;
  /** The first click sorts descending, e.g. for times. */
  isLatestFirst?: boolean;
  /** Names the row: cannot be hidden, and is the heading of its card on phones. */
  isMain?: boolean;
  /** Hidden until the user chooses it. */
  isExtra?: boolean;
  /** Left out where the table is narrow, as beside the side bar at 1024 px, unless the user chose the columns. */
  isRoomy?: boolean;
  /** Aligned at the end. */
  isNumber?: boolean;
};

/** Classes of a cell. */
export const cellClass = ({ isNumber, isRoomy }: { isNumber?: boolean; isRoomy?: boolean }): string | undefined =>
  [isNumber && 'kit-number', isRoomy && 'kit-roomy'].filter(Boolean).join(' ') || undefined;

/** Ids of the columns that are shown: the chosen ones, by default all but extra ones. */
export function shownColumns<T>(columns: readonly Column<T>[], chosen: string[] | undefined): string[] {
  const isShown = ({ id, isMain, isExtra }: Column<T>) => isMain || (chosen ? chosen.includes(id) : !isExtra);
  return columns.filter(isShown).map(({ id }) => id);
}

/**
 * Returns the choice of columns after one of them was shown or hidden.
 * @returns undefined when it is the default, which is not in the URL
 */
export function toggleColumn<T>(
  columns: readonly Column<T>[],
  chosen: string[] | undefined,
  id: string,
): string[] | undefined {
  const shown = shownColumns(columns, chosen);
  const next = columns
    .filter((each) => !each.isMain && (each.id === id ? !shown.includes(id) : shown.includes(each.id)))
    .map((each) => each.id);
  const byDefault = columns.filter(({ isMain, isExtra }) => !isMain && !isExtra).map((each) => each.id);
  if (next.join() === byDefault.join()) return undefined;
  // With none chosen, the query would say nothing.
  return next.length > 0 ? next : [columns.find(({ isMain }) => isMain)!.id];
}
