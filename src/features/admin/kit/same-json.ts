/**
 * Whether two values are the same as JSON: in any order of keys, and without those that are undefined. It ends at the first difference, so
 * it can be asked with each key that is typed, about a large document.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, at) => isSameJson(part, b[at]))
    );
  const [one, other] = [a, b] as Record<string, unknown>[] as [Record<string, unknown>, Record<string, unknown>];
  for (const key in one) if (!isSameJson(one[key], other[key])) return false;
  for (const key in other) if (one[key] === undefined && other[key] !== undefined) return false;
  return true;
}
