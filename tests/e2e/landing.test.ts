import { gateway } from './support/http.ts';
import { hostOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the front page shows the zones that the enterprise has set up, in order, and no empty one', async ({
  page,
  path,
  lang,
  tenant,
}) => {
  const answer = await gateway(hostOf(tenant), 'GET /system/api/pc/zone/info/list', {});
  const zones = answer.envelope.data as { code: string; relationType: number }[];
  await page.goto(path('/'));
  const bands = page.locator('main [data-zone]');
  const shown = await bands.evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => Number(dataset.zone)));
  expect(shown.length).toBeGreaterThan(3);
  expect(zones.map(({ relationType }) => relationType).filter((type) => shown.includes(type))).toEqual(shown);
  for (const band of await bands.all()) {
    await expect(band.getByRole('heading', { level: 2 })).toBeVisible();
    await expect(band.getByRole('listitem').first()).toBeAttached();
  }
  // Each zone leads on to a list of its kind.
  const best = page.locator('[data-zone="4"]').getByRole('link').first();
  await expect(best).toHaveAttribute('href', path('/knowledge?type=0&sort=rating'));
  await page.locator('main nav').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/knowledge\?type=0&category=[0-9a-f-]{36}$/);
  await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
});

test.describe('banners', () => {
  test('go on by themselves until somebody chooses one, by button or key, and pause on demand', async ({
    page,
    path,
    t,
  }) => {
    await page.clock.install();
    await page.goto(path('/'));
    const carousel = page.locator('[data-carousel]');
    const position = carousel.locator('[data-position]');
    await expect(position).toHaveText('1 / 3');
    await page.clock.runFor(7_500);
    await expect(position).toHaveText('2 / 3');
    await carousel.getByRole('button', { name: t('site:carousel.pause') }).click();
    await page.mouse.move(5, 5);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(30_000);
    await expect(position).toHaveText('2 / 3');
    // Two quick steps lead two banners on, past the last.
    await carousel.getByRole('button', { name: t('site:carousel.next') }).dblclick();
    await expect(position).toHaveText('1 / 3');
    await carousel.locator('[data-track]').focus();
    await page.keyboard.press('End');
    await expect(position).toHaveText('3 / 3');
    await page.keyboard.press('ArrowLeft');
    await expect(position).toHaveText('2 / 3');
    await carousel.getByRole('button', { name: t('site:carousel.play') }).click();
    await page.mouse.move(5, 5);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect(page.locator('[data-carousel]:is(:hover, :focus-within)')).toHaveCount(0);
    await page.clock.runFor(7_500);
    await expect(position).toHaveText('3 / 3');
  });

  test('stay where they are for those who want no motion', async ({ page, path, t }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(path('/'));
    const carousel = page.locator('[data-carousel]');
    await expect(carousel.getByRole('button', { name: t('site:carousel.next') })).toBeVisible();
    await expect(carousel.getByRole('button', { name: t('site:carousel.pause') })).toBeHidden();
    await page.clock.runFor(30_000);
    await expect(carousel.locator('[data-position]')).toHaveText('1 / 3');
  });
});
