/** Page number of a list URL (`?page=2`); 1 if missing or invalid. */
export function pageOf({ searchParams }: Pick<URL, 'searchParams'>): number {
  const text = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/**
 * Returns the redirect target for a page number after the last page of a list (an old link, deleted entries): the same
 * address with the last page. Every page with a list uses it.
 * @returns null when the page exists
 */
export function lastPageAddress(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  { pageCurrent, totalPage }: { pageCurrent: number; totalPage: number },
): string | null {
  const last = Math.max(1, totalPage);
  if (pageCurrent <= last) return null;
  const query = new URLSearchParams(search);
  query.set('page', String(last));
  return `${pathname}?${query}`;
}
