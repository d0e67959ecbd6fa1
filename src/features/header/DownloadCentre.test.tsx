import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOWNLOADS_KEY, expectExports } from '#src/client/downloads.ts';
import { $downloads, $toasts, type ExportRecord } from '#src/client/session.store.ts';
import { island } from '#src/i18n/island.tsx';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate, openPopover } from '../../../tests/component/render.ts';
import { DownloadCentre } from './DownloadCentre.tsx';

const Centre = island(DownloadCentre);
const PAGE = 'POST /data/auth/export/record/page';
const REMAKE = 'POST /data/auth/export/record/remake';
const DELETE = 'DELETE /data/auth/export/record/delete';
const record = (n: number, exportStatus = 2): ExportRecord => ({
  id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  fileName: `file-${n}.xlsx`,
  fileSize: exportStatus === 2 ? 3_000 : null,
  // A larger number is older.
  gmtCreate: new Date(Date.UTC(2026, 0, 2) - n * 60_000).toISOString(),
  exportStatus,
});
const listed = (list: ExportRecord[], totalCount = list.length) => ({
  pageCurrent: 1,
  pageSize: 20,
  totalPage: 1,
  totalCount,
  list,
});
const button = page.getByRole('button', { name: '下载中心' });
const panel = page.getByRole('dialog', { name: '下载中心' });
const rows = panel.getByRole('listitem');
const said = panel.getByRole('status');
const names = () => rows.elements().map((row) => row.getElementsByTagName('p')[0]!.textContent);
const pagesAsked = () => made.filter(({ call }) => call === PAGE).map(({ input }) => input);
const show = (before?: () => Promise<void>) => hydrate(Centre, { timeZone: 'Asia/Shanghai' }, { before });

beforeEach(() => {
  $downloads.set({ waiting: [], finished: 0, latest: [] });
  $toasts.set([]);
  // "Not logged in" navigates away from the test page unless its URL has `cid`.
  history.replaceState(null, '', '?cid=1');
});
afterEach(() => history.replaceState(null, '', location.pathname));

test('nothing is loaded before it opens; then each file has what can be done with it', async () => {
  answer(PAGE, listed([record(1), record(2, 3), record(3, 1)]));
  await show();
  expect(made).toEqual([]);
  await userEvent.click(button);
  await expect.element(rows.nth(2)).toBeVisible();
  expect(pagesAsked()).toEqual([{ pageCurrent: 1, pageSize: 20 }]);
  const tools = rows
    .elements()
    .map((row) => [...row.getElementsByTagName('button')].map((tool) => tool.getAttribute('aria-label')));
  expect(tools).toEqual([
    ['下载 file-1.xlsx', '删除 file-1.xlsx'],
    ['重新生成 file-2.xlsx', '删除 file-2.xlsx'],
    ['删除 file-3.xlsx'],
  ]);
  await expect.element(rows.nth(0)).toMatchTextContent(/2\.9 KB.*可下载/);
  await expect.element(rows.nth(2)).toMatchTextContent(/生成中/);
});

