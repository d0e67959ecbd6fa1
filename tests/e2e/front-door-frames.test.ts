import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepCookies, sessionOf } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Clickjacking: a page of somebody else shows ours, invisibly, under a button of its own. */

let elsewhere: Server;
let shown: string[] = [];
test.beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const frames = (request.url === '/' ? shown : []).map(
      (address) => `<iframe src="${address}" width="600" height="300"></iframe>`,
    );
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Win a prize</title>${frames.join('\n')}`);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

test('no page of the portal is shown inside a page of another site, nor of another enterprise', async ({ browser }) => {
  test.slow();
  const { origin } = tenants.huaxin;
  const context = await browser.newContext();
  try {
    await keepCookies(context, tenants.huaxin, await sessionOf(tenants.huaxin, 17));
    const paths = [
      '/',
      '/login',
      '/home',
      '/account',
      '/test',
      '/company',
      '/en/home',
      '/nothing-here',
      '/gateway/docs',
    ];
    const own = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    shown = [...[...paths, '/icon.svg', '/healthz'].map((path) => origin + path), `${own}/inner`];
    const page = await context.newPage();
    await page.goto(own, { waitUntil: 'load' });
    // Attackers do not see what the browser refuses; this test does, by the address of the frame.
    const seen = page
      .mainFrame()
      .childFrames()
      .map((frame) => frame.url());
    expect(seen).toHaveLength(shown.length);
    expect(seen.at(-1)).toBe(`${own}/inner`);
    for (const [i, url] of seen.slice(0, -1).entries()) expect(url, shown[i]).toMatch(/^(chrome-error:.*)?$/);
    // The frame of the other enterprise is a page of the same product, and not trusted either.
    await page.goto(tenants.bluebay.origin);
    await page.evaluate((address) => {
      const frame = Object.assign(document.createElement('iframe'), { src: address });
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    }, `${origin}/login`);
    for (const frame of page.frames().filter((each) => each !== page.mainFrame()))
      expect(frame.url()).not.toContain(origin);
    // By itself it is shown: it was there to be seen.
    await page.goto(`${origin}/login`);
    await expect(page.locator('main').first()).toBeVisible();
  } finally {
    await context.close();
  }
});
