import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notify } from '#src/client/notify.ts';
import { $toasts } from '#src/client/session.store.ts';
import { hydrate, settled } from '../../tests/component/render.ts';
import { Toasts } from './Toasts.tsx';

afterEach(() => {
  vi.useRealTimers();
  $toasts.set([]);
});

test('messages appear, lead somewhere, and go when they are closed', async () => {
  await hydrate(Toasts, {});
  notify('', 'error');
  notify('已保存', 'success', { href: '/home', label: '查看' });
  await expect.element(page.getByText('加载数据失败，请稍后再试')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '查看' })).toHaveAttribute('href', '/home');
  await userEvent.click(page.getByRole('button', { name: '关闭' }).first());
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['已保存']);
});

const UNDO_MS = 10_000;
const undo = page.getByRole('button', { name: '撤销' });

test('what a message tells can be undone, once, by keyboard too', async () => {
  await hydrate(Toasts, {});
  const undone: string[] = [];
  for (const name of ['甲', '乙']) notify('已删除', 'success', { label: '撤销', undo: () => undone.push(name) });
  await expect.poll(() => undo.elements().length).toBe(2);
  await userEvent.keyboard('{Tab}');
  await expect.element(undo.first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => undo.elements().length).toBe(1);
  await undo.click();
  await expect.element(undo).not.toBeInTheDocument();
  expect(undone).toEqual(['甲', '乙']);
  // A failure is told by the call that fails.
  notify('已删除', 'success', { label: '撤销', undo: () => Promise.reject(new Error('refused')) });
  await undo.click();
  await expect.element(undo).not.toBeInTheDocument();
});

test('stays while the pointer is over it or the focus in it, and ten seconds after that', async () => {
  await hydrate(Toasts, {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const say = () => notify('已删除', 'success', { label: '撤销', undo: () => undefined });
  say();
  await expect.element(undo).toBeVisible();
  await userEvent.hover(undo);
  vi.advanceTimersByTime(2 * UNDO_MS);
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  await userEvent.unhover(undo);
  vi.advanceTimersByTime(2 * UNDO_MS);
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).blur();
  await settled();
  vi.advanceTimersByTime(UNDO_MS - 1);
  await expect.element(undo).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(undo).not.toBeInTheDocument();
});
