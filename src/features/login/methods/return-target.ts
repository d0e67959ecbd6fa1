/** Key in this tab's storage. */
const KEY = 'loginTarget';

/** Keeps where somebody wants to go, for the case that the provider sends them back with nothing. */
export function keepReturnTarget(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** The path that was kept, or null. It needs `safePath` before it is used. */
export function returnTarget(): string | null {
  return sessionStorage.getItem(KEY);
}
