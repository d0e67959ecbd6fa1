import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import { $cart, $downloads, $unread, $viewer, type SessionViewer } from './session.store.ts';

/** What tabs tell each other. */
type Message = { unread: number } | { cart: number } | { viewer: SessionViewer } | { ended: true };

/** Milliseconds between requests for the count of unread notices while the tab is visible. */
const INTERVAL = 120_000;
/** Returning to the tab asks again, but not more often than this, milliseconds. */
const REFRESH_MS = 10_000;

let channel: BroadcastChannel | undefined;
let askedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the session stores true: from tab to tab, on return to this tab, and at intervals while it is visible. Called once
 * by the script of the layout, when somebody is signed in.
 */
export function startSession(): void {
  askedAt = performance.now();
  channel = new BroadcastChannel('session');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  // A page that was prefetched or prerendered may be minutes old: other tabs know better.
  if (isFromCache()) void refreshSession();
  else send({ unread: $unread.get() });
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('focus', onReturn);
  // From the back/forward cache, the page is as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void refreshSession());
  schedule();
}

/**
 * Asks the server how many notices are unread. Called after whatever changes that: reading, deleting, batches. A count
 * that cannot be had just now disturbs nobody: the next interval asks again.
 */
export async function refreshUnread(): Promise<void> {
  askedAt = performance.now();
  try {
    const { count } = await api('POST /user/auth/announcement/user/record/wait/read/count', {}, { _No_dispose: true });
    setUnread(count);
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) endSession();
  }
  schedule();
}

/** Asks the server for the person and the counts: the page may be older than what happened since. */
async function refreshSession(): Promise<void> {
  await Promise.all([refreshUnread(), refreshViewer()]);
}

async function refreshViewer(): Promise<void> {
  const before = $viewer.get();
  if (!before) return;
  try {
    const [user, { totalHours }] = await Promise.all([
      api('GET /user/auth/enterprise/user/info/current/view', {}, { _No_dispose: true }),
      api('GET /data/auth/course/hour/user/hours/count', {}, { _No_dispose: true }),
    ]);
    setViewer({ ...user, totalHours, timeZone: before.timeZone });
    setCart(user.cartCount);
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) endSession();
  }
}

/** The person changed: a new picture or name shows everywhere, in all tabs. */
export function setViewer(viewer: SessionViewer): void {
  $viewer.set(viewer);
  send({ viewer });
}

/** Changes some fields of the signed-in person, in all tabs. */
export function patchViewer(change: Partial<SessionViewer>): void {
  const viewer = $viewer.get();
  if (viewer) setViewer({ ...viewer, ...change });
}

/** @param count unread notices from now on, e.g. before the server has confirmed that some were read */
export function setUnread(count: number): void {
  $unread.set(count);
  send({ unread: count });
}

/** @param count courses in the cart from now on */
export function setCart(count: number): void {
  $cart.set(count);
  send({ cart: count });
}

/** Nobody is signed in any more: islands show that, in all tabs. What was typed stays where it is. */
export function endSession(): void {
  clear();
  send({ ended: true });
}

function receive(message: Message): void {
  if ('unread' in message) $unread.set(message.unread);
  else if ('cart' in message) $cart.set(message.cart);
  else if ('viewer' in message) {
    // Another person may have signed in there; this tab learns of it from its next call.
    if ($viewer.get()?.id === message.viewer.id) $viewer.set(message.viewer);
  } else clear();
}

function clear(): void {
  clearTimeout(timer);
  $viewer.set(null);
  $unread.set(0);
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
  if (!document.hidden && $viewer.get() && performance.now() - askedAt > REFRESH_MS) void refreshUnread();
  else schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (!document.hidden && $viewer.get()) timer = setTimeout(() => void refreshUnread(), INTERVAL);
}
