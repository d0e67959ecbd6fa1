import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession, patchViewer } from '#src/client/session-state.ts';
import { $notices, $unread, $viewer } from '#src/client/session.store.ts';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
import HeaderTools from './HeaderTools.tsx';

const { viewer, unread, notices } = session;
const bell = page.getByRole('link', { name: /^消息/ });
const props = {
  viewer,
  unread,
  notices,
  searchType: 1,
  otherHref: '/en/info',
  signIn: '/login?t=login',
  backOffice: '/admin',
};
const PAGE = '消息 · 华信';

/** The stores are initialised from the page's payload, as in the browser. */
function start(more: { isAdmin?: boolean; manages?: boolean } = {}) {
  $viewer.set({ ...viewer, ...more });
  $unread.set(unread);
  document.title = PAGE;
}
const show = (
  more: { isAdmin?: boolean; manages?: boolean; userType?: number } = {},
  before?: (place: HTMLElement) => void,
) => {
  start(more);
  return hydrate(HeaderTools, { ...props, viewer: { ...viewer, ...more } }, { before });
};

afterEach(() => {
  $viewer.set(null);
  $unread.set(0);
  $notices.set(0);
});

test('a notice that is read and a new picture or name show at once', async () => {
  await show();
  await expect.element(bell).toHaveAccessibleName('消息，3 条未读');
  await expect.element(bell).toHaveAttribute('href', '/account?change=5');
  expect(document.title).toBe(`(3) ${PAGE}`);
  $unread.set(2);
  await expect.element(bell).toHaveAccessibleName('消息，2 条未读');
  expect(document.title).toBe(`(2) ${PAGE}`);
  $unread.set(120);
  await expect.element(bell).toHaveTextContent('99+');
  expect(document.title).toBe(`(99+) ${PAGE}`);
  $unread.set(0);
  await expect.element(bell).toHaveAccessibleName('消息');
  expect(document.title).toBe(PAGE);
  $notices.set(2);
  await expect.element(bell).toHaveAccessibleName('消息，2 条未读');
  await expect.element(bell).toHaveAttribute('href', '/account?change=5&of=me');
  $notices.set(0);

  patchViewer({ userName: '王小芳', headPortrait: '/media/a.png' });
  const menu = page.getByLabelText('王小芳的菜单');
  await expect.element(menu).toHaveTextContent('王小芳');
  expect(menu.element().getElementsByTagName('img')[0]!.getAttribute('src')).toBe('/media/a.png');
});

test('a page that changes its own title keeps it', async () => {
  await show();
  document.title = '我的档案';
  $unread.set(4);
  await expect.element(bell).toHaveAccessibleName('消息，4 条未读');
  expect(document.title).toBe('(4) 我的档案');
});

test('the admin button and the organisation centre are shown to users with access', async () => {
  await show();
  expect(page.getByRole('link', { name: '管理后台' }).elements()).toHaveLength(0);
  await userEvent.click(page.getByLabelText('王芳的菜单'));
  await expect.element(page.getByRole('link', { name: /^学时/ })).toHaveTextContent('学时12.5');
  await expect.element(page.getByRole('link', { name: 'English' })).toHaveAttribute('href', '/en/info');
  expect(page.getByRole('link', { name: '组织中心' }).elements()).toHaveLength(0);
});

test('an administrator of an organisation has both', async () => {
  await show({ isAdmin: true, manages: true, userType: 3 });
  await expect.element(page.getByRole('link', { name: '管理后台' })).toHaveAttribute('href', '/admin');
  await userEvent.click(page.getByLabelText('王芳的菜单'));
  await expect.element(page.getByRole('link', { name: '组织中心' })).toHaveAttribute('href', '/account?change=7');
});

test('a menu that was opened before hydration stays open', async () => {
  await show({}, (place) => {
    place.getElementsByTagName('details')[0]!.open = true;
  });
  await expect.element(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  $unread.set(1);
  await expect.element(bell).toHaveAccessibleName('消息，1 条未读');
  await expect.element(page.getByRole('button', { name: '退出登录' })).toBeVisible();
});

test('a session that ended in another tab leaves the way to the login page', async () => {
  await show();
  await expect.element(bell).toBeVisible();
  endSession();
  await expect.element(page.getByRole('link', { name: '登录' })).toHaveAttribute('href', '/login?t=login');
  expect(bell.elements()).toHaveLength(0);
  expect(document.title).toBe(PAGE);
});

test('members are given suggestions of members; when the session has ended, those of visitors', async () => {
  const [own, open] = ['POST /system/auth/search/suggest', 'POST /system/api/search/suggest'] as const;
  refuse(own, 300, '请先登录');
  answer(open, []);
  await show();
  await userEvent.click(page.getByRole('button', { name: /打开搜索/ }));
  await userEvent.keyboard('泵');
  await expect.element(page.getByRole('link', { name: '登录' })).toBeInTheDocument();
  await expect.element(page.getByRole('combobox')).toHaveValue('泵');
  await userEvent.keyboard('阀');
  await expect.poll(() => made.map(({ call }) => call)).toEqual([own, open]);
});
