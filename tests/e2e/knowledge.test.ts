import type { Page } from '@playwright/test';
import { addMember } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessible } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** A course or project by its title, as the calls tell. */
async function idOf(tenant: DemoTenant, kind: 'course' | 'project', title: string): Promise<string> {
  const call = kind === 'course' ? 'POST /course/api/course/info/page' : 'POST /course/api/project/info/page';
  const { envelope } = await gateway(hostOf(tenant), call, { keyword: title, courseType: 0 });
  return (envelope.data as { list: { id: string }[] }).list[0]!.id;
}

const titles = (page: Page) => page.locator('main article h3').allInnerTexts();
/** Opens a filter and takes one of its choices. */
async function choose(page: Page, menu: string, choice: string) {
  const details = page.locator('details[data-menu]', { has: page.locator('summary', { hasText: menu }) });
  if (!(await details.evaluate((element: HTMLDetailsElement) => element.open)))
    await details.locator('summary').click();
  await details.getByRole('link', { name: choice, exact: true }).click();
}

test('courses and projects are found, narrowed, sorted and paged by addresses, without scripts', async ({
  browser,
  tenant,
  path,
  t,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: tenant.origin });
  const page = await context.newPage();
  const answer = await page.goto(path('/knowledge'));
  expect(answer!.status()).toBe(200);
  // courseType 1, eight to a page.
  expect(await titles(page)).toHaveLength(8);
  const types = page.getByRole('navigation', { name: t('course:filter.type') });
  await expect(types.locator('[aria-current=true]')).toHaveText(t('enum:courseType.1'));
  await page.locator('a[rel=next]').click();
  await expect(page).toHaveURL(/[?&]page=2$/);
  await expect(page.locator('a[rel=prev]')).toBeVisible();
  expect((await titles(page)).length).toBeLessThan(8);
  // A page beyond the last is the last.
  await page.goto(path('/knowledge?page=999'));
  await expect(page).toHaveURL(/[?&]page=2$/);

  await types.getByRole('link', { name: t('enum:courseType.2') }).click();
  await expect(page).toHaveURL(/[?&]type=2$/);
  const offline = await titles(page);
  expect(offline.length).toBeGreaterThan(0);
  await types.getByRole('link', { name: t('course:filter.allTypes'), exact: true }).click();
  await choose(page, t('course:filter.need'), t('course:need.registration'));
  await expect(page).toHaveURL(/type=0&need=registration$/);
  for (const card of await page.locator('main article').all())
    await expect(card).toContainText(t('course:need.registration'));
  // What narrows and sorts without end is nothing for crawlers.
  for (const link of await page.locator('main details[data-menu] ul a').all())
    expect(await link.getAttribute('rel')).toBe('nofollow');
  await page.getByRole('link', { name: t('course:filter.clear') }).click();

  await page.goto(path('/knowledge?type=0&sort=rating'));
  const means = (await page.locator('main article [aria-hidden=true].tabular-nums').allInnerTexts()).map(Number);
  expect(means.length).toBeGreaterThan(3);
  expect(means[0]).toBeGreaterThan(means.at(-1)!);
  await choose(page, t('course:sort.rating'), t('course:sort.hours'));
  await expect(page).toHaveURL(/type=0&sort=hours$/);
  const byHours = await titles(page);
  expect(byHours[0]).not.toBe((await titles(page)).at(-1));

  // A keyword keeps the rest of the address, and the switch keeps the keyword.
  const box = page.getByRole('searchbox', { name: t('course:filter.keyword') });
  await box.fill(tenant.shortCourse.title);
  await box.press('Enter');
  await expect(page).toHaveURL(/type=0&sort=hours&keyword=/);
  expect(await titles(page)).toEqual([tenant.shortCourse.title]);
  const kinds = page.getByRole('navigation', { name: t('course:kind.label') });
  await kinds.getByRole('link', { name: t('course:kind.project') }).click();
  await expect(page).toHaveURL(/kind=project&keyword=.+&sort=hours$/);
  await expect(page.getByText(t('course:empty.projectTitle'))).toBeVisible();
  await page.getByRole('link', { name: t('course:empty.allProjects') }).click();
  await expect(kinds.locator('[aria-current=page]')).toContainText(t('course:kind.project'));
  expect((await titles(page)).length).toBeGreaterThan(1);
  // Visitors have no progress and no bookmarks, whatever the address says.
  await page.goto(path('/knowledge?state=completed&bookmarked=1'));
  expect(await titles(page)).toHaveLength(8);
  await context.close();
});

