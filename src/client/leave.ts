/**
 * Goes to another page. The promise never settles, so that the action that led there stays pending until the page is left.
 * @param how `replace`: "back" leads to where the person was before this page
 */
export function leaveFor(url: string, how: 'assign' | 'replace' = 'assign'): Promise<never> {
  location[how](url);
  return new Promise(() => undefined);
}
