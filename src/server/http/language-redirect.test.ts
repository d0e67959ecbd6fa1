import { describe, expect, it } from 'vitest';
import { wantedLanguage } from './language-redirect.ts';

const AT = 'http://huaxin.localhost:4321';
const wanted = (address: string, headers: Record<string, string> = {}) => {
  const all: Record<string, string> = { accept: 'text/html', ...headers };
  return wantedLanguage(address, AT, (name) => all[name]);
};
const english = { cookie: 'a=b; i18n_redirected=en' };

describe('wantedLanguage', () => {
  it.each([
    ['the stored choice', '/knowledge?x=1', english, 'en'],
    ['a stored choice of Chinese', '/', { cookie: 'i18n_redirected=zh' }, 'zh'],
    ['no choice', '/', {}, 'default'],
    ['a choice that is none', '/', { cookie: 'i18n_redirected=constructor' }, 'default'],
    ['a bookmark', '/', { ...english, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 'en'],
    ['a link of another site', '/', { ...english, 'sec-fetch-site': 'cross-site' }, 'en'],
    ['a host that begins like this one', '/', { ...english, referer: `${AT}.example/` }, 'en'],
    ['a link of this site', '/', { ...english, 'sec-fetch-site': 'same-origin' }, null],
    ['a link of this site over plain http', '/', { ...english, referer: `${AT}/en` }, null],
    ['the origin alone', '/', { ...english, referer: AT }, null],
    ['an English address', '/en/knowledge', english, null],
    ['the English landing page', '/en?x=1', english, null],
    ['an address that only begins like an English one', '/enroll', english, 'en'],
    ['a return from a login service', '/login?code=1&state=2', english, null],
    ['an arrival from another enterprise', '/company?enter=1', english, null],
    ['a call', '/gateway/x', english, null],
    ['a file', '/robots.txt', english, null],
    ['an image', '/', { ...english, accept: 'image/*' }, null],
    ['a frame', '/', { ...english, 'sec-fetch-dest': 'iframe' }, null],
    ['a crawler', '/', { 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }, null],
    ['a preview in a messenger', '/', { 'user-agent': 'facebookexternalhit/1.1' }, null],
  ])('of %s', (_name, address, headers: Record<string, string>, expected) =>
    expect(wanted(address, headers)).toBe(expected),
  );
});