test('the tree of categories goes by keys, opens the way to where one is, and folds away on phones', async ({
  page,
  path,
  t,
}) => {
  await page.goto(path('/knowledge/menu-tree'));
  const tree = page.getByRole('navigation', { name: t('course:filter.category') });
  const branch = tree.locator('li', { has: page.locator('details') }).first();
  const top = branch.locator(':scope > a');
  const children = branch.locator(':scope > details > ul a');
  const count = Number(await top.locator('[aria-hidden=true]').innerText());
  await expect(children.first()).toBeHidden();
  // Before the first touch it is links; the touch makes it a tree.
  await tree.hover();
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(top).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(children.first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(children.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(top).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(children.first()).toBeHidden();
  await page.keyboard.press('End');
  await expect(tree.locator('a:visible').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tree.getByRole('treeitem').first()).toBeFocused();
  // Without the arrows: Tab to the fold, Enter opens it.
  await branch.locator(':scope > details > summary').focus();
  await page.keyboard.press('Enter');
  const name = (await children.first().locator('span').first().innerText()).trim();
  await children.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/menu-tree\?category=[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(tree.locator('[aria-current=page]')).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: t('course:breadcrumb') }).getByRole('listitem');
  await expect(crumbs).toHaveCount(3);
  await crumbs.nth(1).getByRole('link').click();
  const headings = await page.locator('main h2').allInnerTexts();
  const shown = headings.reduce((sum, text) => sum + Number(/\d+$/.exec(text.trim())?.[0] ?? 0), 0);
  expect(shown).toBe(count);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await expect(tree).toBeHidden();
  await page.locator('#categories > summary').click();
  await expect(tree.locator('[aria-current=page]')).toBeVisible();
  await expectAccessible(page);
});

test('signed out, every way to say something leads to the login and back', async ({ page, tenant, path, t }) => {
  const address = path(`/knowledge/course/${await idOf(tenant, 'course', tenant.course.title)}`);
  await page.clock.install();
  await page.goto(address);
  const bar = page.locator('#toasts');
  for (const name of ['react.like', 'react.bookmark', 'share.button', 'rate.give']) {
    await page
      .locator('main')
      .getByRole('link', { name: t(`course:${name}`) })
      .click();
    await expect(bar).toContainText(t('common:loginFirst'));
    await expect(page).toHaveURL(address);
    // It goes by itself, and comes again: the same message does not repeat within two seconds only.
    await page.clock.fastForward(13_000);
    await expect(bar).toBeEmpty();
  }
  await page
    .locator('main')
    .getByRole('link', { name: t('course:react.like') })
    .click();
  await bar.getByRole('link', { name: t('common:signIn') }).click();
  await expect(page).toHaveURL(new RegExp(`${path('/login')}\\?t=login&redirect=${encodeURIComponent(address)}$`));
});

test('signed in: like, bookmark and find it again, rate by keys, take it back, share with a code', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  await signIn(context, tenant, await addMember(tenant));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: tenant.origin });
  const id = await idOf(tenant, 'course', tenant.shortCourse.title);
  const address = path(`/knowledge/course/${id}`);
  await page.goto(address);
  const like = page.getByRole('button', { name: t('course:react.like') });
  const likes = Number(await like.locator('span').innerText());
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like.locator('span')).toHaveText(String(likes + 1));
  // Visitors see it at once, although their page is kept.
  await expect
    .poll(async () => (await http(hostOf(tenant), address)).text.includes(`tabular-nums">${likes + 1}</span>`))
    .toBe(true);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like.locator('span')).toHaveText(String(likes));

  const rating = page.getByRole('group', { name: t('course:rate.own') });
  const people = async () => Number(/\d+/.exec(await page.locator('#rating ~ div p').nth(1).innerText())![0]);
  const before = await people();
  const stars = rating.getByRole('radio');
  await stars.first().focus();
  await page.keyboard.press('Space');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  const status = page.locator('#rating ~ div form [role=status]');
  await expect(status).toHaveText(t('course:rate.saved'));
  expect(await people()).toBe(before + 1);
  // What is beside it is not touched.
  await expect(page.locator('#comments')).not.toContainText('undefined');
  await page.reload();
  await expect(stars.nth(3)).toBeChecked();
  await page.getByRole('button', { name: t('course:rate.takeBack') }).click();
  await expect(status).toHaveText(t('course:rate.takenBack'));
  await expect(rating.locator('input:checked')).toHaveCount(0);
  expect(await people()).toBe(before);

  await page.getByRole('button', { name: t('course:share.button') }).click();
  const share = page.getByRole('dialog', { name: t('course:share.title') });
  const link = `${tenant.origin}${address}`;
  await expect(share.getByRole('textbox')).toHaveValue(link);
  await expect(share.getByRole('img', { name: t('course:share.qr') }).locator('svg')).toBeVisible();
  await expectAccessible(page);
  await share.getByRole('button', { name: t('course:share.copy') }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();

  await page.getByRole('button', { name: t('course:react.bookmark') }).click();
  await page
    .locator('#toasts')
    .getByRole('link', { name: t('course:filter.bookmarked') })
    .click();
  await expect(page).toHaveURL(/bookmarked=1$/);
  await expect.poll(() => titles(page)).toEqual([tenant.shortCourse.title]);
  await choose(page, t('course:filter.state'), t('enum:learningState.learning'));
  await expect(page.getByText(t('course:empty.bookmarked'))).toBeVisible();
});

