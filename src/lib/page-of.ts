/** Page number of a list's address (`?page=2`); 1 for none and for nonsense. */
export function pageOf({ searchParams }: Pick<URL, 'searchParams'>): number {
  const text = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
