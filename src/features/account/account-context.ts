import { createContext, useContext, useEffect } from 'react';
import type { SessionViewer } from '#src/client/session.store.ts';

type Account = {
  viewer: SessionViewer;
  /** When the panel was opened, ISO 8601; the remaining time of tasks is computed from it. */
  now: string;
  /** Navigates to another URL of `/account`. */
  open: (path: string) => void;
  /** Shows another page of the list, replacing the history entry. */
  replacePage: (page: number) => void;
  /** Moves the focus to the panel after the focused element was removed. */
  focusPanel: () => void;
};
export const AccountContext = createContext<Account | null>(null);

/** Context of all panels of `/account`. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('A panel of /account is inside AccountTabs');
  return account;
}

/** Shows the last page if the URL is beyond the end, e.g. after all items of the page were deleted. */
export function useLastPage(list: { pageCurrent: number; totalPage: number } | undefined): void {
  const { replacePage } = useAccount();
  const { pageCurrent = 1, totalPage = 0 } = list ?? {};
  useEffect(() => {
    const last = Math.max(1, totalPage);
    if (pageCurrent > last) replacePage(last);
  }, [pageCurrent, totalPage, replacePage]);
}
