import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island } from '#src/i18n/island.tsx';
import { listQuery, oneOf, pageInput, text } from '#src/lib/list-query.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, settled } from '../../../../tests/component/render.ts';
import { Table } from './Table.tsx';
import { useList } from './use-list.ts';

const CALL = 'POST /course/auth/certificate/issued/page';
type Row = Data<typeof CALL>['list'][number];

const LIST = listQuery<{ keyword?: string; status?: Row['status'] }, 'holderName' | 'gmtCreate'>({
  path: '/people',
  filters: { keyword: text(100), status: oneOf(['held', 'expired', 'revoked']) },
  sorts: ['holderName', 'gmtCreate'],
});

let selected: unknown;
const Example = island<{ search: string; canSelect?: boolean }>(function Example({ search, canSelect = false }) {
  const list = useList(LIST, search);
  return (
    <Table
      label="证书"
      list={list}
      query={useCall(CALL, pageInput(list))}
      columns={[
        { id: 'name', title: '姓名', sort: 'holderName', isMain: true, cell: ({ holderName }: Row) => holderName },
        { id: 'no', title: '编号', cell: ({ certificateNo }) => certificateNo },
        { id: 'issued', title: '日期', sort: 'gmtCreate', isLatestFirst: true, cell: ({ gmtCreate }) => gmtCreate },
        { id: 'way', title: '方式', isExtra: true, cell: ({ issueWay }) => issueWay },
      ]}
      keyOf={({ id }) => id}
      keyword="姓名或编号"
      filters={[
        {
          name: 'status',
          label: '状态',
          options: [
            ['held', '有效'],
            ['revoked', '已撤销'],
          ],
        },
      ]}
      empty={<EmptyState title="还没有证书" />}
      selection={
        canSelect
          ? {
              nameOf: ({ holderName }) => holderName,
              commands: (what) => {
                selected = what;
                return <button type="button">撤销所选</button>;
              },
            }
          : undefined
      }
    />
  );
});

const TOTAL = 100_000;
const row = (n: number): Row => ({
  ...{ id: `id-${n}`, certificateName: '证', certificateNo: `NO-${n}`, issuer: '华信', issueWay: 'manual' },
  ...{
    status: 'held',
    gmtCreate: '2026-01-01',
    expireTime: null,
    revokeTime: null,
    revokeReason: null,
    replacedBy: null,
    replaces: null,
    userName: 'Holder',
  },
  ...{ holderName: `成员${n}`, department: null, requested: null, fromExam: false, renewedUntil: null },
});

/** The server has so many rows and answers the page that is asked for. */
function serve(total: number) {
  answer(CALL, (input) => {
    const {
      pageCurrent = 1,
      pageSize = 10,
      status,
    } = input as { pageCurrent?: number; pageSize?: number; status?: string };
    const count = status === 'revoked' ? 1 : total;
    const rows = Math.max(0, Math.min(pageSize, count - (pageCurrent - 1) * pageSize));
    return {
      ...{ pageCurrent, pageSize, totalCount: count, totalPage: Math.ceil(count / pageSize) },
      list: Array.from({ length: rows }, (_, n) => row((pageCurrent - 1) * pageSize + n)),
    };
  });
}
const show = async (search = '', more: { canSelect?: boolean } = {}) => {
  await page.viewport(1280, 900);
  setAddress(`/people${search}`);
  await hydrate(Example, { search, ...more });
  await settled();
};
const table = page.getByRole('table', { name: '证书' });
const box = (n: number) => page.getByRole('checkbox', { name: `选择成员${n}`, exact: true });
const inputs = () => made.filter(({ call }) => call === CALL).map(({ input }) => input);

test('a list of 100,000 rows asks for one page; the pager asks for others and changes the URL', async () => {
  serve(TOTAL);
  await show();
  await expect.element(table.getByRole('rowheader', { name: '成员0', exact: true })).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(21);
  await expect.element(page.getByText('第 1–20 项，共 100000 项')).toBeVisible();
  await page.getByRole('link', { name: '第 5000 页' }).click();
  await expect.element(table.getByRole('rowheader', { name: '成员99980' })).toBeVisible();
  expect(location.search).toBe('?page=5000');
  expect(inputs()).toEqual([
    { pageCurrent: 1, pageSize: 20 },
    { pageCurrent: 5000, pageSize: 20 },
  ]);
});

