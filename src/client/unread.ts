import { atom } from 'nanostores';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';

/** Notices that the signed-in person has not read. The bell starts it from the server's HTML; the server never writes it. */
export const $unread = atom(0);

/** Milliseconds between looks while the tab is in sight. */
const INTERVAL = 120_000;
/** Coming back to the tab looks again, but not more often than this, milliseconds. */
const FRESH = 10_000;

let others: BroadcastChannel | undefined;
let lookedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let signedIn = true;

/**
 * Keeps the count true: from tab to tab, on return to this one, and every now and then while it is in sight.
 * @param count as of the page, which has mostly just come from the server
 */
export function followUnread(count: number): void {
  lookedAt = performance.now();
  others = new BroadcastChannel('unread');
  others.addEventListener('message', ({ data }) => $unread.set(Number(data)));
  // A page that was fetched ahead, when somebody pointed at its link, may be minutes old: it has nothing to tell.
  if (wasPrefetched()) {
    $unread.set(count);
    void refreshUnread();
  } else tell(count);
  document.addEventListener('visibilitychange', wake);
  addEventListener('focus', wake);
  // Gone back to, the page is as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void refreshUnread());
  schedule();
}

/**
 * Asks the server again. Called by whatever changes what is read: reading, deleting, batches. A count that cannot be had
 * just now is no reason to bother anybody.
 */
export async function refreshUnread(): Promise<void> {
  lookedAt = performance.now();
  try {
    const { count } = await api('POST /user/auth/announcement/user/record/wait/read/count', {}, { _No_dispose: true });
    tell(count);
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) signedIn = false;
  }
  schedule();
}

function wasPrefetched(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceEntry & { deliveryType?: string })[];
  return navigation?.deliveryType === 'navigational-prefetch';
}

function tell(count: number): void {
  $unread.set(count);
  others?.postMessage(count);
}

function wake(): void {
  if (!document.hidden && signedIn && performance.now() - lookedAt > FRESH) void refreshUnread();
  else schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (!document.hidden && signedIn) timer = setTimeout(() => void refreshUnread(), INTERVAL);
}