test('a learning project: register first, wait, be turned down, ask again, be approved, go on', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const phone = await addMember(tenant);
  await signIn(context, tenant, phone);
  const admin = await sessionOf(tenant, 4);
  await page.goto(path('/knowledge?kind=project'));
  await choose(page, t('course:filter.need'), t('course:need.registration'));
  await page.locator('main article a').first().click();
  const id = /[0-9a-f-]{36}$/.exec(page.url())![0];
  const decide = async (action: 'approve' | 'reject', comment: string) => {
    const undo = { flowType: 'projectRegistration', pageSize: 100, keyword: phone.slice(-4) };
    const { envelope } = await gateway(hostOf(tenant), 'POST /user/auth/flow/instance/undo', undo, { ...admin });
    const mine = (envelope.data as { list: { id: string; subjectId: string; applicantName: string }[] }).list.find(
      ({ subjectId, applicantName }) => subjectId === id && applicantName.endsWith(phone.slice(-4)),
    )!;
    const done = await gateway(
      hostOf(tenant),
      'POST /user/auth/flow/instance/submitFlow',
      { id: mine.id, action, comment },
      { ...admin },
    );
    expect(done.envelope.code).toBe(200);
    await page.reload();
  };
  await expect(page.getByText(t('course:project.registerFirst'))).toBeVisible();
  await expect(page.getByText(t('course:project.required'), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(t('course:project.elective'), { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: t('course:register') }).click();
  await expect(page.getByText(t('course:project.pending'))).toBeVisible();
  await decide('reject', '4711');
  await expect(page.getByText(t('course:project.rejected'))).toBeVisible();
  await expect(page.getByText(t('course:project.reason', { reason: '4711' }))).toBeVisible();
  await page.getByRole('textbox', { name: t('course:registerNote.again') }).fill('4712');
  await page.getByRole('button', { name: t('course:registerAgain') }).click();
  await expect(page.getByText(t('course:project.pending'))).toBeVisible();
  await decide('approve', '');
  await expect(page.getByRole('progressbar', { name: /./ }).first()).toBeVisible();
  const next = page.getByRole('link', { name: t('course:start') });
  await next.click();
  await expect(page).toHaveURL(/\/knowledge\/course\/[0-9a-f-]{36}$/);
});
