import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import { $viewer } from './session.store.ts';
import { endSession, refreshUnread, replaceSession, setCart, setViewer } from './session-state.ts';

/*
 * Refreshes a tab that stays open or comes from a cache. Loaded on demand: session-sync.ts is on every page.
 */

/** Minimum interval of the refresh of the user and their totals, which the user menu shows, ms. */
const VIEWER_MS = 600_000;

/** Time of the last refresh on the monotonic clock, which begins with the page. */
let viewerAt = 0;
/** The enterprise's date of the data on the page. */
let day = dateOf(performance.timeOrigin);

/** The date in the enterprise's time zone. Rankings, check-in and totals change with it. */
function dateOf(moment: number): string {
  return new Date(moment).toLocaleDateString('en-CA', { timeZone: $viewer.get()?.timeZone });
}

/**
 * Fetches what may have changed in a tab that stays open. On a new day that is all that islands show.
 * @param isOutdated the page is from a cache: the user is fetched too
 */
export async function refreshTab(isOutdated = false): Promise<void> {
  const today = dateOf(Date.now());
  const isNewDay = day !== today;
  day = today;
  if (isNewDay) {
    const { invalidateAll } = await import('./query.ts');
    invalidateAll();
  }
  if (!isOutdated && !isNewDay && performance.now() - viewerAt < VIEWER_MS) return refreshUnread();
  viewerAt = performance.now();
  await Promise.all([refreshUnread(), refreshViewer()]);
}

async function refreshViewer(): Promise<void> {
  const before = $viewer.get();
  if (!before) return;
  try {
    // The token is in its cookie; other tabs are sent the user only.
    const [{ token: _token, ...user }, { totalHours }] = await Promise.all([
      api('GET /user/auth/enterprise/user/info/current/view', {}, { _No_dispose: true }),
      api('GET /data/auth/course/hour/user/hours/count', {}, { _No_dispose: true }),
    ]);
    if (user.id !== before.id) return replaceSession();
    setViewer({ ...user, totalHours, timeZone: before.timeZone });
    setCart(user.cartCount);
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) endSession();
  }
}

/**
 * Asks the server whether the user of this page is still the one who is logged in, after a call that was refused as if it was
 * somebody else's. If not, their session ends in this tab. True if the server cannot be reached.
 */
export async function isStillLoggedIn(): Promise<boolean> {
  const before = $viewer.get();
  if (!before) return false;
  try {
    const { id } = await api('GET /user/auth/enterprise/user/info/current/view', {}, { _No_dispose: true });
    if (id !== before.id) replaceSession();
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) endSession();
  }
  return $viewer.get() !== null;
}
