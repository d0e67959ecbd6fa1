import type { Page } from '@playwright/test';
import { http } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** Pages whose islands render fields on the server, and the demo person who opens each. */
const PAGES: [address: string | ((tenant: DemoTenant) => Promise<string>), person: number | null][] = [
  ['/login', null],
  ['/appCompany', 19],
  ['/account?change=4&settingType=1', 19],
  ['/account/live', 2],
  ['/admin/community', 4],
  ['/admin/exams/edit', 4],
  ['/admin/export', 3],
  ['/admin/rehearsal', 4],
  [paperToMark, 2],
];

/** The first paper that waits for marks. */
async function paperToMark(tenant: DemoTenant): Promise<string> {
  const list = await http(hostOf(tenant), '/test/marking', { headers: await sessionOf(tenant, 2) });
  return /href="(\/test\/marking\?id=[^"]+)"/.exec(list.text)![1]!.replaceAll('&amp;', '&');
}

/** Types into every field of an island that takes input; a disabled one takes none. @returns how many */
const typeEverywhere = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('astro-island')]
      .flatMap((island) => [...island.querySelectorAll('input, textarea')])
      .filter((field) => field.matches(':is([type=text],[type=search],[type=tel],[type=number],textarea):enabled'));
    for (const field of fields as HTMLInputElement[]) {
      field.value = '7';
      field.dataset['typed'] = '';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    return fields.length;
  });

/** Opens a page whose scripts do not arrive. @returns what lets them arrive */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await page.route(/\.js$/, (route) => arrival.promise.then(() => route.continue()));
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  return arrival.resolve;
}

test('what is typed before the scripts of a page have arrived stays, or the field takes nothing yet', async ({
  page,
  context,
  tenant,
  path,
}) => {
  let taken = 0;
  for (const [address, person] of PAGES) {
    await page.goto('about:blank');
    await context.clearCookies();
    if (person) await signIn(context, tenant, person);
    const arrive = await openWithoutScripts(page, path(typeof address === 'string' ? address : await address(tenant)));
    taken += await typeEverywhere(page);
    arrive();
    await expect(page.locator('astro-island[client=load][ssr]')).toHaveCount(0);
    const typed = page.locator('[data-typed]');
    expect(await typed.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual(
      Array<string>(await typed.count()).fill('7'),
    );
    await page.unrouteAll();
  }
  expect(taken).toBeGreaterThan(10);
});

test('the speed of a video is chosen when the player runs, not before', async ({ page, context, tenant, path, t }) => {
  const list = await http(hostOf(tenant), `/knowledge?keyword=${encodeURIComponent('入职')}`);
  const course = /href="\/knowledge\/course\/([^"]+)"/.exec(list.text)![1]!;
  await signIn(context, tenant, 19);
  const arrive = await openWithoutScripts(page, path(`/watch/course?id=${course}`));
  const speed = page.getByLabel(t('study:player.speed'));
  await expect(speed).toBeDisabled();
  arrive();
  await speed.selectOption('1.5');
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5);
  await page.unrouteAll();
});
