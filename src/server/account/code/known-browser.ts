import { createHmac } from 'node:crypto';
import type { RequestContext } from '#src/server/core/context.ts';
import { appSecret } from '#src/server/core/settings.ts';

/** HttpOnly cookie with marks of the numbers and addresses with which people have logged in in this browser. */
const COOKIE = 'zhixing_known';
const DAYS = 180;
/** People who share a computer; the mark of the one who was here longest ago goes first. */
const MAX_MARKS = 5;

type Browser = Pick<RequestContext, 'cookies'>;

/** Tells nobody but the portal whose it is, and cannot be made by anybody else. */
const markOf = (recipient: string) =>
  createHmac('sha256', appSecret()).update(`known browser\n${recipient}`).digest('base64url').slice(0, 22);
const marksOf = ({ cookies }: Browser) => (cookies.get(COOKIE) ?? '').split('.').filter(Boolean);

/** Remembers that somebody has logged in here with a phone number or address, which is theirs therefore. */
export function rememberBrowser(browser: Browser, recipient: string): void {
  const mark = markOf(recipient);
  const marks = [mark, ...marksOf(browser).filter((other) => other !== mark)].slice(0, MAX_MARKS);
  browser.cookies.set(COOKIE, marks.join('.'), { maxAge: DAYS * 86_400 });
}

/**
 * Whether somebody has logged in with this number or address in this browser. Its codes are counted by themselves: a stranger
 * who requests codes for a number until its limit is reached must not keep its owner from getting one.
 */
export const isKnownBrowser = (browser: Browser, recipient: string): boolean =>
  marksOf(browser).includes(markOf(recipient));
