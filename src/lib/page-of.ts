/** Page number of a list URL (`?page=2`); 1 if missing or invalid. */
export function pageOf({ searchParams }: Pick<URL, 'searchParams'>): number {
  const text = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/**
 * Where an address leads that asks for a page after the last one of its list, e.g. an old link, or one after entries were
 * deleted: the same address with the last page. Every page with a list redirects there.
 * @returns null when the list has that page
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
