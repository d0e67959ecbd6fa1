import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $toasts, PAGE_OWNER } from '#src/client/session.store.ts';
import { openLocalDrafts } from '#src/features/editor/local-drafts.ts';
import { Example, server, VALUES } from '../../../../tests/component/editing.tsx';
import { startDrag } from '../../../../tests/component/dragging.ts';
import { hydrate, leave } from '../../../../tests/component/render.ts';

beforeEach(async () => {
  server.stored = { values: VALUES, revision: 1 };
  await (await openLocalDrafts()).forget(PAGE_OWNER, 'exam-1');
});

const titles = () =>
  page
    .getByLabelText('标题')
    .elements()
    .map((input) => (input as HTMLInputElement).value)
    .join('');
const row = (n: number) => page.getByRole('listitem').nth(n - 1);
const grip = (n: number) => row(n).getByTitle('拖动以移动');
const announced = page.getByRole('group', { name: '各部分' }).getByRole('status');
const open = async () => {
  // All rows are visible: nothing scrolls between pressing the button and moving the mouse.
  await page.viewport(1280, 1400);
  await hydrate(Example, {});
  await expect.element(page.getByLabelText('名称')).toBeEnabled();
  // The code of dragging has been loaded.
  await expect.element(row(3)).toHaveAttribute('draggable', 'true');
};

test('a row is dropped before or after another one', async () => {
  await open();
  const { height } = row(1).element().getBoundingClientRect();
  await userEvent.dragAndDrop(grip(3), row(1), { targetPosition: { x: 100, y: height * 0.2 }, steps: 5 });
  await expect.poll(titles).toBe('丙甲乙');
  await expect.element(announced).toHaveTextContent('部分 3已移到第 1 位，共 3 项');
  await userEvent.dragAndDrop(grip(1), row(2), { targetPosition: { x: 100, y: height * 0.8 }, steps: 5 });
  await expect.poll(titles).toBe('甲丙乙');
  // Beside itself nothing changes.
  await userEvent.dragAndDrop(grip(1), row(2), { targetPosition: { x: 100, y: height * 0.2 }, steps: 5 });
  await expect.element(page.getByText('有未保存的修改')).toBeVisible();
  expect(titles()).toBe('甲丙乙');
});

test('while a row is dragged, the other one shows where it would be; nothing is moved if it is dropped elsewhere', async () => {
  await open();
  const drag = await startDrag(grip(3).element());
  const { top, height } = row(1).element().getBoundingClientRect();
  drag('dragenter', row(1).element(), top + 10);
  await expect.element(row(1)).toHaveAttribute('data-drop', 'before');
  await expect.element(row(3)).toHaveAttribute('data-dragged');
  drag('dragover', row(1).element(), top + height - 10);
  await expect.element(row(1)).toHaveAttribute('data-drop', 'after');
  drag('dragenter', document.body, 0);
  await expect.element(row(1)).not.toHaveAttribute('data-drop');
  drag('dragend', row(3).element(), 0);
  await expect.element(row(3)).not.toHaveAttribute('data-dragged');
  expect(titles()).toBe('甲乙丙');
});

test('the fields of a row do not drag it: their text can be selected', async () => {
  await open();
  await userEvent.dragAndDrop(row(3).getByLabelText('标题'), row(1));
  await userEvent.dragAndDrop(row(3).getByText('部分 3'), row(1));
  expect(titles()).toBe('甲乙丙');
});

test('the same by keyboard: a place is chosen, and announced', async () => {
  await open();
  const button = page.getByRole('button', { name: '移动到…：部分 3' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: '移动到…：部分 3' });
  const place = dialog.getByLabelText('位置');
  await expect.element(place).toHaveDisplayValue('第 3 位（不变）');
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.selectOptions(place, '第 1 位（现为“部分 1”）');
  await dialog.getByRole('button', { name: '移动', exact: true }).click();
  await expect.poll(titles).toBe('丙甲乙');
  await expect.element(announced).toHaveTextContent('部分 3已移到第 1 位，共 3 项');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a single row has nothing to be moved by', async () => {
  server.stored = { values: { ...VALUES, parts: VALUES.parts.slice(0, 1) }, revision: 1 };
  await hydrate(Example, {});
  await expect.element(page.getByRole('group', { name: '部分 1', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: /移动到/ }).query()).toBeNull();
  await expect.element(grip(1)).not.toBeVisible();
});

test('a removed row can be brought back with what was typed, until the list is gone', async () => {
  await open();
  await userEvent.fill(row(2).getByLabelText('标题'), '新乙');
  await page.getByRole('button', { name: '移除 部分 2' }).click();
  await expect.poll(titles).toBe('甲丙');
  const [toast] = $toasts.get();
  expect(toast!.text).toBe('已移除部分 2');
  toast!.action!.undo!();
  await expect.poll(titles).toBe('甲新乙丙');
  await expect.element(row(2).getByLabelText('标题')).toHaveFocus();
  expect($toasts.get()).toHaveLength(1);
  leave();
  expect($toasts.get()).toHaveLength(0);
});