test('as many rows as the user chooses are asked for, from the first page', async () => {
  serve(TOTAL);
  await show('?sort=holderName&page=3');
  const choice = page.getByLabelText('每页行数');
  await expect.element(choice).toHaveValue('20');
  await userEvent.selectOptions(choice, '每页 100 项');
  await expect.element(page.getByText('第 1–100 项，共 100000 项')).toBeVisible();
  expect(location.search).toBe('?sort=holderName&rows=100');
  expect(inputs().at(-1)).toEqual({ pageCurrent: 1, pageSize: 100, sort: 'holderName' });
  await page.getByRole('link', { name: '第 1000 页' }).click();
  await expect.element(page.getByText('第 99901–100000 项，共 100000 项')).toBeVisible();
  await expect.element(choice).toHaveValue('100');
});

test('a title sorts up, down and not at all; the order is in the URL and the page is the first again', async () => {
  serve(100);
  await show('?page=3');
  const title = table.getByRole('columnheader', { name: '姓名' });
  const sorts = () => new URLSearchParams(location.search);
  await title.getByRole('link').click();
  await expect.element(title).toHaveAttribute('aria-sort', 'ascending');
  expect(Object.fromEntries(sorts())).toEqual({ sort: 'holderName' });
  await title.getByRole('link').click();
  await expect.element(title).toHaveAttribute('aria-sort', 'descending');
  expect(Object.fromEntries(sorts())).toEqual({ sort: '-holderName' });
  await title.getByRole('link').click();
  await expect.element(title).not.toHaveAttribute('aria-sort');
  expect(location.search).toBe('');
  // Times begin with the latest.
  await table.getByRole('link', { name: '日期' }).click();
  expect(location.search).toBe('?sort=-gmtCreate');
  expect(inputs().at(-1)).toEqual({ pageCurrent: 1, pageSize: 20, sort: '-gmtCreate' });
});

test('filters are in the URL, are restored by "back", and are cleared together', async () => {
  serve(100);
  await show('?sort=holderName&page=2');
  const status = page.getByLabelText('状态');
  await userEvent.selectOptions(status, '已撤销');
  await expect.element(page.getByText('第 1–1 项，共 1 项')).toBeVisible();
  expect(location.search).toBe('?status=revoked&sort=holderName');
  await page.getByRole('searchbox', { name: '姓名或编号' }).fill(' 成员 ');
  await userEvent.keyboard('{Enter}');
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    status: 'revoked',
    keyword: '成员',
    sort: 'holderName',
  });
  await userEvent.click(document.body);
  history.back();
  await expect.element(page.getByRole('searchbox', { name: '姓名或编号' })).toHaveValue('');
  await expect.element(status).toHaveValue('revoked');
  await page.getByRole('link', { name: '清除筛选' }).click();
  await expect.element(status).toHaveValue('');
  expect(location.search).toBe('?sort=holderName');
});

test('values that the list does not know are ignored', async () => {
  serve(3);
  await show('?status=lost&sort=password&page=x&other=1');
  await expect.element(page.getByText('第 1–3 项，共 3 项')).toBeVisible();
  expect(inputs()).toEqual([{ pageCurrent: 1, pageSize: 20 }]);
});

test('columns are chosen, and the choice is in the URL', async () => {
  serve(3);
  await show();
  const titles = () =>
    table
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  expect(titles()).toEqual(['姓名', '编号', '日期']);
  await page.getByRole('button', { name: '显示列' }).click();
  const menu = page.getByRole('group', { name: '显示列' });
  await menu.getByRole('checkbox', { name: '方式' }).click();
  expect(titles()).toEqual(['姓名', '编号', '日期', '方式']);
  expect(new URLSearchParams(location.search).get('columns')).toBe('no,issued,way');
  for (const name of ['编号', '日期', '方式']) await menu.getByRole('checkbox', { name }).click();
  expect(titles()).toEqual(['姓名']);
  for (const name of ['编号', '日期']) await menu.getByRole('checkbox', { name }).click();
  // The default is not in the URL.
  expect(location.search).toBe('');
});

