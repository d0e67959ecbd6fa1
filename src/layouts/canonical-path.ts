/**
 * Query parameters that select different content; all others (tracking, keywords, sort orders) lead to the same
 * content.
 */
const MEANINGFUL = ['id', 'code', 'category', 'kind', 'type', 'page'];

/** Canonical path and query of a page, for search engines. */
export function canonicalPath({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams();
  for (const name of MEANINGFUL) {
    const value = searchParams.get(name);
    if (value && !(name === 'page' && value === '1')) query.set(name, value);
  }
  // `/knowledge/` is `/knowledge`.
  const path = pathname.replace(/(.)\/+$/, '$1');
  return query.size > 0 ? `${path}?${query}` : path;
}
