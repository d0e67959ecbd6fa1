import type { Page } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/*
 * JavaScript of pages as a browser really loads it, brotli: signed-in pages and pages that are one form. Public content
 * pages, which load no React before somebody interacts, are weighed in tests/repo/budget.test.ts; study room and exam
 * hall in journey.test.ts.
 */

const KB = 1024;
const BUDGET = 107 * KB;
/** Settings load the kit of forms, too. */
const SETTINGS_BUDGET = 108 * KB;
const MEMBER = [
  '/home',
  '/home/rank',
  '/sign/sign',
  '/account?change=1',
  '/account?change=2',
  '/account?change=3&recordType=1',
  '/account?change=3&recordType=2',
  '/account?change=3&recordType=3',
  '/account?change=3&recordType=4',
  '/account?change=4',
  '/account?change=4&settingType=2',
  '/account?change=4&settingType=3',
  '/account?change=4&settingType=4',
  '/account?change=4&settingType=5',
  '/account?change=4&settingType=6',
  '/account?change=4&settingType=7',
  '/account?change=5',
  '/account?change=6',
  '/test',
  '/company',
  '/appCompany',
  '/knowledge',
  '/search?keyword=a',
];
const VISITOR = ['/login?t=login', '/forget'];

/** Bytes of all scripts of a page after it has been scrolled to its end and come to rest. */
async function weigh(page: Page, address: string): Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>();
  const collect = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (response.request().resourceType() === 'script' && response.ok()) scripts.set(response.url(), response.body());
  };
  page.on('response', collect);
  await page.goto(address);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
  page.off('response', collect);
  const bodies = await Promise.all(scripts.values());
  return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
}

test('signed-in pages load at most 107 KB of JavaScript, settings 108', async ({ page, context, tenant, path }) => {
  test.setTimeout(300_000);
  await signIn(context, tenant, 18);
  const heavy: string[] = [];
  for (const address of MEMBER) {
    const bytes = await weigh(page, path(address));
    expect(bytes, `${address} was loaded with its scripts`).toBeGreaterThan(KB);
    const budget = address.includes('change=4') ? SETTINGS_BUDGET : BUDGET;
    if (bytes > budget) heavy.push(`${address}: ${(bytes / KB).toFixed(1)} KB`);
  }
  expect(heavy).toEqual([]);
});

test('pages that are one form load at most 105 KB of JavaScript', async ({ page, path }) => {
  for (const address of VISITOR) expect(await weigh(page, path(address)), address).toBeLessThanOrEqual(BUDGET);
});
