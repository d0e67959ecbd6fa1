import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import ForgetForm from './ForgetForm.tsx';

const RESET = 'PUT /user/api/user/info/reset/password';
const REPLACE = 'POST /user/api/user/info/pwd/update';
const SEND = 'POST /user/api/user/info/send/verification/code';
const PICTURE = 'GET /user/api/user/info/get/image/verification/code';
const challenge = {
  id: '01890000-0000-7000-8000-0000000000aa',
  challenge: '44737f5f0a29dcf2d274c9a6e02c839baa32eb48eec2a47ea906f7c9d87e7546',
  maxNumber: 100,
  picture: null,
  audio: null,
  expiresIn: 300,
};
const LOGIN = '#login?t=login';
const NEW = 'Anchor#47-Bow';
const at = {
  phone: page.getByLabelText('手机号', { exact: true }),
  code: page.getByLabelText('验证码', { exact: true }),
  given: page.getByLabelText('初始密码', { exact: true }),
  password: page.getByLabelText('新密码', { exact: true }),
  repeat: page.getByLabelText('再次输入新密码', { exact: true }),
  submit: page.getByRole('button', { name: '保存新密码' }),
  met: (text: string) => page.getByRole('listitem').filter({ hasText: text }).getByText('（已满足）'),
};
const calls = (name: string) => made.filter(({ call }) => call === name).map(({ input }) => input);
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('with a code', () => {
  test('shows the unmet requirements while typing, and keeps input from before hydration', async () => {
    const before = async () => {
      await expect.element(at.submit).toBeDisabled();
      await userEvent.fill(at.password, 'abc12');
    };
    await hydrate(ForgetForm, { method: 'code', login: LOGIN, orEmail: false }, { before });
    await expect.element(at.password).toHaveValue('abc12');
    await expect.element(at.password).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(at.met('数字')).toBeInTheDocument();
    await expect.element(at.met('符号')).not.toBeInTheDocument();
    await userEvent.type(at.password, '#');
    await expect.element(at.met('符号')).toBeInTheDocument();
    await expect.element(at.met('6 至 16 位')).toBeInTheDocument();
  });

  test('shows that both differ when the second loses the focus, and removes the error once they match', async () => {
    await hydrate(ForgetForm, { method: 'code', login: LOGIN, orEmail: false });
    await userEvent.fill(at.password, NEW);
    await userEvent.fill(at.repeat, 'Anchor#48');
    await expect.element(at.repeat).toHaveAccessibleDescription('');
    await userEvent.tab();
    await expect.element(at.repeat).toHaveAccessibleDescription('两次输入的密码不一致');
    await expect.element(at.repeat).not.toHaveFocus();
    await userEvent.fill(at.password, 'Anchor#48');
    await expect.element(at.repeat).toHaveAccessibleDescription('');
  });

  test('checks the rules before anything is sent; the server has the last word', async () => {
    refuse(RESET, 422, '', [{ field: 'password', message: '密码太常见' }]);
    await hydrate(ForgetForm, { method: 'code', login: LOGIN, orEmail: false });
    await userEvent.click(at.submit);
    await expect.element(at.phone).toHaveFocus();
    for (const [field, text] of [
      [at.phone, '请输入手机号'],
      [at.code, '请输入验证码'],
      [at.repeat, '请再次输入密码'],
    ] as const)
      await expect.element(field).toHaveAccessibleDescription(text);
    await userEvent.fill(at.phone, '13800000001');
    await userEvent.fill(at.code, '123456');
    await userEvent.fill(at.password, 'short');
    await userEvent.fill(at.repeat, 'short');
    await userEvent.click(at.submit);
    await expect.element(at.password).toHaveAccessibleDescription(/密码为 6 至 16 位/);
    await expect.element(at.password).toHaveFocus();
    await userEvent.fill(at.password, NEW);
    await userEvent.click(at.submit);
    await expect.element(at.repeat).toHaveAccessibleDescription('两次输入的密码不一致');
    expect(made).toEqual([]);
    await userEvent.fill(at.repeat, NEW);
    await userEvent.keyboard('{Enter}');
    await expect.element(at.password).toHaveAccessibleDescription(/密码太常见/);
    expect(calls(RESET)).toEqual([{ phone: '13800000001', code: '123456', password: NEW, repeatPassword: NEW }]);
    await expect.element(at.code).toHaveValue('123456');
  });

  test('leads to the login page with the phone; nothing else of it is kept', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    answer(RESET, async () => {
      await held;
      return {};
    });
    answer(SEND, { expiresIn: 600, resendAfter: 60 });
    await hydrate(ForgetForm, { method: 'code', login: LOGIN, orEmail: false });
    await userEvent.fill(at.phone, '13800000001');
    await userEvent.click(page.getByRole('button', { name: '获取验证码' }));
    await expect.element(at.code).toHaveFocus();
    expect(calls(SEND)).toEqual([{ phone: '13800000001', purpose: 'reset' }]);
    await userEvent.keyboard('123456');
    await userEvent.fill(at.password, NEW);
    await userEvent.fill(at.repeat, NEW);
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(at.submit).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect.poll(() => location.hash).toBe('#login?t=login&changed=1');
    expect(calls(RESET)).toHaveLength(1);
    expect(sessionStorage.getItem('phone')).toBe('13800000001');
    expect(JSON.stringify(sessionStorage)).not.toMatch(/123456|Anchor/);
    await expect.element(at.submit).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('in place of a given password', () => {
  test('starts with the phone that was kept, and takes another password than the given one', async () => {
    sessionStorage.setItem('phone', '13800000001');
    await hydrate(ForgetForm, { method: 'password', login: LOGIN, orEmail: false });
    await expect.element(at.phone).toHaveValue('13800000001');
    await expect.element(at.given).toHaveFocus();
    await expect.element(at.given).toHaveAttribute('autocomplete', 'current-password');
    for (const field of [at.given, at.password, at.repeat]) await userEvent.fill(field, NEW);
    await userEvent.click(at.submit);
    await expect.element(at.password).toHaveAccessibleDescription(/新密码不能与原密码相同/);
    expect(made).toEqual([]);
  });

  test('a refused one keeps everything; work is asked for and done; without a connection it can be sent again', async () => {
    refuse(REPLACE, 422, '', [{ field: 'pictureCode', message: '需要进行安全验证，请重试' }]);
    answer(PICTURE, () => {
      disconnect(REPLACE);
      return challenge;
    });
    await hydrate(ForgetForm, { method: 'password', login: LOGIN, orEmail: false });
    await userEvent.fill(at.phone, '13800000001');
    await userEvent.fill(at.given, 'Given@2026');
    for (const field of [at.password, at.repeat]) await userEvent.fill(field, NEW);
    await userEvent.click(at.submit);
    await expect.element(page.getByRole('alert').getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
    await expect.element(at.password).toHaveValue(NEW);
    answer(PICTURE, challenge);
    refuse(REPLACE, 429, '请稍后再试', [], 1);
    await userEvent.click(at.submit);
    await expect.element(page.getByText('当前登录人数较多，正在排队，请稍候…')).toBeVisible();
    answer(REPLACE, {});
    await expect.poll(() => location.hash, { timeout: 10_000 }).toBe('#login?t=login&changed=1');
    expect(calls(REPLACE).at(-1)).toEqual({
      phone: '13800000001',
      oldPassword: 'Given@2026',
      password: NEW,
      repeatPassword: NEW,
      pictureId: challenge.id,
      pictureCode: '37',
    });
  });
});
