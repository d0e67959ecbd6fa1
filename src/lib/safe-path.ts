/**
 * Validates an untrusted redirect target (`redirect=`): only paths within the site are accepted.
 * @param path the requested target
 * @param fallback used if the target is not accepted
 * @returns path with query and hash, or the fallback for absolute addresses, `//host`, `/\host`, hidden control
 *   characters (browsers drop them), dot segments that end in `//`, and the login page itself
 */
export function safePath(path: string | null | undefined, fallback: string): string {
  if (!path?.startsWith('/') || hasControlCharacter(path) || /^[/\\]{2}/.test(path)) return fallback;
  const base = 'http://site.invalid';
  if (!URL.canParse(path, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(path, base);
  if (origin !== base || pathname.startsWith('//') || /^(\/en)?\/login\/?$/.test(pathname)) return fallback;
  return pathname + search + hash;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((char) => char.charCodeAt(0) < 0x20 || char.charCodeAt(0) === 0x7f);
}
