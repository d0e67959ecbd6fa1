/** Page number of a list URL (`?page=2`); 1 if missing or invalid. */
export function pageOf({ searchParams }: Pick<URL, 'searchParams'>): number {
  const text = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
