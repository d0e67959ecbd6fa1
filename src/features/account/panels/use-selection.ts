import { useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';

/** Selection of list rows. */
export type Selection<T> = {
  /** The selected rows of the list. */
  selected: T[];
  /** For the checkbox of a line. */
  checkbox: (item: T) => { checked: boolean; disabled: boolean; onChange: () => void };
  /** For the "select all" checkbox. */
  all: { checked: boolean; isPartial: boolean; disabled: boolean; onChange: () => void };
};

/**
 * The checkboxes of a list.
 * @param list the shown rows; removed rows are no longer selected
 * @param name of the list; a different list starts without a selection
 */
export function useSelection<T extends { id: string }>(list: T[] = [], name: string): Selection<T> {
  const disabled = !useHydrated();
  const [state, setState] = useState({ name, ids: new Set<string>() });
  const ids = state.name === name ? state.ids : new Set<string>();
  const selected = list.filter(({ id }) => ids.has(id));
  const select = (chosen: Set<string>) => setState({ name, ids: chosen });
  const isAll = list.length > 0 && selected.length === list.length;
  return {
    selected,
    checkbox: ({ id }) => ({
      checked: ids.has(id),
      disabled,
      onChange: () => select(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id])),
    }),
    all: {
      checked: isAll,
      isPartial: !isAll && selected.length > 0,
      disabled,
      onChange: () => select(isAll ? new Set() : new Set(list.map(({ id }) => id))),
    },
  };
}
