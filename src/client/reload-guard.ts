/** At most one reload in this time (spec section 9), ms. */
const RELOAD_INTERVAL_MS = 60_000;
const KEY = 'chunk-reload';

/** Whether a page may reload itself now, when it did so last at `last` (ms, null: never). */
export function mayReload(last: number | null, now: number): boolean {
  return last === null || now - last >= RELOAD_INTERVAL_MS || last > now;
}

/** What Chromium, Firefox and Safari say when a module is not there. */
const MISSING = /dynamically imported module|Importing a module script failed/i;

/** A part of the page could not be loaded, mostly because a new version was deployed: reload, but not in a loop. */
export function guardChunks(): void {
  const reload = () => {
    const last = sessionStorage.getItem(KEY);
    if (!navigator.onLine || !mayReload(last === null ? null : Number(last), Date.now())) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  };
  addEventListener('vite:preloadError', reload);
  addEventListener('unhandledrejection', ({ reason }) => {
    if (MISSING.test(String(reason))) reload();
  });
  // An island keeps such a failure to itself.
  addEventListener('astro:hydration-error', (event) => {
    if (MISSING.test(String((event as CustomEvent<{ error: unknown }>).detail.error))) reload();
  });
}
