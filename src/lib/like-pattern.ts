/** Pattern for SQL `ILIKE` that matches a text anywhere; `%` and `_` in the text are escaped. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
}
