/**
 * What in a query makes another page of a list or a thing; everything else (where a visitor came from, words to search for,
 * orders of the same things) leads to the same content.
 */
const MEANINGFUL = ['id', 'code', 'category', 'kind', 'type', 'page'];

/** Path and query by which search engines know a page. */
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
