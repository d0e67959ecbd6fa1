import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import {
  $cart,
  $downloads,
  $notices,
  $replaced,
  $unread,
  $viewer,
  PAGE_OWNER,
  PAGE_VIEWER,
  type SessionViewer,
} from './session.store.ts';

/*
 * Changes of the session stores, in all islands and tabs. session-sync.ts refreshes them while the page is open.
 */

/** Messages between tabs. */
type Message =
  | { unread: number }
  | { notices: number }
  | { cart: number }
  | { viewer: SessionViewer }
  | { ended: true }
  /** Id of the user of a page that was just loaded: who is logged in in this browser. */
  | { owner: string };

let channel: BroadcastChannel | undefined;
let onRestored = () => undefined as void;

/**
 * Hears what other tabs change. Called once, by `startSession`.
 * @param restored called when the user of this page has logged in again in another tab
 */
export function listenToTabs(restored: () => void): void {
  onRestored = restored;
  channel = new BroadcastChannel('session');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
}

/** Tells other tabs of a change, or who is logged in. Nothing is sent before `listenToTabs`. */
export function sendToTabs(message: Message): void {
  channel?.postMessage(message);
}

/**
 * Fetches the unread counts. Called after every change of them: reading, deleting, batch actions. Errors are ignored,
 * because the counts are polled.
 */
export async function refreshUnread(): Promise<void> {
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
}

/** Publishes a changed user (avatar, name) to all islands and tabs. */
export function setViewer(viewer: SessionViewer): void {
  $viewer.set(viewer);
  sendToTabs({ viewer });
}

/** Changes some fields of the current user, in all tabs. */
export function patchViewer(change: Partial<SessionViewer>): void {
  const viewer = $viewer.get();
  if (viewer) setViewer({ ...viewer, ...change });
}

/** @param count the new number of unread notices to this user, possibly before the server has confirmed it */
export function setNotices(count: number): void {
  $notices.set(count);
  sendToTabs({ notices: count });
}

/** @param count the new number of unread announcements, possibly before the server has confirmed it */
export function setUnread(count: number): void {
  $unread.set(count);
  sendToTabs({ unread: count });
}

/** @param count the new number of courses in the cart */
export function setCart(count: number): void {
  $cart.set(count);
  sendToTabs({ cart: count });
}

/** Marks the session as ended in all islands and tabs. Form input is kept. */
export function endSession(): void {
  $replaced.set(false);
  clear();
  sendToTabs({ ended: true });
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
  onRestored();
}

function clear(): void {
  $viewer.set(null);
  $unread.set(0);
  $notices.set(0);
  $cart.set(0);
  $downloads.set({ waiting: [], finished: 0, latest: [] });
}
