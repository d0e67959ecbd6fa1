/** At most one reload in this time (docs/specification.md, section "Messages"), ms. */
const RELOAD_INTERVAL_MS = 60_000;
const KEY = 'chunk-reload';

/** Whether a page may reload itself now, given the time of its last reload (ms, null: never). */
export function mayReload(last: number | null, now: number): boolean {
  return last === null || now - last >= RELOAD_INTERVAL_MS || last > now;
}

/** Error messages of Chromium, Firefox and Safari for a missing module. */
const MISSING = /dynamically imported module|Importing a module script failed/i;

/** Reloads the page when a chunk cannot be loaded, usually because a new version was deployed, but not in a loop. */
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
  // In islands such an error is caught by the error boundary.
  addEventListener('astro:hydration-error', (event) => {
    if (MISSING.test(String((event as CustomEvent<{ error: unknown }>).detail.error))) reload();
  });
}
