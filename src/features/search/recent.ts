/** Recent searches of this device, newest first; private, so never sent to the server. */
const KEY = 'recentSearches';
const MAX_RECENT = 6;

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function keepRecent(keyword: string): void {
  const words = [keyword, ...readRecent().filter((word) => word !== keyword)].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(KEY, JSON.stringify(words));
  } catch {
    // If storage is full or blocked, nothing is stored.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // See above.
  }
}
