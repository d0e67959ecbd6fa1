import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, refuse } from '../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../tests/component/leaving.ts';
import {
  at,
  fillIn,
  given,
  challenge,
  inputsOf,
  nextAddress,
  PICTURE,
  SEND,
  session,
} from '../../../tests/component/login-page.ts';
import { hydrate } from '../../../tests/component/render.ts';
import Login from './Login.tsx';

/* Login with phone and code. */
const CODE = 'POST /user/api/user/info/login/verification/code';

beforeEach(() => history.replaceState(null, '', location.pathname + location.search));
afterEach(() => Cookies.remove('ET_WEB_TOKEN', { path: '/' }));

test('arrow keys select the tab; input is shared and restored', async () => {
  await hydrate(Login, given);
  await fillIn();
  at.tab('密码登录').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(at.tab('验证码登录')).toHaveFocus();
  await expect.element(at.tab('验证码登录')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel', { name: '验证码登录' })).toBeVisible();
  await expect.element(at.password, { message: 'one form for each method' }).not.toBeInTheDocument();
  await expect.element(at.phone).toHaveValue('13800000001');
  await expect.element(at.agreed).toBeChecked();
  await userEvent.click(at.agreed);
  await userEvent.fill(at.code, '12');
  at.tab('验证码登录').element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(at.password).toHaveValue('Study@2026');
  await expect.element(at.agreed).not.toBeChecked();
});

test('sends one, counts down by the wait of the server, and signs in', async () => {
  answer(SEND, { expiresIn: 600, resendAfter: 60 });
  answer(CODE, { ...session, enterpriseId: null });
  await hydrate(Login, { ...given, method: 'code', agreements: [] });
  await userEvent.fill(at.phone, '+86 138-0000-0001');
  await userEvent.click(at.send);
  await expect.element(page.getByRole('status')).toHaveTextContent('验证码已发送至 138****0001，10 分钟内有效');
  expect(inputsOf(SEND)).toEqual([{ phone: '13800000001', purpose: 'login' }]);
  await expect.element(at.code).toHaveFocus();
  await expect.element(page.getByRole('button', { name: /^(60|5\d) 秒后可重发$/ })).toBeVisible();
  (at.send.element() as HTMLElement).click();
  expect(inputsOf(SEND), 'not while it counts').toHaveLength(1);
  // The waiting time applies per phone number.
  await userEvent.fill(at.phone, '13800000002');
  await expect.element(at.send).toHaveTextContent('获取验证码');
  await userEvent.fill(at.phone, '13800000001');
  await expect.element(at.send).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(at.code, '00 4290');
  const left = nextAddress();
  await userEvent.keyboard('{Enter}');
  expect(await left).toBe('/company');
  expect(inputsOf(CODE)).toEqual([{ phone: '13800000001', code: '004290', agreed: true }]);
});

test('after a reload the code is still on its way: its tab, phone and wait are there', async () => {
  sessionStorage.setItem('code:login', JSON.stringify({ to: '13800000001', until: Date.now() + 50_000 }));
  await hydrate(Login, given);
  await expect.element(at.tab('验证码登录')).toHaveAttribute('aria-selected', 'true');
  await expect.element(at.phone).toHaveValue('13800000001');
  await expect.element(at.code).toHaveFocus();
  await expect.element(at.send).toHaveAttribute('aria-disabled', 'true');
});

test('shows at the right field why no code was sent', async () => {
  refuse(SEND, 422, '', [{ field: 'phone', message: '手机号格式不正确' }]);
  await hydrate(Login, { ...given, method: 'code' });
  await userEvent.click(at.send);
  await expect.element(at.phone).toHaveAccessibleDescription('手机号格式不正确');
  await expect.element(at.phone).toHaveFocus();
  refuse(SEND, 429, '请 1 小时后再试', [], 3600);
  await userEvent.fill(at.phone, '13800000001');
  await userEvent.click(at.send);
  await expect.element(at.code).toHaveAccessibleDescription('请 1 小时后再试');
  disconnect(SEND);
  await userEvent.click(at.send);
  await expect.element(at.code).toHaveAccessibleDescription('无法连接服务器，请检查网络后重试');
});

test('sends a code with the work that the server asks for', async () => {
  refuse(SEND, 422, '', [{ field: 'pictureCode', message: '需要进行安全验证，请重试' }]);
  answer(PICTURE, () => {
    answer(SEND, { expiresIn: 600, resendAfter: 60 });
    return challenge;
  });
  await hydrate(Login, { ...given, method: 'code' });
  await userEvent.fill(at.phone, '13800000001');
  await userEvent.click(at.send);
  await expect.element(at.code).toHaveFocus();
  expect(inputsOf(SEND).at(-1)).toMatchObject({ pictureId: challenge.id, pictureCode: '37' });
  await expect.element(at.code).toHaveAccessibleDescription('');
});

test('goes to an e-mail address where the portal sends e-mail', async () => {
  answer(SEND, { expiresIn: 600, resendAfter: 60 });
  answer(CODE, { ...session, enterpriseId: null });
  await hydrate(Login, { ...given, method: 'code', agreements: [], orEmail: true });
  await expect.element(at.tab('验证码登录')).toHaveAttribute('aria-selected', 'true');
  const recipient = page.getByLabelText('手机号或邮箱', { exact: true });
  const before = inputsOf(SEND).length;
  await userEvent.fill(recipient, 'wang@example');
  await userEvent.click(at.send);
  await expect.element(recipient).toHaveAccessibleDescription('邮箱地址不正确');
  await userEvent.fill(recipient, ' Wang-Fang@Example.com ');
  await userEvent.click(at.send);
  await expect.element(page.getByRole('status')).toHaveTextContent('验证码已发送至 w***@example.com，10 分钟内有效');
  expect(inputsOf(SEND).slice(before)).toEqual([{ email: 'wang-fang@example.com', purpose: 'login' }]);
  await userEvent.fill(at.code, '123456');
  const left = catchLeaving();
  await userEvent.click(at.submit);
  await expect.poll(() => left).toEqual(['/company']);
  expect(inputsOf(CODE).at(-1)).toEqual({ email: 'wang-fang@example.com', code: '123456', agreed: true });
});
