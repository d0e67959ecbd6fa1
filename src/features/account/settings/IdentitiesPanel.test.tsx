import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../../tests/component/leaving.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { Settings } from '../../../../tests/component/settings.tsx';
import { invalidate } from '#src/client/query.ts';

const IDENTITIES = 'GET /user/auth/user/info/identity/list';
const BEGIN = 'POST /user/auth/user/info/identity/begin';
const UNLINK = 'DELETE /user/auth/user/info/identity/unlink';
const wecom = { provider: 'wecom' as const, label: null, offered: true, removable: true };
const linked = { ...wecom, linked: { displayName: '小王', gmtCreate: '2026-02-28T17:05:00.000Z' } };
const unlinked = { ...wecom, linked: null };

const show = () => {
  // The cache contains responses of the previous test.
  invalidate(IDENTITIES);
  return hydrate(Settings, { panel: 'identities', timeZone: 'Asia/Shanghai', given: {} });
};
const unlink = () => page.getByRole('button', { name: '解除关联 企业微信' });
const link = () => page.getByRole('button', { name: '关联 企业微信', exact: true });

test('a way is unlinked after a confirmation; the focus stays, and the list is what the server says', async () => {
  answer(IDENTITIES, [linked]);
  answer(UNLINK, {});
  await show();
  await expect.element(page.getByText('已关联 小王（2026-03-01）')).toBeVisible();
  await userEvent.click(unlink());
  await expect.element(page.getByRole('dialog', { name: '解除关联 企业微信' })).toBeVisible();
  answer(IDENTITIES, [unlinked]);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '解除关联' }));
  await expect.element(link()).toHaveFocus();
  expect(made.find(({ call }) => call === UNLINK)!.input).toEqual({ provider: 'wecom' });
});

test('linking redirects to the provider, once; an error is shown', async () => {
  const left = catchLeaving();
  answer(IDENTITIES, [unlinked]);
  refuse(BEGIN, 422, '你的账号已关联另一个同类外部账号');
  await show();
  await userEvent.click(link());
  await expect.element(page.getByRole('alert')).toHaveTextContent('你的账号已关联另一个同类外部账号');
  disconnect(BEGIN);
  await userEvent.click(link());
  await expect.element(page.getByRole('alert')).toHaveTextContent('无法连接服务器，请检查网络后重试');
  answer(BEGIN, { url: '/provider' });
  await userEvent.click(link());
  await expect.poll(() => left).toEqual(['/provider']);
  await expect.element(link()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(link(), { force: true });
  expect(left).toEqual(['/provider']);
});

test('the only login method cannot be unlinked, and without methods the panel shows an empty state', async () => {
  answer(IDENTITIES, [{ ...linked, removable: false }]);
  await show();
  await expect.element(page.getByText('唯一的登录方式')).toBeVisible();
  await expect.element(unlink()).not.toBeInTheDocument();
  answer(IDENTITIES, []);
  invalidate(IDENTITIES);
  await expect.element(page.getByText('没有可关联的登录方式')).toBeVisible();
});
