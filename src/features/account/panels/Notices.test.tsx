import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import { $toasts, $unread } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations, setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { readView } from '../account-query.ts';
import AccountTabs from '../AccountTabs.tsx';
import { undoCount, wantedBy } from '../panel-calls.ts';
import { loadPanel } from '../panels.ts';

type Notice = Data<'POST /user/auth/announcement/user/record/page'>['list'][number];
const PAGE = 'POST /user/auth/announcement/user/record/page';
const COUNT = 'POST /user/auth/announcement/user/record/wait/read/count';
const READ = 'PUT /user/auth/announcement/user/record/batch/read';
const DELETE = 'DELETE /user/auth/announcement/user/record/batch/delete';
const READ_ALL = 'PUT /user/auth/announcement/user/record/all/read';
const UNTIL = '2026-03-01T00:00:00.000Z';

/** State of the gateway, changed by the tests like by the calls. */
let notices: Notice[] = [];
const unread = () => notices.filter(({ read }) => !read).length;

beforeEach(() => {
  notices = ['A', 'B', 'C'].map((title) => ({
    id: `01890000-0000-7000-8000-00000000000${title}`,
    title,
    summary: null,
    cover: null,
    author: null,
    publishedAt: '2026-02-01T00:00:00.000Z',
    pinned: false,
    admireCount: 0,
    commentCount: 0,
    read: title === 'C',
    ...{ admired: false, toConfirm: false, confirmedAt: null },
  }));
  $unread.set(2);
  $toasts.set([]);
  const none = { list: [], pageCurrent: 1, pageSize: 1, totalCount: 0, totalPage: 0 };
  answer('POST /user/auth/flow/instance/undo', none);
  answer(PAGE, ({ read }) => {
    const list = notices.filter((notice) => read === undefined || notice.read === read);
    return { list, pageCurrent: 1, pageSize: 5, totalCount: list.length, totalPage: list.length > 0 ? 1 : 0 };
  });
  answer(COUNT, () => ({ count: unread(), notices: 0, until: UNTIL }));
});

async function open(search = '?change=5'): Promise<void> {
  setAddress(`/account${search}`);
  const view = readView(search, { organisation: false, decides: false });
  const given = await prefetch(api, [undoCount(), ...wantedBy(view)]);
  await loadPanel('notices');
  made.length = 0;
  await hydrate(AccountTabs, { viewer: session.viewer, search, now: UNTIL, given });
}
const select = (title: string) => page.getByRole('checkbox', { name: `选择“${title}”` });
const all = page.getByRole('checkbox', { name: '全选本页' });
const markRead = page.getByRole('button', { name: '标为已读' });
const remove = page.getByRole('button', { name: '删除' });
const badges = page.getByRole('listitem').getByText('未读', { exact: true });
const sent = (call: string) => made.filter((each) => each.call === call).map(({ input }) => input);
const messages = () => $toasts.get().map(({ text }) => text);

/** A response that is resolved by the test. */
function later<T>(): { promise: Promise<T>; answer: (value: T) => void } {
  let answerIt: (value: T) => void = () => undefined;
  return { promise: new Promise<T>((resolve) => (answerIt = resolve)), answer: (value) => answerIt(value) };
}

test('without a selection the actions ask for one', async () => {
  await open();
  await markRead.click();
  await expect.poll(() => messages()).toEqual(['请选择公告']);
  await remove.click();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(made).toEqual([]);
});

test('selected notices are read at once, on the page and in the bell, before the server has answered', async () => {
  await open();
  const response = later<{ count: number }>();
  answer(READ, () => response.promise);
  await select('A').click();
  await expect.element(all).toBePartiallyChecked();
  await markRead.click();
  await expect.element(badges).toHaveLength(1);
  await expect.element(page.getByRole('link', { name: '未读 1' })).toBeVisible();
  expect($unread.get()).toBe(1);
  await expect.element(markRead).toHaveAttribute('aria-disabled', 'true');
  await markRead.click({ force: true });
  notices = notices.map((notice) => ({ ...notice, read: notice.read || notice.title === 'A' }));
  response.answer({ count: 1 });
  await expect.poll(messages).toEqual(['标记成功']);
  expect(sent(READ), 'a second click while it runs does nothing').toEqual([[notices[0]!.id]]);
  await expect.poll(() => sent(PAGE)).toHaveLength(1);
  await expect.element(badges).toHaveLength(1);
  expect($unread.get()).toBe(1);
});

test('when the server refuses, everything is as it was', async () => {
  await open();
  refuse(READ, 500, '出错了');
  await select('A').click();
  await select('B').click();
  await markRead.click();
  await expect.poll(messages).toEqual(['出错了']);
  await expect.element(badges).toHaveLength(2);
  expect($unread.get()).toBe(2);
  await expect.element(select('A')).toBeChecked();
});

test('deleting takes a confirmation, which Escape takes back; then the notices are gone and the focus is in the panel', async () => {
  await open();
  answer(DELETE, () => {
    notices = [];
    return { count: 3 };
  });
  await all.click();
  await remove.click();
  const dialog = page.getByRole('dialog', { name: '删除公告' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(remove).toHaveFocus();
  expect(made).toEqual([]);

  const ids = notices.map(({ id }) => id);
  await remove.click();
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('没有公告')).toBeVisible();
  expect(sent(DELETE)).toEqual([ids]);
  expect($unread.get()).toBe(0);
  await expect.poll(() => messages()).toEqual(['删除成功']);
  await expect.poll(() => document.activeElement!.contains(page.getByText('没有公告').element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('all can be read at once, up to what the list shows', async () => {
  await open();
  answer(READ_ALL, () => {
    notices = notices.map((notice) => ({ ...notice, read: true }));
    return { count: 2 };
  });
  await page.getByRole('button', { name: '全部标为已读' }).click();
  await expect.poll(() => badges.elements()).toEqual([]);
  expect(sent(READ_ALL)).toEqual([{ until: UNTIL }]);
  expect($unread.get()).toBe(0);
  await expect.element(page.getByRole('button', { name: '全部标为已读' })).not.toBeInTheDocument();
});

test('a selection does not outlive its list; a notice read elsewhere leaves the unread ones', async () => {
  await open('?change=5&read=unread');
  await select('A').click();
  await page.getByRole('link', { name: '已读', exact: true }).click();
  await expect.element(select('C')).toBeVisible();
  await page.getByRole('link', { name: '全部' }).click();
  await expect.element(select('A')).not.toBeChecked();
  await expect.element(all).not.toBeChecked();
});

test('when the session has ended, the login page leads back to the notices', async () => {
  const held = holdNavigations();
  await open();
  refuse(READ, 300, '请先登录');
  await select('A').click();
  await markRead.click();
  await expect.poll(() => held).toEqual([`/login?t=login&redirect=${encodeURIComponent('/account?change=5')}`]);
});
