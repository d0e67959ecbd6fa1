import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import {
  $cart,
  $downloads,
  $notices,
  $replaced,
  $unread,
  $viewer,
  IS_BARE,
  PAGE_OWNER,
  PAGE_VIEWER,
  type SessionViewer,
} from './session.store.ts';

/** Messages between tabs. */
type Message =
  | { unread: number }
  | { notices: number }
  | { cart: number }
  | { viewer: SessionViewer }
  | { ended: true }
  /** Id of the user of a page that was just loaded: who is logged in in this browser. */
  | { owner: string };

/** Polling interval of the unread counts while the tab is visible, ms. */
const INTERVAL = 120_000;
/** Minimum interval of the refresh on return to the tab, ms. */
const REFRESH_MS = 10_000;

let channel: BroadcastChannel | undefined;
let askedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the session stores up to date: between tabs, on return to this tab, and periodically while it is visible. A bare
 * page (`Session`) makes no requests of its own: it only hears other tabs. Called once by the script of the layout if the
 * user is logged in.
 */
export function startSession(): void {
  askedAt = performance.now();
  channel = new BroadcastChannel('session');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  // A prefetched or prerendered page may be minutes old; other tabs have newer state.
  if (!isFromCache()) send({ owner: PAGE_OWNER });
  if (IS_BARE) return;
  if (isFromCache()) void refresh(true);
  else {
    send({ unread: $unread.get() });
    send({ notices: $notices.get() });
  }
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('focus', onReturn);
  // A page restored from the back/forward cache has the state in which it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void refresh(true));
  schedule();
}

/**
 * Fetches the unread counts. Called after every change of them: reading, deleting, batch actions. Errors are ignored,
 * because the counts are polled.
 */
export async function refreshUnread(): Promise<void> {
  askedAt = performance.now();
  try {
    const { count, notices } = await api(
      'POST /user/auth/announcement/user/record/wait/read/count',
      {},
      { _No_dispose: true },
    );
    setUnread(count);
    setNotices(notices);
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) endSession();
  }
  schedule();
}

/** @param isOutdated the page is from a cache: everything is fetched */
const refresh = async (isOutdated?: boolean) => (await import('./refresh-session.ts')).refreshTab(isOutdated);

/**
 * Asks the server whether the user of this page is still the one who is logged in, after a call that was refused as if it was
 * somebody else's. If not, their session ends in this tab. True if the server cannot be reached.
 */
export const isStillLoggedIn = async () => (await import('./refresh-session.ts')).confirmViewer();

/** Publishes a changed user (avatar, name) to all islands and tabs. */
export function setViewer(viewer: SessionViewer): void {
  $viewer.set(viewer);
  send({ viewer });
}

/** Changes some fields of the current user, in all tabs. */
export function patchViewer(change: Partial<SessionViewer>): void {
  const viewer = $viewer.get();
  if (viewer) setViewer({ ...viewer, ...change });
}

/** @param count the new number of unread notices to this user, possibly before the server has confirmed it */
export function setNotices(count: number): void {
  $notices.set(count);
  send({ notices: count });
}

/** @param count the new number of unread announcements, possibly before the server has confirmed it */
export function setUnread(count: number): void {
  $unread.set(count);
  send({ unread: count });
}

/** @param count the new number of courses in the cart */
export function setCart(count: number): void {
  $cart.set(count);
  send({ cart: count });
}

/** Marks the session as ended in all islands and tabs. Form input is kept. */
export function endSession(): void {
  $replaced.set(false);
  clear();
  send({ ended: true });
}

/** Somebody else has logged in in this browser: the session of this page's user has ended. Form input is kept. */
export function replaceSession(): void {
  $replaced.set(true);
  clear();
}

function receive(message: Message): void {
  if ('unread' in message) $unread.set(message.unread);
  else if ('notices' in message) $notices.set(message.notices);
  else if ('cart' in message) $cart.set(message.cart);
  else if ('viewer' in message) {
    // Another user may have logged in there; this tab notices with its next call.
    if ($viewer.get()?.id === message.viewer.id) $viewer.set(message.viewer);
  } else if ('owner' in message) {
    if (message.owner === PAGE_OWNER) restore();
    else replaceSession();
  } else {
    $replaced.set(false);
    clear();
  }
}

/** The user of this page has logged in again. */
function restore(): void {
  $replaced.set(false);
  if ($viewer.get()) return;
  $viewer.set(PAGE_VIEWER);
  if (!IS_BARE) void refresh();
}

function clear(): void {
  clearTimeout(timer);
  $viewer.set(null);
  $unread.set(0);
  $notices.set(0);
  $cart.set(0);
  $downloads.set({ waiting: [], finished: 0, latest: [] });
}

function send(message: Message): void {
  channel?.postMessage(message);
}

function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string;
    activationStart?: number;
  })[];
  return navigation?.deliveryType === 'navigational-prefetch' || Boolean(navigation?.activationStart);
}

function onReturn(): void {
  if (!document.hidden && $viewer.get() && performance.now() - askedAt > REFRESH_MS) void refresh();
  else schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (!IS_BARE && !document.hidden && $viewer.get()) timer = setTimeout(() => void refresh(), INTERVAL);
}
