import { useRef, useState } from 'react';
import { ApiError } from './api-error.ts';

/** Result of `usePages` for a component. */
export type Pages<T> = {
  items: T[];
  total: number;
  isLoading: boolean;
  error: ApiError | undefined;
  hasMore: boolean;
  /** The server returned an empty list; false while loading. */
  isEmpty: boolean;
  loadMore: () => Promise<void>;
  /** Reloads the list from the first page; the current items stay until the response has arrived. */
  reload: () => Promise<void>;
  /** Changes the loaded items after a call that changed them on the server. */
  change: (change: (items: T[]) => T[]) => void;
};
type Page<T> = { list: T[]; totalCount: number };

/**
 * A list that loads further pages: "show more", or on scroll. Items that are repeated because others were added or
 * deleted meanwhile are shown once.
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
  /** Responses that arrive after a later request are discarded. */
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
        // An empty page means that the remaining items were deleted meanwhile.
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