test('rows are selected one by one and by page, then all results by their filter', async () => {
  serve(TOTAL);
  await show('?keyword=a', { canSelect: true });
  await box(2).click();
  await expect.element(page.getByText('已选 1 项')).toBeVisible();
  expect(selected).toEqual({ ids: ['id-2'], count: 1 });
  // Another page keeps it.
  await page.getByRole('link', { name: '第 2 页' }).click();
  await expect.element(box(20)).not.toBeChecked();
  await expect.element(page.getByText('已选 1 项')).toBeVisible();
  await page.getByRole('link', { name: '第 1 页' }).click();
  await expect.element(box(2)).toBeChecked();
  await page.getByRole('checkbox', { name: '已选 1 项' }).click();
  expect(selected).toMatchObject({ count: 20 });
  await page.getByRole('button', { name: '选择全部 100000 项结果' }).click();
  expect(selected).toEqual({ filter: { keyword: 'a' }, count: TOTAL });
  await page.getByRole('link', { name: '第 2 页' }).click();
  await expect.element(box(20)).toBeChecked();
  expect(selected).toEqual({ filter: { keyword: 'a' }, count: TOTAL });
  // Without one of them it is no longer all: the others of the page stay.
  await box(20).click();
  expect((selected as { ids: string[] }).ids).toEqual(Array.from({ length: 19 }, (_, n) => `id-${n + 21}`));
  await page.getByRole('button', { name: '取消选择' }).click();
  await expect.element(page.getByText('选择本页')).toBeVisible();
});

test('with another filter nothing is selected', async () => {
  serve(100);
  await show('', { canSelect: true });
  await page.getByRole('checkbox', { name: '选择本页' }).click();
  await page.getByRole('button', { name: '选择全部 100 项结果' }).click();
  await userEvent.selectOptions(page.getByLabelText('状态'), '有效');
  await expect.element(page.getByText('选择本页')).toBeVisible();
  await expect.element(box(0)).not.toBeChecked();
});

test('keyboard: arrows move along a column, Space selects, Shift selects a range, Escape nothing', async () => {
  serve(100);
  await show('', { canSelect: true });
  (box(0).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
  await expect.element(box(2)).toHaveFocus();
  expect(selected).toEqual({ ids: ['id-2'], count: 1 });
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
  expect(selected).toEqual({ ids: ['id-2', 'id-3', 'id-4'], count: 3 });
  await userEvent.keyboard('{End}');
  await expect.element(box(19)).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(box(0)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('选择本页')).toBeVisible();
});

test('empty, not found and failed', async () => {
  serve(0);
  await show();
  await expect.element(page.getByText('还没有证书')).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('状态'), '有效');
  await expect.element(page.getByText('没有符合条件的结果')).toBeVisible();
  refuse(CALL, 500, '数据库不可用');
  await page.getByRole('link', { name: '清除筛选' }).first().click();
  await userEvent.selectOptions(page.getByLabelText('状态'), '已撤销');
  await expect.element(page.getByText('数据库不可用')).toBeVisible();
  serve(5);
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('成员0')).toBeVisible();
});

test('on a phone rows are cards with the titles of their values, and the order has a list', async () => {
  serve(3);
  await show();
  await page.viewport(390, 800);
  const cell = table.getByRole('cell', { name: '编号 NO-1' });
  await expect.element(cell).toBeVisible();
  expect(getComputedStyle(cell.element(), '::before').content).toBe('"编号"');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.selectOptions(page.getByLabelText('排序'), '日期（降序）');
  expect(location.search).toBe('?sort=-gmtCreate');
  await page.viewport(414, 896);
});
