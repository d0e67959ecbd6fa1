import { brotliDecompressSync } from 'node:zlib';
import { http } from './support/http.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* How pages, data and pictures travel. */

test('a kept page comes as brotli, and not again while it is the same', async ({ tenant, path }) => {
  const get = (headers: Record<string, string> = {}) => http(hostOf(tenant), path('/lecturer?page=1'), { headers });
  const first = await get({ 'accept-encoding': 'br' });
  const etag = first.headers.etag!;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(first.headers['content-encoding']).toBe('br');
  const page = brotliDecompressSync(first.body).toString();
  await expect.poll(async () => (await get()).headers['x-page-cache']).toBe('hit');
  const plain = await get();
  expect([plain.text, plain.headers.etag]).toEqual([page, etag]);
  for (const known of [etag, `"other", ${etag}`]) {
    const same = await get({ 'if-none-match': known, 'accept-encoding': 'gzip' });
    expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag]);
    expect(same.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  }
  expect((await get({ 'if-none-match': 'W/"other"' })).status).toBe(200);
  // Somebody who is signed in sees a page of their own, whatever their browser kept of before.
  const own = await http(hostOf(tenant), path('/lecturer?page=1'), {
    headers: { ...(await sessionOf(tenant, 14)), 'if-none-match': etag },
  });
  expect([own.status, own.headers.etag, own.headers['cache-control']]).toEqual([200, undefined, 'private, no-store']);
});

test('data is compressed, built files are compressed harder and kept for good', async ({ tenant, path }) => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const data = await http(hostOf(tenant), '/gateway/system/api/website/view', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(data.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(data.body).toString())).toMatchObject({ code: 200 });
  const html = (await http(hostOf(tenant), path('/'))).text;
  const files = [...html.matchAll(/(?:href|src)="(\/_astro\/[^"#]+)[^"]*"/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const answer = await http(hostOf(tenant), file, { headers });
    expect(answer.headers['cache-control'], file).toBe('public, max-age=31536000, immutable');
    if (Number(answer.headers['content-length']) > 1_024) expect(answer.headers['content-encoding'], file).toBe('br');
  }
});

test('pictures come as AVIF in the size of the screen, nothing moves when they do, and the first one comes first', async ({
  browser,
  tenant,
  path,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    deviceScaleFactor: 2,
    baseURL: tenant.origin,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const pictures = new Map<string, string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/media/')) pictures.set(pathname, response.headers()['content-type'] ?? '');
  });
  await page.goto(path('/'), { waitUntil: 'networkidle' });
  const banner = page.locator('[data-carousel] img').first();
  await expect(banner).toHaveAttribute('fetchpriority', 'high');
  await expect(banner).toHaveAttribute('loading', 'eager');
  const shown = await banner.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
  expect(pictures.get(shown)).toBe('image/avif');
  expect(shown).not.toContain('/1600.');
  for (const img of await page.locator('main img').all()) {
    expect(await img.getAttribute('width')).toBeTruthy();
    expect(await img.getAttribute('height')).toBeTruthy();
  }
  // Those further down wait until they are near; how near is up to the browser.
  const below = page.locator('main img:not([data-carousel] *)');
  expect(await below.count()).toBeGreaterThan(5);
  for (const img of await below.all()) await expect(img).toHaveAttribute('loading', 'lazy');
  await page.evaluate(() => {
    const seen = window as Window & { shift?: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift! += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let y = 0; y < height; y += 300) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
    await expect.poll(() => page.evaluate(picturesOnTheirWay)).toEqual([]);
  }
  const shift = await page.evaluate(() => (window as Window & { shift?: number }).shift);
  expect(shift).toBeLessThan(0.02);
  await context.close();
});

test('a page is fetched when its link is pointed at, and the policy allows it', async ({ page, context, path }) => {
  await page.goto(path('/'));
  const link = page.locator('main a[href*="/knowledge/course/"]').first();
  const delivery = async () =>
    page.evaluate(
      () => (performance.getEntriesByType('navigation')[0] as PerformanceEntry & { deliveryType: string }).deliveryType,
    );
  expect(await delivery()).toBe('');
  const preloads = await context.newCDPSession(page);
  await preloads.send('Preload.enable');
  const ready = new Promise<void>((resolve) =>
    preloads.on('Preload.prefetchStatusUpdated', ({ status }) => {
      if (status === 'Ready') resolve();
    }),
  );
  await link.hover();
  await ready;
  await link.click();
  await page.waitForURL(/\/knowledge\/course\//);
  expect(await delivery()).toBe('navigational-prefetch');
});

/** Addresses of pictures in sight that have not come yet; asked for after two frames, in which shifts are reported. */
async function picturesOnTheirWay(): Promise<string[]> {
  for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done));
  const inSight = [...document.images].filter((img) => {
    const { top, bottom, left, right } = img.getBoundingClientRect();
    const isNear = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    return isNear && img.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  });
  return inSight.filter((img) => !img.complete).map((img) => img.currentSrc || img.src);
}
