import { useCallback, useMemo, useState } from 'react';
import { navigate, replaceAddress, useBackAndForward } from '#src/client/router.ts';
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
  /** For screen readers: the panel or page opened last; empty at first. */
  announced: string;
  /** Navigates to another URL of `/account`, as a new history entry. */
  open: (url: URL) => void;
  replacePage: (page: number) => void;
};

/**
 * The view of the URL and its changes by links, back and forward. Also updates the page title.
 * @param first the view rendered by the server
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
  useBackAndForward(
    useCallback(() => {
      // Also fired if only the fragment changes.
      if (location.search !== search) show(location.search);
    }, [search, show]),
  );

  const open = useCallback(
    (url: URL) => {
      navigate(url);
      show(url.search);
    },
    [show],
  );
  const replacePage = useCallback(
    (page: number) => {
      const url = new URL(location.href);
      url.searchParams.set('page', String(page));
      replaceAddress(url);
      show(url.search);
    },
    [show],
  );
  return useMemo(() => ({ ...shown, announced, open, replacePage }), [shown, announced, open, replacePage]);
}

/** Prefix of the title with the number of unread announcements, set by the bell. */
const UNREAD = /^\(\d+\+?\) /;

/** Title of the page without the unread count. */
function pageTitle(): string {
  return document.title.replace(UNREAD, '');
}

/** Changes the title of the page and keeps the unread count. */
function changePageTitle(title: string): void {
  document.title = (UNREAD.exec(document.title)?.[0] ?? '') + title;
}
