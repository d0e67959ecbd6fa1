import { http } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessible } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The search box of every page and the page of results, in both languages. */

/** A word in titles of each tenant's content. */
const WORD = { huaxin: '安全', bluebay: 'safe' } as const;
const PERSON = 18;

test('the box opens by click and by key, refuses nothing, suggests while one types, and leads there', async ({
  page,
  path,
  t,
  tenant,
}) => {
  const word = WORD[tenant.key];
  await page.goto(path('/lecturer'));
  const open = page.getByRole('banner').getByRole('button', { name: t('search:box.open') });
  const box = page.locator('#search-box');
  const field = box.getByRole('combobox', { name: t('search:box.keyword') });
  await expect(box).toBeHidden();
  await open.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box.getByRole('alert')).toHaveText(t('errors:field.searchKeyword'));
  await expect(field).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(path('/lecturer'));
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  const options = box.getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  const count = await options.count();
  expect(count).toBeLessThanOrEqual(8);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id'))!);
  await page.keyboard.press('ArrowUp');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowUp');
  await expect(options.nth(count - 1)).toHaveAttribute('aria-selected', 'true');
  // The first Escape closes the list, what was typed stays; Enter then searches for it.
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${path('/search')}\\?keyword=[^&]+&type=1$`));
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(word);

  // Remembered on this device, until cleared.
  await page.goto(path('/knowledge'));
  await open.click();
  await box.getByRole('link', { name: word, exact: true }).click();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(word);
  await page.keyboard.press('/');
  await box.getByRole('button', { name: t('search:box.clear') }).click();
  await expect(box.getByRole('link', { name: word, exact: true })).toHaveCount(0);

  // A suggestion leads to the thing itself.
  await page.keyboard.type(word);
  await expect(options.first()).toBeVisible();
  const target = await options.first().getAttribute('href');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname + url.search === target);
});

test('the drawer opens the same search in its place, and the focus returns', async ({ page, path, t }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(path('/lecturer'));
  const menu = page.getByRole('button', { name: t('common:menu') });
  const field = page.getByRole('combobox', { name: t('search:box.keyword') });
  await menu.click();
  await page
    .locator('#drawer')
    .getByRole('button', { name: t('search:box.placeholder') })
    .click();
  await expect(page.locator('#drawer')).toBeHidden();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(menu).toBeFocused();
});

test('a visitor loads React when the search is touched, not before', async ({ page, path, t }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(path('/lecturer'), { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /SearchBox|react/.test(url))).toEqual([]);
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('search:box.open') })
    .click();
  await expect.poll(() => scripts.filter((url) => /SearchBox/.test(url)).length).toBe(1);
});

test('what is searched for follows from where one is', async ({ path, tenant }) => {
  const typeOn = async (address: string) =>
    /name="type" value="(\d)"/.exec((await http(hostOf(tenant), path(address))).text)?.[1];
  for (const [address, type] of [
    ['/', '1'],
    ['/knowledge', '1'],
    ['/lecturer', '1'],
    ['/info', '8'],
    ['/live/none', '2'],
    ['/resource/none', '4'],
    ['/exam/none', '5'],
    ['/blog/none', '6'],
    ['/question/none', '7'],
    ['/search?keyword=x&type=3', '3'],
  ] as const)
    expect(await typeOn(address), address).toBe(type);
});

test('results: marked words, counts by kind, paging that keeps the question, and what helps when there are none', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const word = WORD[tenant.key];
  await page.goto(path(`/search?keyword=${encodeURIComponent(word)}`));
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('main mark').first()).toBeVisible();
  const tabs = page.getByRole('navigation', { name: t('search:types') }).getByRole('link');
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page');
  const number = async (name: string) =>
    Number(
      /\d+/.exec(
        (await tabs
          .filter({ hasText: name })
          .first()
          .textContent()
          .catch(() => null)) ?? '0',
      )?.[0] ?? 0,
    );
  const all = await number(t('search:type.1'));
  expect(all).toBeGreaterThan(1);
  await tabs.filter({ hasText: t('search:kind.course') }).click();
  await expect(page).toHaveURL(/kind=course/);
  expect(await number(t('search:type.1'))).toBe(all);
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading').first()).toBeVisible();

  // Members find files and exams too.
  await expect(page.getByText(t('search:moreForMembers'))).toBeVisible();
  await signIn(context, tenant, PERSON);
  await page.goto(path(`/search?keyword=${encodeURIComponent(word)}`));
  expect(await number(t('search:type.1'))).toBeGreaterThan(all);
  await expect(page.getByText(t('search:moreForMembers'))).toHaveCount(0);
  if (await page.getByRole('link', { name: t('common:pager.page', { page: 2 }) }).count()) {
    await page.getByRole('link', { name: t('common:pager.page', { page: 2 }) }).click();
    await expect(page).toHaveURL(/keyword=[^&]+.*page=2/);
    await expect(page.locator('main mark').first()).toBeVisible();
  }

  await page.goto(path('/search?keyword=zzqqxx&type=6'));
  await expect(page.getByText(t('search:none.title', { keyword: 'zzqqxx' }))).toBeVisible();
  await page.goto(path('/search?keyword=%20'));
  await expect(page.getByRole('alert').filter({ hasText: t('errors:field.searchKeyword') })).toBeVisible();
  await page.goto(path('/search?keyword=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E'));
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('<img src=x onerror=alert(1)>');
  await expect(page.locator('main img')).toHaveCount(0);
});

test('without scripts it is a form that leads to the results', async ({ browser, path, t, tenant }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: tenant.origin });
  const page = await context.newPage();
  await page.goto(path('/info'));
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('search:box.open') })
    .click();
  await page.locator('#search-box [name=keyword]').fill(WORD[tenant.key]);
  await page
    .locator('#search-box')
    .getByRole('button', { name: t('search:box.submit') })
    .click();
  await expect(page).toHaveURL(/type=8/);
  await expect(page.getByRole('heading', { level: 1, name: t('search:box.title') })).toBeVisible();
  await context.close();
});
