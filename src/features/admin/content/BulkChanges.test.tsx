import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, leave } from '../../../../tests/component/render.ts';
import { BulkChanges, type ChosenContent } from './BulkChanges.tsx';

const SAVE = 'POST /system/auth/content/bulk/save';
const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const CATEGORY = { ...{ id: id(7), parentId: null, name: { zh: '安全', en: 'Safety' } }, published: true };
const CATEGORIES = [
  { ...CATEGORY, isFromPack: false, ...{ courseCount: 0, projectCount: 0, zoneCount: 0, revision: 1 } },
];
const FOUND: ChosenContent = { found: { filter: { keyword: '消防' }, count: 30 } };

let done: number;
beforeEach(() => {
  done = 0;
  answer(SAVE, {
    ...{ id: id(9), action: 'contentPublish', state: 'running', totalCount: 2, doneCount: 0, failedCount: 0 },
    gmtCreate: '2026-01-01T00:00:00Z',
  });
  answer('POST /system/auth/content/subject/page', {
    ...{ pageCurrent: 1, pageSize: 20, totalPage: 1, totalCount: 1, list: [{ id: id(3), title: '李老师' }] },
  });
});

const Example = island<{ kind?: 'course' | 'project'; chosen?: ChosenContent; count?: number }>(function Example({
  kind = 'course',
  chosen = { ids: [id(1), id(2)] },
  count = 2,
}) {
  return <BulkChanges {...{ kind, chosen, count }} categories={CATEGORIES} onDone={() => done++} />;
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const sent = () => made.filter(({ call }) => call === SAVE).map(({ input }) => input);

test('publishes the selected courses after a question', async () => {
  await hydrate(Example, {});
  await button('发布').click();
  await inDialog('发布').click();
  await expect.poll(sent).toEqual([{ kind: 'course', action: 'publish', ids: [id(1), id(2)] }]);
  await expect.poll(() => done).toBe(1);
});

test('gives all results of a filter a category, which must be chosen', async () => {
  await hydrate(Example, { chosen: FOUND, count: 30 });
  await button('更改分类').click();
  await inDialog('更改分类').click();
  await expect.element(page.getByText('请选择', { exact: true }).last()).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByRole('combobox', { name: '分类' }).selectOptions('安全');
  await inDialog('更改分类').click();
  await expect.poll(sent).toEqual([{ kind: 'course', action: 'category', categoryId: id(7), ...FOUND }]);
});

test('gives courses a lecturer; a refusal is shown and the choice stays', async () => {
  refuse(SAVE, 409, '你发起的批量操作仍在处理');
  await hydrate(Example, {});
  await button('更改讲师').click();
  await page.getByRole('button', { name: /^讲师: / }).click();
  await page.getByRole('button', { name: '李老师', exact: true }).click();
  await inDialog('更改讲师').click();
  await expect.element(page.getByText('你发起的批量操作仍在处理')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '讲师: 李老师' })).toBeVisible();
  expect([sent(), done]).toEqual([[{ kind: 'course', action: 'lecturer', lecturerId: id(3), ids: [id(1), id(2)] }], 0]);
});

test('projects have no lecturer, and too many are not begun', async () => {
  await hydrate(Example, { kind: 'project' });
  await expect.element(button('更改分类')).toBeVisible();
  await expect.element(button('更改讲师')).not.toBeInTheDocument();
  leave();
  await hydrate(Example, { count: 501 });
  await expect.element(page.getByText('一次最多处理 500 项，请缩小范围')).toBeVisible();
  await expect.element(button('发布')).not.toBeInTheDocument();
});
