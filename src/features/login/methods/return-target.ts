/** Storage key of this tab. */
const KEY = 'loginTarget';

/** Keeps the target page in case the provider returns without parameters. */
export function keepReturnTarget(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** The kept path, or null. Must be validated with `safePath` before use. */
export function returnTarget(): string | null {
  return sessionStorage.getItem(KEY);
}