test('without categories: an empty state with a link; keys open and close it', async () => {
  answer(PAGE, listed([]));
  await show();
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('还没有导出的文件')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: '清空' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('the link of a notice opens it with the page', async () => {
  answer(PAGE, listed([record(1)]));
  history.replaceState(null, '', '?cid=1&downloads=1');
  await show();
  await expect.element(panel).toBeVisible();
  await expect.element(rows).toMatchTextContent(/file-1/);
});

test('opened before hydration, it loads', async () => {
  answer(PAGE, listed([record(1)]));
  await show(() => openPopover('downloads'));
  await expect.element(rows).toMatchTextContent(/file-1/);
});

test.each([
  ['the server fails', () => refuse(PAGE, 500, '系统繁忙'), '系统繁忙'],
  ['the browser is offline', () => disconnect(PAGE), '加载数据失败，请稍后再试'],
  ['the session has ended', () => refuse(PAGE, 300, '请先登录'), '请先登录'],
])('when %s, it says why and tries again', async (_, fail, text) => {
  fail();
  await show();
  await userEvent.click(button);
  await expect.element(panel.getByRole('alert')).toMatchTextContent(text);
  answer(PAGE, listed([record(1)]));
  await userEvent.click(panel.getByRole('button', { name: '重试' }));
  await expect.element(rows).toMatchTextContent(/file-1/);
  expect(panel.getByRole('alert').elements()).toHaveLength(0);
  await expect.element(panel.getByRole('heading')).toHaveFocus();
  // Errors are shown in the panel only.
  expect($toasts.get()).toEqual([]);
});

test('the next page comes when the end is in view, once for each', async () => {
  const all = Array.from({ length: 45 }, (_, n) => record(n + 1));
  answer(PAGE, ({ pageCurrent }) =>
    listed(all.slice(20 * ((pageCurrent as number) - 1), 20 * (pageCurrent as number)), all.length),
  );
  await show();
  await userEvent.click(button);
  // As a person does who scrolls on until more rows are there.
  const atEnd = () => {
    panel.getByRole('list').element().parentElement!.scrollTo(0, 1_000_000);
    return rows.elements().length;
  };
  await expect.poll(() => rows.elements().length).toBe(20);
  await expect.poll(atEnd).toBe(40);
  await expect.poll(atEnd).toBe(45);
  expect(names()).toEqual(all.map(({ fileName }) => fileName));
  expect(pagesAsked()).toEqual([1, 2, 3].map((pageCurrent) => ({ pageCurrent, pageSize: 20 })));
});

test('deleting one moves the focus to the next row, at last to the heading', async () => {
  answer(PAGE, listed([record(1), record(2), record(3)]));
  answer(DELETE, { count: 1 });
  await show();
  await userEvent.click(button);
  const remove = (n: number) => panel.getByRole('button', { name: `删除 file-${n}.xlsx` });
  await userEvent.click(remove(2));
  await expect.element(remove(3)).toHaveFocus();
  await expect.element(said).toHaveTextContent('已删除');
  await userEvent.keyboard('{Enter}');
  await expect.element(remove(1)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('heading')).toHaveFocus();
  await expect.element(panel.getByText('还没有导出的文件')).toBeVisible();
  expect(made.filter(({ call }) => call === DELETE).map(({ input }) => input)).toEqual(
    [2, 3, 1].map((n) => ({ id: record(n).id })),
  );
});

test('a second click while one is being deleted does nothing', async () => {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  answer(PAGE, listed([record(1)]));
  answer(DELETE, async () => {
    await finished;
    return { count: 1 };
  });
  await show();
  await userEvent.click(button);
  const remove = panel.getByRole('button', { name: '删除 file-1.xlsx' });
  await userEvent.click(remove);
  await userEvent.click(remove);
  finish();
  await expect.element(panel.getByText('还没有导出的文件')).toBeVisible();
  expect(made.filter(({ call }) => call === DELETE)).toHaveLength(1);
});

test('what was deleted elsewhere is said, and the list is loaded again', async () => {
  answer(PAGE, listed([record(1), record(2)]));
  refuse(DELETE, 404, '文件不存在');
  await show();
  await userEvent.click(button);
  await expect.element(rows.nth(1)).toBeVisible();
  answer(PAGE, listed([record(2)]));
  await userEvent.click(panel.getByRole('button', { name: '删除 file-1.xlsx' }));
  await expect.element(said).toHaveTextContent('文件不存在');
  await expect.poll(names).toEqual(['file-2.xlsx']);
});

test('what failed is made again: at the top, with the focus, followed until it is ready', async () => {
  answer(PAGE, listed([record(1), record(2, 3)]));
  const again = { ...record(0, 1), id: record(2).id, fileName: 'file-2.xlsx' };
  answer(REMAKE, again);
  await show();
  await userEvent.click(button);
  await userEvent.click(panel.getByRole('button', { name: '重新生成 file-2.xlsx' }));
  await expect.poll(names).toEqual(['file-2.xlsx', 'file-1.xlsx']);
  await expect.element(said).toHaveTextContent('正在重新生成 file-2.xlsx');
  await expect.element(panel.getByRole('button', { name: '删除 file-2.xlsx' })).toHaveFocus();
  expect(JSON.parse(localStorage.getItem(DOWNLOADS_KEY)!)).toEqual({ waiting: [again.id], finished: 0 });
  answer(PAGE, listed([{ ...again, exportStatus: 2, fileSize: 1 }, record(1)]));
  await expect.element(panel.getByRole('button', { name: '下载 file-2.xlsx' })).toBeVisible();
  await expect.element(said).toHaveTextContent('file-2.xlsx 已生成，可以下载了');
  expect(localStorage.getItem(DOWNLOADS_KEY)).toBeNull();
});

test('a finished export is announced and marked until the list is opened', async () => {
  await show();
  answer(PAGE, listed([record(1)]));
  expectExports([record(1, 1)]);
  const marked = page.getByRole('button', { name: '下载中心，有新文件' });
  await expect.element(marked).toBeVisible();
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['file-1.xlsx 已生成，可以下载了']);
  await userEvent.click(marked);
  await expect.element(button).toHaveAccessibleName('下载中心');
  expect(localStorage.getItem(DOWNLOADS_KEY)).toBeNull();
});

test('an export that another tab requested is followed here, and shown while the list is open', async () => {
  answer(PAGE, listed([]));
  await show();
  await userEvent.click(button);
  await expect.element(panel.getByText('还没有导出的文件')).toBeVisible();
  answer(PAGE, listed([record(1, 1)]));
  localStorage.setItem(DOWNLOADS_KEY, JSON.stringify({ waiting: [record(1).id], finished: 0 }));
  dispatchEvent(new StorageEvent('storage', { key: DOWNLOADS_KEY }));
  await expect.element(rows).toMatchTextContent(/生成中/);
  answer(PAGE, listed([record(1)]));
  await expect.element(rows).toMatchTextContent(/可下载/);
});

test('says that deleting failed when the server cannot be reached', async () => {
  answer(PAGE, listed([record(1)]));
  disconnect('DELETE /data/auth/export/record/all/delete');
  await show();
  await userEvent.click(button);
  await userEvent.click(panel.getByRole('button', { name: '清空' }));
  await userEvent.click(page.getByRole('dialog', { name: '清空下载记录？' }).getByRole('button', { name: '清空' }));
  await expect.element(said).toHaveTextContent('删除失败，请稍后再试');
  expect(rows.elements()).toHaveLength(1);
});

test('all are deleted after a confirmation only', async () => {
  answer(PAGE, listed([record(1), record(2)], 30));
  answer('DELETE /data/auth/export/record/all/delete', { count: 30 });
  await show();
  await userEvent.click(button);
  const clear = panel.getByRole('button', { name: '清空' });
  const confirm = page.getByRole('dialog', { name: '清空下载记录？' });
  await userEvent.click(clear);
  await userEvent.click(confirm.getByRole('button', { name: '取消' }));
  await expect.element(confirm).not.toBeInTheDocument();
  await userEvent.click(clear);
  await userEvent.keyboard('{Escape}');
  await expect.element(confirm).not.toBeInTheDocument();
  expect(rows.elements()).toHaveLength(2);
  await userEvent.click(clear);
  answer(PAGE, listed([]));
  await userEvent.click(confirm.getByRole('button', { name: '清空' }));
  await expect.element(panel.getByText('还没有导出的文件')).toBeVisible();
  await expect.element(said).toHaveTextContent('已清空');
  await expect.element(panel.getByRole('heading')).toHaveFocus();
});
