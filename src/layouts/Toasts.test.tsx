import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notify } from '#src/client/notify.ts';
import { $toasts } from '#src/client/session.store.ts';
import { hydrate } from '../../tests/component/render.ts';
import { Toasts } from './Toasts.tsx';

test('messages appear, lead somewhere, and go when they are closed', async () => {
  await hydrate(Toasts, {});
  notify('', 'error');
  notify('已保存', 'success', { href: '/home', label: '查看' });
  await expect.element(page.getByText('加载数据失败，请稍后再试')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '查看' })).toHaveAttribute('href', '/home');
  await userEvent.click(page.getByRole('button', { name: '关闭' }).first());
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['已保存']);
  $toasts.set([]);
});
