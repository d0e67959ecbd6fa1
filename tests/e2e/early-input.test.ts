import type { Page } from '@playwright/test';
import { addAnnouncement } from './support/announcement.ts';
import { http } from './support/http.ts';
import { ownMember, type OwnTenant, ownTenant } from './support/own-tenant.ts';
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

/** Address of the study room of the course for new employees. */
async function orientation(tenant: DemoTenant): Promise<string> {
  const list = await http(hostOf(tenant), `/knowledge?keyword=${encodeURIComponent('入职')}`);
  return `/watch/course?id=${/href="\/knowledge\/course\/([^"]+)"/.exec(list.text)![1]!}`;
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

/** Buttons that need scripts and take clicks without them, by name: what is clicked is lost. Scripts of the layout handle clicks by attributes. */
const deadButtons = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'astro-island[ssr]:is([client=load], [client=visible]) button[type=button]:enabled:not([popovertarget], [commandfor], [data-theme-toggle])',
      ),
    ]
      .filter((button) => button.checkVisibility())
      .map((button) => `${location.pathname}: ${button.ariaLabel ?? button.textContent.trim()}`),
  );

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

test('a button that needs the scripts of a page takes no click before they have arrived', async ({
  page,
  context,
  tenant,
  path,
}) => {
  const own = await ownTenant('必读');
  const admin = await ownMember(own, { userName: '程一鸣', isAdmin: true });
  const notice = await addAnnouncement(own, { mustRead: true, daysAgo: 0 });
  const pages: [at: OwnTenant, address: string, person: number | string][] = [
    [own, `/info/${notice}`, admin],
    [own, `/admin/announcements/receipts?id=${notice}`, admin],
    [tenant, await orientation(tenant), 19],
    [tenant, '/admin/community?section=labels', 4],
    [tenant, '/admin/community?section=words', 4],
    [tenant, '/admin/community?section=moderators', 4],
    [tenant, '/admin/media', 4],
    [tenant, '/admin/site', 4],
    [tenant, '/admin/courses/edit', 4],
  ];
  for (const [at, address, person] of pages) {
    await page.goto('about:blank');
    await context.clearCookies();
    await signIn(context, at, person);
    const arrive = await openWithoutScripts(page, at.origin + path(address));
    await expect(page.getByRole('button', { disabled: true })).not.toHaveCount(0);
    expect(await deadButtons(page)).toEqual([]);
    arrive();
    await expect(page.locator('astro-island[client=load][ssr]')).toHaveCount(0);
    await page.unrouteAll();
  }
});

test('the speed of a video is chosen when the player runs, not before', async ({ page, context, tenant, path, t }) => {
  await signIn(context, tenant, 19);
  const arrive = await openWithoutScripts(page, path(await orientation(tenant)));
  const speed = page.getByLabel(t('study:player.speed'));
  await expect(speed).toBeDisabled();
  arrive();
  await speed.selectOption('1.5');
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5);
  await page.unrouteAll();
});
