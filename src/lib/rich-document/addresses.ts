/** Maximum length of the address of a link, characters. */
const HREF_LENGTH = 2000;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
const PICTURE = /^\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Browsers drop some of these characters, so that `java\nscript:` would be a scheme. */
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/** Whether a document may link to it: http, https, mailto, or a path of the portal. */
export function isLinkAddress(address: unknown): boolean {
  if (typeof address !== 'string' || address.length > HREF_LENGTH || INVISIBLE.test(address)) return false;
  // `//host` is another host.
  if (address.startsWith('/')) return !address.startsWith('//') && URL.canParse(address, 'http://portal.invalid');
  // `https:path` without slashes is relative to the page.
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  // `https://portal@example.com` looks like a link to the portal.
  return SCHEMES.has(protocol) && !username && !password;
}

/** Whether a document may show it as a picture: only files of the tenant, because others would disclose readers. */
export function isPictureAddress(address: unknown): boolean {
  return typeof address === 'string' && PICTURE.test(address);
}

/**
 * The address a person means: `example.com` becomes `https://example.com`, an e-mail address a `mailto:` link.
 * @returns null if no link can be made of it
 */
export function toLinkAddress(text: string): string | null {
  const typed = text.trim();
  if (isLinkAddress(typed)) return typed;
  const guess = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(typed)
    ? `mailto:${typed}`
    : /^[^\s/:@]+\.[^\s/:@]{2,}(?:[/?#]\S*)?$/.test(typed)
      ? `https://${typed}`
      : '';
  return isLinkAddress(guess) ? guess : null;
}
