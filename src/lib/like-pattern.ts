/** Pattern for SQL `ILIKE` that finds a text anywhere; the visitor's `%` and `_` stand for themselves. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
}
