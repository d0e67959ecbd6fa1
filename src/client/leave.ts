/**
 * Navigates to another page. The promise never settles, so that the calling action stays pending until the page is
 * unloaded.
 * @param how `replace`: "back" leads to the page before this one
 */
export function leaveFor(url: string, how: 'assign' | 'replace' = 'assign'): Promise<never> {
  location[how](url);
  return new Promise(() => undefined);
}
