import { $notices, $unread, $viewer, IS_BARE, PAGE_OWNER } from './session.store.ts';
import { listenToTabs, sendToTabs } from './session-state.ts';

/** Polling interval of the unread counts while the tab is visible, ms. */
const INTERVAL = 120_000;
/** Minimum interval of the refresh on return to the tab, ms. */
const REFRESH_MS = 10_000;

let refreshedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the session stores up to date: between tabs, on return to this tab, and periodically while it is visible. A bare
 * page (`Session`) makes no requests of its own: it only hears other tabs. Called once by the script of the layout if the
 * user is logged in.
 */
export function startSession(): void {
  refreshedAt = performance.now();
  listenToTabs(() => {
    if (!IS_BARE) void refresh();
  });
  // A prefetched or prerendered page may be minutes old; other tabs have newer state.
  if (!isFromCache()) sendToTabs({ owner: PAGE_OWNER });
  if (IS_BARE) return;
  if (isFromCache()) void refresh(true);
  else {
    sendToTabs({ unread: $unread.get() });
    sendToTabs({ notices: $notices.get() });
  }
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('focus', onReturn);
  // A page restored from the back/forward cache has the state in which it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void refresh(true));
  schedule();
}

/** @param isOutdated the page is from a cache: everything is fetched */
async function refresh(isOutdated?: boolean): Promise<void> {
  refreshedAt = performance.now();
  try {
    const { refreshTab } = await import('./refresh-session.ts');
    await refreshTab(isOutdated);
  } finally {
    schedule();
  }
}

function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string;
    activationStart?: number;
  })[];
  return navigation?.deliveryType === 'navigational-prefetch' || Boolean(navigation?.activationStart);
}

function onReturn(): void {
  if (!document.hidden && $viewer.get() && performance.now() - refreshedAt > REFRESH_MS) void refresh();
  else schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (!IS_BARE && !document.hidden && $viewer.get())
    timer = setTimeout(() => $viewer.get() && void refresh(), INTERVAL);
}
