import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { BROKEN, breakChunk, repair } from './support/break-island.ts';
import { LEARNER, linked } from './support/island-scenes.ts';
import { ISLANDS } from './support/islands.ts';
import { signIn } from './support/sign-in.ts';
import { expect, listen, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/*
 * Each island throws while it is rendered: it says so, the rest of the page stays as it is, and "try again" brings it back.
 */

/** React tells of the error, and that it has rendered in the browser what the server had rendered. */
// The link of an e-mail has no valid token here.
const EXPECTED = new RegExp(`${BROKEN}|Minified React error #42\\d|status of 404 .*/unsubscribe`);

test('every island of a page is in the list', () => {
  const root = fileURLToPath(new URL('../../src/', import.meta.url));
  const pages = globSync('**/*.astro', { cwd: root }).map((path) => readFileSync(root + path, 'utf8'));
  const hydrated = pages.flatMap((text) => text.split(/<(?=[A-Z])/).filter((part) => /^[^<]*?\sclient:\w/s.test(part)));
  const names = new Set(hydrated.map((part) => /^\w+/.exec(part)![0]));
  expect(names.size).toBeGreaterThan(70);
  expect([...names].sort()).toEqual(ISLANDS.flatMap(({ names: each }) => each).sort());
});

for (const { names, who, find, chunk, phone, headers } of ISLANDS) {
  test(`${names.join(', ')}: an error is shown in place of the island, and tried again`, async ({
    context,
    tenant,
    path,
    t,
  }) => {
    test.setTimeout(30_000 + names.length * 20_000);
    const found = await find(tenant);
    const { path: place, as = who, at = tenant, cookies = {} } = typeof found === 'string' ? { path: found } : found;
    const { origin: url } = at;
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
    if (as !== null) await signIn(context, at, as);
    if (headers) await context.setExtraHTTPHeaders(headers);
    for (const name of names)
      await test.step(name, async () => {
        const page = await openBroken(context, chunk ?? name, phone === true);
        const lines = listen(page);
        const answer = (await page.goto(at.origin + path(place)))!;
        expect(answer.status()).toBe(200);
        await expectRetry(page, name, await answer.text(), t);
        expect(lines.filter((line) => !EXPECTED.test(line))).toEqual([]);
        await page.close();
      });
  });
}

test('Toasts: a message that cannot be rendered is replaced by the one about it, and shown again', async ({
  context,
  tenant,
  path,
  t,
}) => {
  await signIn(context, tenant, LEARNER);
  const place = await linked(null, '/info', /href="(\/info\/[0-9a-f-]{36})"/)(tenant);
  const page = await openBroken(context, 'show-toasts', false);
  await page.route('**/record/update/admire', (route) => route.fulfill({ json: { code: 409, msg: 'Not now' } }));
  await page.goto(tenant.origin + path(place));
  await page.getByRole('button', { name: t('announcement:like') }).click();
  const failed = page.locator('#toasts').getByText(t('common:renderFailed'));
  await expect(failed).toBeVisible();
  await repair(page);
  await page
    .locator('#toasts')
    .getByRole('button', { name: t('common:retry') })
    .click();
  await expect(failed).toHaveCount(0);
  await page.getByRole('button', { name: t('announcement:like') }).click();
  await expect(page.getByText('Not now')).toBeVisible();
});

async function openBroken(context: BrowserContext, chunk: string, isPhone: boolean): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: isPhone ? 390 : 1440, height: 900 });
  await breakChunk(page, chunk);
  return page;
}

async function expectRetry(page: Page, name: string, html: string, t: Texts): Promise<void> {
  const selector = `astro-island[component-url*="/_astro/${name}."]`;
  const island = page.locator(selector).first();
  const failed = page.getByRole('alert').filter({ hasText: t('common:renderFailed') });
  // What hydrates islands that wait for it.
  await island.dispatchEvent('pointerover');
  await island.evaluate((element) => {
    element.closest('details')?.setAttribute('open', '');
    element.firstElementChild?.scrollIntoView({ block: 'center' });
  });
  const own = island.locator(failed).first();
  if (name === 'DrawerEntries') await page.getByRole('button', { name: t('common:menu'), exact: true }).click();
  await expect(own).toBeVisible();
  // The rest of the page: its heading, and the other islands.
  await expect(page.getByRole('heading', { level: 1 }).or(own)).not.toHaveCount(0);
  await expect(page.locator('astro-island[ssr]:is([client=load], [client=idle])')).toHaveCount(0);
  const others = page.locator(`astro-island:not([component-url*="/_astro/${name}."])`);
  await expect(others.locator(failed)).toHaveCount(0);

  await repair(page);
  await own.getByRole('button', { name: t('common:retry') }).click();
  await expect(island.locator(failed)).toHaveCount(0);
  // Some have nothing to show, also as the server renders them.
  const served = await page.evaluate(
    ([text, which]) => new DOMParser().parseFromString(text!, 'text/html').querySelector(which!)!.textContent.trim(),
    [html, selector],
  );
  if (served) await expect(island).not.toHaveText('');
}
