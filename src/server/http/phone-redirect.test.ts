import { describe, expect, it } from 'vitest';
import { isPhoneBrowser, phoneTarget } from './phone-redirect.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Version/18.6 Mobile/15E148 Safari/604.1`;

const PHONES = [
  IPHONE,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14; V2301A Build/UP1A; wv) ${CHROME} Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.60 WeChat/arm64`,
  `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) ${CHROME} HuaweiBrowser/15.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${CHROME} Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.1`,
  `Mozilla/5.0 (Linux; Android 13; wv) ${CHROME} Mobile Safari/537.36 wxwork/4.1.36 MicroMessenger/7.0.1`,
  'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0',
];
const OTHERS = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.6 Safari/605.1.15`,
  `Mozilla/5.0 (Windows NT 10.0; WOW64) ${CHROME} Safari/537.36 MicroMessenger/7.0.20 NetType/WIFI WindowsWechat(0x63090a13)`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} MicroMessenger/6.8.0 MacWechat/3.8.7`,
  // An iPad that requests mobile pages, and an Android tablet that requests desktop pages.
  `Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) ${SAFARI} Version/17.7 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (Tablet; OpenHarmony 5.0) ${CHROME} Safari/537.36 ArkWeb/4.1.6.1 Mobile`,
  'Mozilla/5.0 (Android 15; Tablet; rv:142.0) Gecko/142.0 Firefox/142.0',
  'curl/8.15.0',
  '',
];

it.each(PHONES)('recognises a phone: %s', (userAgent) => expect(isPhoneBrowser(userAgent)).toBe(true));
it.each(OTHERS)('does not recognise as a phone: %s', (userAgent) => expect(isPhoneBrowser(userAgent)).toBe(false));

describe('phoneTarget', () => {
  const SITE = 'https://m.example.com';
  const target = (address: string) => phoneTarget(address, IPHONE, SITE);

  it.each([
    ['/', '/login'],
    ['/en', '/login'],
    ['/home', '/login'],
    ['/login?t=login&redirect=%2Fhome', '/login'],
    ['/knowledge?code=a%26b&appid=wx1&page=2', '/login?code=a%26b&appid=wx1'],
    ['/en/login?appid=wx1', '/login?appid=wx1'],
    ['/live/watch/42', '/live/watch/42'],
    ['/en/live/watch/42/?code=1', '/live/watch/42'],
    ['/live/watch/a%2Fb', '/live/watch/a%2Fb'],
    // Similar addresses that are not a live page.
    ['/live/watch', '/login'],
    ['/live/watch/42/more', '/login'],
    ['/agreement/other', '/login'],
    ['/certificate/HUAXIN-2026-000123/more', '/login'],
    ['/ended', '/login'],
  ])('redirects %s to %s', (address, path) => expect(target(address)).toBe(SITE + path));

  it.each([
    '/agreement',
    '/agreement/',
    '/en/agreement?t=privacy',
    '/certificate',
    '/certificate/HUAXIN-2026-000123',
    '/en/certificate/HUAXIN-2026-000123/',
    '/statement/S2026-ABCD-EFGH-JKMN',
    '/gateway/system/api/website/view',
    '/media/01890000-0000-7000-8000-000000000000',
    '/logo/01890000-0000-7000-8000-000000000000',
    '/theme/1355a0.css',
    '/icon.svg',
    '/_astro/x.js',
    '/favicon.ico',
    '/healthz',
  ])('does not redirect %s', (address) => expect(target(address)).toBeNull());

  it('returns null without a mobile site, and for other browsers', () => {
    expect(phoneTarget('/home', IPHONE, undefined)).toBeNull();
    for (const userAgent of OTHERS) expect(phoneTarget('/home', userAgent, SITE)).toBeNull();
    expect(phoneTarget('/home', undefined, SITE)).toBeNull();
  });
});
