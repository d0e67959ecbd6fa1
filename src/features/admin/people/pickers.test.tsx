import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { island } from '#src/i18n/island.tsx';
import type { Data } from '#src/contract/calls.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate, settled } from '../../../../tests/component/render.ts';
import { NamedField } from './pickers.tsx';
import type { Named } from './people-list.ts';

const DEPARTMENTS = 'GET /user/auth/organisation/department/list';
const POSITIONS = 'POST /user/auth/organisation/position/page';
type Department = Data<typeof DEPARTMENTS>['departments'][number];
type Position = Data<typeof POSITIONS>['list'][number];

const department = (id: string, parentId: string | null, path: string): Department => ({
  ...{ id, parentId, path, name: path.split('/').at(-1)!, code: null, otherName: null, headId: null, headName: null },
  ...{ sort: 0, closedAt: null, revision: 1, memberCount: 0, totalCount: 0, canChange: true },
});
const position = (id: string, name: string): Position => ({
  ...{ id, name, code: null, otherName: null, closedAt: null, revision: 1, memberCount: 0 },
});

let chosen: Named | null;
const Example = island<{ what: 'department' | 'position' }>(function Example({ what }) {
  const [value, setValue] = useState<Named | null>(null);
  chosen = value;
  return <NamedField what={what} label="地点" error="请选择" value={value} onChange={setValue} />;
});

beforeEach(() => {
  answer(DEPARTMENTS, { departments: [department('a', null, '总部'), department('b', 'a', '总部/生产部')] });
  answer(POSITIONS, ({ keyword }) => {
    const list = [position('p', '焊工'), position('q', '钳工')].filter(({ name }) =>
      name.includes(String(keyword ?? '')),
    );
    return { list, pageCurrent: 1, pageSize: 20, totalCount: list.length, totalPage: 1 };
  });
});

const button = page.getByRole('button', { name: /^地点/ });

test('a department is chosen in the tree by keyboard, shown with its path, and cleared again', async () => {
  await hydrate(Example, { what: 'department' });
  await expect.element(button).toHaveAccessibleName('地点: 未选择');
  await expect.element(button).toHaveAccessibleDescription('请选择');
  expect(made, 'nothing is loaded before it opens').toEqual([]);
  await userEvent.click(button);
  const search = page.getByRole('searchbox');
  await expect.element(search).toHaveFocus();
  await expect.element(page.getByRole('treeitem', { name: '生产部' })).toBeVisible();
  await userEvent.keyboard('生产{ArrowDown}');
  await expect.element(page.getByRole('treeitem', { name: '总部' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(chosen).toEqual({ id: 'b', name: '总部/生产部' });
  await expect.element(button).toHaveAccessibleName('地点: 总部/生产部');
  await userEvent.click(page.getByRole('button', { name: '清除地点' }));
  expect(chosen).toBeNull();
});

test('a position is found by name once no key was pressed for a moment, and chosen', async () => {
  await hydrate(Example, { what: 'position' });
  await userEvent.click(button);
  await expect.element(page.getByRole('button', { name: '焊工' })).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox'), '钳');
  await expect.element(page.getByRole('button', { name: '焊工' })).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('button', { name: '钳工' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await settled();
  expect(chosen).toEqual({ id: 'q', name: '钳工' });
  await expect.element(button).toHaveFocus();
});

test('what is not found is said', async () => {
  await hydrate(Example, { what: 'position' });
  await userEvent.click(button);
  await userEvent.fill(page.getByRole('searchbox'), '不存在');
  await expect.element(page.getByText('没有找到岗位')).toBeVisible();
});
