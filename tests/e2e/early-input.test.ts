import type { Page } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Pages whose islands render fields on the server, and the demo person who opens each. */
const PAGES: [address: string, person: number | null][] = [
  ['/login', null],
  ['/appCompany', 19],
  ['/account?change=4&settingType=1', 19],
  ['/account/live', 2],
  ['/admin/community', 4],
  ['/admin/exams/edit', 4],
  ['/admin/export', 3],
  ['/admin/rehearsal', 4],
];

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
    const arrival = Promise.withResolvers<void>();
    await page.route(/\.js$/, (route) => arrival.promise.then(() => route.continue()));
    await page.goto(path(address), { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading');
    taken += await typeEverywhere(page);
    arrival.resolve();
    await expect(page.locator('astro-island[client=load][ssr]')).toHaveCount(0);
    const typed = page.locator('[data-typed]');
    expect(await typed.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual(
      Array<string>(await typed.count()).fill('7'),
    );
    await page.unrouteAll();
  }
  expect(taken).toBeGreaterThan(10);
});
