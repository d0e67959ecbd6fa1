import { useRef, useState } from 'react';
import { ApiError } from './api-error.ts';

/** What a component gets of a list that grows by pages. */
export type Pages<T> = {
  items: T[];
  total: number;
  isLoading: boolean;
  error: ApiError | undefined;
  hasMore: boolean;
  /** The server answered that there are none; false while nothing is known. */
  isEmpty: boolean;
  loadMore: () => Promise<void>;
  /** Loads the list from its beginning; what is shown stays until the answer is there. */
  reload: () => Promise<void>;
  /** Changes the items at hand, after a call that changed them on the server. */
  change: (change: (items: T[]) => T[]) => void;
};
type Page<T> = { list: T[]; totalCount: number };

/**
 * A list that grows by pages: "show more", or on scroll. Items that a page repeats, because others were added or deleted
 * meanwhile, are shown once.
 * @param load one page, from 1
 * @param given the first page as the server rendered it; without it nothing is loaded until `reload` or `loadMore`
 */
export function usePages<T extends { id: string }>(
  load: (pageCurrent: number) => Promise<Page<T>>,
  { pageSize, given }: { pageSize: number; given?: Page<T> },
): Pages<T> {
  const [state, setState] = useState({
    items: given?.list ?? [],
    total: given?.totalCount ?? 0,
    isKnown: given !== undefined,
  });
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<ApiError>();
  /** Answers that arrive after a later request are dropped. */
  const asked = useRef(0);

  const get = async (pageCurrent: number, anew: boolean) => {
    const turn = ++asked.current;
    setLoading(true);
    setError(undefined);
    try {
      const { list, totalCount } = await load(pageCurrent);
      if (turn !== asked.current) return;
      setState(({ items }) => {
        const merged = [...new Map([...(anew ? [] : items), ...list].map((item) => [item.id, item])).values()];
        // A page without items means that the rest was deleted meanwhile.
        return { items: merged, total: list.length === 0 ? merged.length : totalCount, isKnown: true };
      });
    } catch (reason) {
      if (turn !== asked.current) return;
      setError(reason instanceof ApiError ? reason : new ApiError(0, ''));
    }
    setLoading(false);
  };
  const { items, total, isKnown } = state;
  return {
    items,
    total,
    isLoading,
    error,
    hasMore: items.length < total,
    isEmpty: isKnown && items.length === 0 && total === 0,
    loadMore: () => get(Math.floor(items.length / pageSize) + 1, false),
    reload: () => get(1, true),
    change: (change) =>
      setState((before) => {
        if (!before.isKnown) return before;
        const changed = change(before.items);
        return { ...before, items: changed, total: before.total + changed.length - before.items.length };
      }),
  };
}
