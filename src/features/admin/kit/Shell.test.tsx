import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession } from '#src/client/session-state.ts';
import { $viewer } from '#src/client/session.store.ts';
import { holdNavigations } from '../../../../tests/component/navigation.ts';
import { hydrate, openPopover, session } from '../../../../tests/component/render.ts';
import { NARROW_COOKIE, PLACES } from './places.ts';
import Shell, { type ShellProps } from './Shell.tsx';

const { viewer, unread, notices } = session;
const props: ShellProps = {
  brand: { name: '华信制造', websiteIco: null },
  shown: PLACES.map(({ name }) => name),
  current: 'exams',
  isNarrow: false,
  viewer,
  unread,
  notices,
  otherHref: '/en/admin/exams',
  signIn: '/login?t=login',
};
const show = (more: Partial<ShellProps> = {}, options?: Parameters<typeof hydrate>[2]) => {
  $viewer.set(viewer);
  return hydrate(Shell, { ...props, ...more }, options);
};

/** In Chromium at the width of a desktop. */
const wide = () => page.viewport(1280, 800);

afterEach(async () => {
  $viewer.set(null);
  document.cookie = `${NARROW_COOKIE}=; max-age=0; path=/`;
  await page.viewport(414, 896);
});

test('the side bar has the places the user is shown, in groups, and marks the one of the page', async () => {
  await wide();
  await show({ shown: ['exams', 'marking'] });
  const nav = page.getByRole('navigation', { name: '管理后台' });
  expect(
    nav
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['考试管理', '阅卷']);
  expect(nav.getByRole('list').elements()).toHaveLength(1);
  await expect.element(nav.getByRole('link', { name: '考试管理' })).toHaveAttribute('aria-current', 'page');
});

test('breadcrumbs lead to the place; what is shown of it is not a link', async () => {
  await wide();
  await show({ here: '年度考试' });
  const crumbs = page.getByRole('navigation', { name: '当前位置' });
  await expect.element(crumbs.getByRole('link', { name: '管理后台' })).toHaveAttribute('href', '/admin');
  await expect.element(crumbs.getByRole('link', { name: '考试管理' })).toHaveAttribute('href', '/admin/exams');
  await expect.element(crumbs.getByText('年度考试')).toHaveAttribute('aria-current', 'page');
});

test('who may not open the overview has no link to it', async () => {
  await wide();
  await show({ shown: ['exams'] });
  const crumbs = page.getByRole('navigation', { name: '当前位置' });
  expect(crumbs.getByRole('link').elements()).toEqual([]);
});

test('search finds places by name before description, and Enter opens the active one', async () => {
  await wide();
  await show();
  const held = holdNavigations();
  await openPopover('search-box');
  const input = page.getByRole('combobox');
  await expect.element(input).toHaveFocus();
  const options = page.getByRole('option');
  expect(options.elements()).toHaveLength(PLACES.length);
  await userEvent.keyboard('考试');
  const found = options.elements().map(({ textContent }) => textContent);
  expect(found.slice(0, 3).every((text) => text.startsWith('考试'))).toBe(true);
  // Only its description has the word.
  expect(found.at(-1)).toMatch(/^(题库|成绩|监考|导出|报表|年度学习证明)/);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(held).toEqual(['/admin/accommodations']);
  await userEvent.fill(input, 'xyz');
  await expect.element(page.getByText('没有找到相应的功能')).toBeVisible();
});

test('a place that the user is not shown is not found', async () => {
  await wide();
  await show({ shown: ['exams'] });
  await openPopover('search-box');
  expect(page.getByRole('option').elements()).toHaveLength(1);
});

test('a narrow side bar is remembered, and its links keep their names', async () => {
  await wide();
  await show();
  await page.getByRole('button', { name: '收起菜单' }).click();
  expect(document.cookie).toContain(`${NARROW_COOKIE}=narrow`);
  const link = page.getByRole('link', { name: '题库' });
  await expect.element(link).toHaveAttribute('title', '题库');
  await page.getByRole('button', { name: '展开菜单' }).click();
  expect(document.cookie).not.toContain(NARROW_COOKIE);
  await expect.element(link).not.toHaveAttribute('title');
});

test('on a phone the side bar is a drawer', async () => {
  await page.viewport(390, 800);
  await show();
  await expect.element(page.getByRole('link', { name: '题库' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: '菜单', exact: true }).click();
  await expect.element(page.getByRole('link', { name: '题库' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '以学员身份查看' })).toHaveAttribute('href', '/home');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: '题库' })).not.toBeInTheDocument();
});

test('when the session ends, the menus give way to a link to the login page', async () => {
  await wide();
  await show();
  await expect.element(page.getByLabelText('王芳的菜单')).toBeVisible();
  endSession();
  await expect.element(page.getByRole('link', { name: '登录' })).toHaveAttribute('href', '/login?t=login');
});
