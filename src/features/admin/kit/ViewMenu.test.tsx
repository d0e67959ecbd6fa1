import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { $toasts } from '#src/client/session.store.ts';
import { island } from '#src/i18n/island.tsx';
import { listQuery, text } from '#src/lib/list-query.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { useList } from './use-list.ts';
import { ViewMenu } from './ViewMenu.tsx';

const VIEWS = 'GET /data/auth/list/view/list';
const DELETE = 'DELETE /data/auth/list/view/delete';
const SAVE = 'POST /data/auth/list/view/save';
const ID = '01890000-0000-7000-8000-000000000001';

const LIST = listQuery<{ keyword?: string }, 'name'>({
  path: '/people',
  filters: { keyword: text(100) },
  sorts: ['name'],
});
const Example = island(() => <ViewMenu list={useList(LIST, '')} />);

test('a deleted view can be brought back as it was', async () => {
  const view = { id: ID, name: '待续期', query: 'keyword=a', isShared: true, canChange: true };
  answer(VIEWS, [view]);
  answer(DELETE, null);
  answer(SAVE, view);
  await hydrate(Example, {});
  await page.getByRole('button', { name: '视图', exact: true }).click();
  answer(VIEWS, []);
  await page.getByRole('button', { name: '删除视图 待续期' }).click();
  await expect.element(page.getByText('还没有保存的视图')).toBeVisible();
  const [toast] = $toasts.get();
  answer(VIEWS, [view]);
  toast!.action!.undo!();
  await expect.element(page.getByRole('link', { name: /待续期/ })).toBeVisible();
  expect(made.filter(({ call }) => call !== VIEWS)).toEqual([
    { call: DELETE, input: { id: ID } },
    { call: SAVE, input: { list: '/people', query: 'keyword=a', name: '待续期', isShared: true } },
  ]);
});
