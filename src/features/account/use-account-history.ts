import { useCallback, useEffect, useMemo, useState } from 'react';
import { changePageTitle, pageTitle } from '#src/client/page-title.ts';
import { useT } from '#src/i18n/island.tsx';
import { type AccountView, type Reader, readView, titleKey } from './account-query.ts';

type Shown = {
  /** Query of the address. */
  search: string;
  view: AccountView;
  /** When it was opened, ISO 8601. */
  now: string;
};
export type AccountHistory = Shown & {
  /** For screen readers: the panel or page that was opened last; empty at first. */
  announced: string;
  /** Shows another address of `/account`, as a new entry of the history. */
  open: (url: URL) => void;
  replacePage: (page: number) => void;
};

/**
 * What the address says, and its changes: links that the island follows, back and forward. The title of the page follows.
 * @param first what the server rendered
 */
export function useAccountHistory(first: { search: string; now: string }, reader: Reader): AccountHistory {
  const t = useT();
  const [shown, setShown] = useState<Shown>(() => ({ ...first, view: readView(first.search, reader) }));
  const [announced, setAnnounced] = useState('');
  const { view, search } = shown;

  const show = useCallback(
    (next: string) => {
      const to = readView(next, reader);
      const title = t(titleKey(to.panel));
      changePageTitle(pageTitle().replace(t(titleKey(view.panel)), () => title));
      setAnnounced('page' in to && to.page > 1 ? `${title}, ${t('common:pager.page', { page: to.page })}` : title);
      setShown({ search: next, view: to, now: new Date().toISOString() });
    },
    [reader, t, view.panel],
  );
  useEffect(() => {
    const onPop = () => {
      // Also fired for a change of the fragment alone.
      if (location.search === search) return;
      show(location.search);
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, [search, show]);

  const open = useCallback(
    (url: URL) => {
      // As with any link: the address that is shown already gets no second entry.
      if (url.href !== location.href) history.pushState(null, '', url);
      show(url.search);
    },
    [show],
  );
  const replacePage = useCallback(
    (page: number) => {
      const url = new URL(location.href);
      url.searchParams.set('page', String(page));
      history.replaceState(null, '', url);
      show(url.search);
    },
    [show],
  );
  return useMemo(() => ({ ...shown, announced, open, replacePage }), [shown, announced, open, replacePage]);
}
