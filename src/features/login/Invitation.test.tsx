import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import Invitation from './Invitation.tsx';

const VIEW = 'POST /user/api/user/info/invitation/view';
const ACCEPT = 'POST /user/api/user/info/invitation/accept';
const TOKEN = 'a-token-of-22-letters-';
const NEW = 'Anchor#47-Bow';
const found = {
  state: 'pending',
  userName: '李新',
  signInAs: '138****0001',
  expiresAt: '2026-03-08T00:00:00.000Z',
} as const;
const inputs = (name: string) => made.filter(({ call }) => call === name).map(({ input }) => input);
beforeEach(() => history.replaceState(null, '', `${location.pathname}${location.search}#${TOKEN}`));

test('takes the token out of the address, shows the rules, and stays with what the server refuses', async () => {
  answer(VIEW, found);
  refuse(ACCEPT, 422, '', [{ field: 'password', message: '密码太常见' }]);
  await hydrate(Invitation, { agreements: [{ code: 'agreement', version: 1 }] });
  await expect.element(page.getByText('李新，你好', { exact: false })).toBeVisible();
  expect(location.hash).toBe('');
  expect(inputs(VIEW)).toEqual([{ token: TOKEN }]);
  const [password, repeat] = [page.getByLabelText('新密码', { exact: true }), page.getByLabelText('再次输入新密码')];
  const submit = page.getByRole('button', { name: '设置密码并登录' });
  await userEvent.fill(password, NEW);
  await userEvent.fill(repeat, NEW);
  await userEvent.click(submit);
  await expect.element(page.getByRole('checkbox')).toHaveAccessibleDescription(/请先阅读并同意/);
  expect(inputs(ACCEPT)).toEqual([]);
  await userEvent.click(page.getByRole('checkbox'));
  await userEvent.click(submit);
  await expect.element(password).toHaveAccessibleDescription(/密码太常见/);
  expect(inputs(ACCEPT)).toEqual([{ token: TOKEN, password: NEW, repeatPassword: NEW, agreed: true }]);
});

test.each([
  ['expired', '链接已过期'],
  ['claimed', '密码已经设置过'],
  ['revoked', '邀请已被撤销'],
  ['unknown', '链接无效'],
] as const)('says of a link that is %s what to do', async (state, text) => {
  answer(VIEW, { ...found, state, userName: null, signInAs: null, expiresAt: null });
  await hydrate(Invitation, { agreements: [] });
  await expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '登录' })).toBeVisible();
});

test('a link that was used meanwhile says so', async () => {
  answer(VIEW, found);
  refuse(ACCEPT, 409, '邀请链接已失效');
  await hydrate(Invitation, { agreements: [] });
  await userEvent.fill(page.getByLabelText('新密码', { exact: true }), NEW);
  await userEvent.fill(page.getByLabelText('再次输入新密码'), NEW);
  answer(VIEW, { ...found, state: 'claimed', userName: null, signInAs: null, expiresAt: null });
  await userEvent.click(page.getByRole('button', { name: '设置密码并登录' }));
  await expect.element(page.getByText('密码已经设置过', { exact: false })).toBeVisible();
});
