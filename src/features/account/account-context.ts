import { createContext, useContext, useEffect } from 'react';
import type { SessionViewer } from '#src/client/session.store.ts';

type Account = {
  viewer: SessionViewer;
  /** When the panel was opened, ISO 8601: how long tasks still have is counted from it. */
  now: string;
  /** Shows another address of `/account`. */
  open: (path: string) => void;
  /** Shows another page of the list, in the place of this one in the history. */
  replacePage: (page: number) => void;
  /** Moves the focus to the panel: what had it is gone. */
  focusPanel: () => void;
};
export const AccountContext = createContext<Account | null>(null);

/** What all panels of `/account` know. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('A panel of /account is inside AccountTabs');
  return account;
}

/** Shows the last page when the address names one after it, e.g. after everything on it was deleted. */
export function useLastPage(list: { pageCurrent: number; totalPage: number } | undefined): void {
  const { replacePage } = useAccount();
  const { pageCurrent = 1, totalPage = 0 } = list ?? {};
  useEffect(() => {
    const last = Math.max(1, totalPage);
    if (pageCurrent > last) replacePage(last);
  }, [pageCurrent, totalPage, replacePage]);
}
