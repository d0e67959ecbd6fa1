import type { Page } from '@playwright/test';
import { expectAccessible, expectFits } from './support/sound.ts';
import { type NavItem, ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* The top bar, rule by rule, at a tenant of the test's own. */

const item = (n: number, more: Partial<NavItem> = {}): NavItem => ({ code: `c${n}`, title: `栏目${n}`, ...more });
const items = (count: number) => Array.from({ length: count }, (_, n) => item(n + 1));
const nav = (page: Page, name: string) => page.getByRole('banner').getByRole('navigation', { name });
const shownLinks = (page: Page, name: string) =>
  nav(page, name)
    .getByRole('link')
    .evaluateAll((all) => all.filter((link) => link.checkVisibility()).map((link) => link.textContent.trim()));

test('navigation comes from the server: types lead to their pages, `info` is hidden, of more than six five are inline', async ({
  page,
  path,
  t,
}) => {
  const main = t('common:mainNavigation');
  const tenant = await ownTenant('导航', {
    nav: [
      item(1, { navMenuType: 1, navUrl: '/x' }),
      item(2, { navMenuType: 2 }),
      item(3, { navMenuType: 3 }),
      { code: 'info', title: '公告' },
      item(4, { navMenuType: 4 }),
      item(5, { navMenuType: 5 }),
      item(6, { navUrl: 'https://example.com/', target: '_blank' }),
      item(7),
    ],
  });
  await page.goto(tenant.origin + path('/lecturer'));
  expect(await shownLinks(page, main)).toEqual(['栏目1', '栏目2', '栏目3', '栏目4', '栏目5']);
  const more = nav(page, main).locator('details');
  const hrefs = await nav(page, main)
    .getByRole('link')
    .evaluateAll((all) => all.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['/home', '/knowledge', '/lecturer', '/community', '/account'].map(path));
  await expect(nav(page, main).locator('[aria-current=page]')).toHaveText('栏目3');

  // Hovering opens; a pointer that cuts the corner does not lose the menu; leaving closes.
  const summary = more.locator('summary');
  await summary.hover();
  await expect(more.getByRole('link')).toHaveText(['栏目6', '栏目7']);
  await more.getByRole('link').last().hover();
  const box = (await more.locator('ul').boundingBox())!;
  await page.mouse.move(box.x + box.width + 8, box.y + box.height / 2);
  await page.mouse.move(box.x + 20, box.y + 20);
  await expect(more.getByRole('link').first()).toBeVisible();
  await page.mouse.move(700, 700);
  await expect(more.getByRole('link').first()).toBeHidden();
  await expect(more.getByRole('link', { includeHidden: true }).first()).toHaveAttribute('target', '_blank');
  await expect(more.getByRole('link', { includeHidden: true }).first()).toHaveAttribute('rel', 'noopener');
  await expect(more.getByRole('link', { includeHidden: true }).last()).not.toHaveAttribute('target', '_blank');

  // The same by keyboard.
  await summary.focus();
  await page.keyboard.press('ArrowDown');
  await expect(more.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(more.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(more.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(more.getByRole('link').last()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(summary).toBeFocused();
  await expect(more.getByRole('link').first()).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(more.getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(more.getByRole('link').first()).toBeHidden();

  const six = await ownTenant('六项', { nav: items(6) });
  await page.goto(six.origin + path('/lecturer'));
  expect(await shownLinks(page, main)).toEqual(items(6).map(({ title }) => title));
  await expect(nav(page, main).locator('details')).toHaveCount(0);
});

/** The bar is one line, nothing leaves it or lies on something else, and every item of the navigation can be reached. */
async function expectOneLine(page: Page, width: number, name: string, titles: string[]): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const bar = page.getByRole('banner');
  expect((await bar.boundingBox())!.height, `height at ${width} px`).toBeLessThanOrEqual(65);
  const wrong = await bar.evaluate((header) => {
    const parts = [...header.querySelectorAll('a, button, summary')].filter(
      (part) => part.checkVisibility() && !part.closest('details > ul, details > div, [popover], dialog'),
    );
    const boxes = parts.map((part) => ({ name: part.textContent.trim(), box: part.getBoundingClientRect() }));
    return boxes.flatMap(({ name, box }, n) => {
      const next = boxes[n + 1]?.box;
      const out = box.left < 0 || box.right > innerWidth || box.bottom > 65;
      return out || (next && next.left < box.right - 1) ? [`${name} ${box.left}–${box.right}, then ${next?.left}`] : [];
    });
  });
  expect(wrong, `at ${width} px`).toEqual([]);
  // Titles are whole, unless they are longer than a title may be.
  const cut = await nav(page, name).evaluate((element, most) => {
    const texts = [...element.querySelectorAll(':scope > ul > li > a > span')];
    return texts
      .filter((text) => text.scrollWidth > text.clientWidth && text.clientWidth < most)
      .map((text) => text.textContent);
  }, 160);
  expect(cut, `cut at ${width} px`).toEqual([]);
  const inline = await shownLinks(page, name);
  const more = nav(page, name).locator('details');
  const rest: string[] = [];
  if (await more.isVisible()) {
    await more.locator('summary').focus();
    await page.keyboard.press('ArrowDown');
    rest.push(...(await shownLinks(page, name)).slice(inline.length));
    await page.keyboard.press('Escape');
  }
  expect([...inline, ...rest], `at ${width} px`).toEqual(titles);
}

test('the bar stays one line at 1024 to 1440 px, whoever looks at it and whatever the titles', async ({
  page,
  context,
  path,
  t,
}) => {
  test.slow();
  const titles = [
    ['首页', '知识中心', '讲师风采', '学习社区', '个人中心', '考试中心'],
    ['Home', 'Courses and learning paths', 'Lecturers', 'Community', 'My account'],
    Array.from({ length: 9 }, (_, n) => `安全生产与职业健康专题学习园地${n}`),
  ];
  for (const list of titles) {
    const tenant = await ownTenant('华东智能装备制造集团', { nav: list.map((title, n) => item(n, { title })) });
    await context.clearCookies();
    await page.goto(tenant.origin + path('/lecturer'));
    for (const width of [1024, 1280]) await expectOneLine(page, width, t('common:mainNavigation'), list);
    const admin = await ownMember(tenant, { userName: '阿卜杜热合曼·买买提依明', isAdmin: true });
    await signIn(context, tenant, admin);
    await page.goto(tenant.origin + path('/lecturer'));
    // In dark mode the name of the enterprise replaces its logo.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1024, 1100, 1279, 1280, 1440])
        await expectOneLine(page, width, t('common:mainNavigation'), list);
    }
    await expectFits(page);
  }
});

test('what one sees of oneself: pictures by sex, counts, the admin button and the organisation centre only for whom they are', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('人员', { nav: items(2) });
  const header = page.getByRole('banner');
  const pictures: string[] = [];
  const see = async (member: Parameters<typeof ownMember>[1]) => {
    await context.clearCookies();
    await signIn(context, tenant, await ownMember(tenant, member));
    await page.goto(tenant.origin + path('/lecturer'));
    const menu = header.locator('details').last();
    await menu.locator('summary').click();
    pictures.push(await menu.locator('summary svg').first().innerHTML());
    await expect(menu.getByText(member.userName).last()).toBeVisible();
    return { menu, admin: header.getByRole('link', { name: t('common:admin') }) };
  };
  const organisation = t('common:user.organisation');

  const man = await see({ userName: '甲' });
  await expect(man.admin).toHaveCount(0);
  await expect(man.menu.getByRole('link', { name: organisation })).toHaveCount(0);
  await expect(man.menu.getByRole('link', { name: t('common:user.classHours') })).toHaveText(/0$/);
  await expect(man.menu.getByRole('link', { name: t('common:user.certificates') })).toHaveText(/0$/);
  await expect(man.menu.getByRole('link', { name: t('common:otherLanguage') })).toBeVisible();
  await expect(man.menu.getByRole('button', { name: t('common:user.signOut') })).toBeVisible();

  await see({ userName: '乙', sex: 2 });
  expect(pictures[0]).not.toBe(pictures[1]);

  const buyer = await see({ userName: '丙', userType: 3 });
  await expect(buyer.menu.getByRole('link', { name: organisation })).toHaveAttribute('href', path('/account?change=7'));
  await expect(buyer.admin).toHaveCount(0);

  const admin = await see({ userName: '丁', isAdmin: true });
  const [opened] = await Promise.all([context.waitForEvent('page'), admin.admin.click()]);
  await expect(opened.getByRole('heading', { level: 1, name: t('common:admin') })).toBeVisible();
  await expect(opened).toHaveURL(tenant.origin + path('/admin'));
  await expectAccessible(opened);
  await expectFits(opened);
});

test('on a phone everything is in the drawer, and nothing sticks out', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('手机', { nav: items(8) });
  await signIn(context, tenant, await ownMember(tenant, { userName: '戊', userType: 3, isAdmin: true }));
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(tenant.origin + path('/lecturer'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: t('common:menu') }).click();
  const drawer = page.locator('#drawer');
  for (const name of [
    '栏目1',
    '栏目8',
    t('common:user.myTasks'),
    t('common:user.certificates'),
    t('common:user.organisation'),
    t('common:bell.none'),
    t('common:admin'),
    t('common:user.switchCompany'),
    t('common:otherLanguage'),
  ]) {
    const link = drawer.getByRole('link', { name });
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport();
  }
  await expect(drawer.getByRole('button', { name: t('common:toggleTheme') })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: t('common:user.trainingRecords') }).click();
  await expect(page).toHaveURL(tenant.origin + path('/account?change=2'));
});

test('the bar never lies on what has the focus', async ({ page, tenant, path }) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto(path('/knowledge'));
  const links = page.getByRole('main').getByRole('link');
  await links.last().focus();
  const bottom = (await page.getByRole('banner').boundingBox())!.height;
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement!.getBoundingClientRect().top);
    expect(top, `step ${n} at ${tenant.key}`).toBeGreaterThanOrEqual(bottom - 1);
  }
});

test('the tools of the top bar are ready on a page that never rests', async ({ page, tenant, path }) => {
  await page.addInitScript(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const end = performance.now() + 50;
      while (performance.now() < end);
      channel.port2.postMessage(null);
    };
    addEventListener('DOMContentLoaded', () => channel.port2.postMessage(null));
  });
  await signIn(page.context(), tenant, await ownMember(tenant, { userName: 'Busy' }));
  await page.goto(path('/knowledge'));
  await expect(page.getByRole('banner').locator('astro-island[client=idle]')).toBeAttached();
  await expect(page.getByRole('banner').locator('astro-island[client=idle][ssr]')).toHaveCount(0);
});
