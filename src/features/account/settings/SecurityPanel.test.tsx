import Cookies from 'js-cookie';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { invalidate } from '#src/client/query.ts';
import { $toasts } from '#src/client/session.store.ts';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { Settings } from '../../../../tests/component/settings.tsx';

const VIEW = 'GET /user/auth/user/info/security/view';
const PASSWORD = 'PUT /user/auth/user/info/update/password';
const PHONE = 'PUT /user/auth/user/info/update/phone';
const OPEN = 'GET /exam/auth/user/exam/attempt/open';
const SEND = 'POST /user/api/user/info/send/verification/code';
const SEND_OWN = 'POST /user/auth/user/info/send/verification/code';
const session = { token: 'token-2', expiresIn: 86_400, enterpriseId: '01890000-0000-7000-8000-00000000000e' };
const view = {
  phone: '138****0001',
  email: null,
  sendsEmail: false,
  suggestedEmail: null,
  emailFails: false,
  codeTo: '138****0001',
  hasPassword: true,
  passwordChangedAt: '2026-03-01T18:00:00.000Z',
  hasFactor: false,
};
const NEW = 'Anchor#47-Bow';
const at = {
  old: page.getByLabelText('原密码', { exact: true }),
  password: page.getByLabelText('新密码', { exact: true }),
  repeat: page.getByLabelText('再次输入新密码', { exact: true }),
  phone: page.getByLabelText('新手机号', { exact: true }),
  code: page.getByLabelText('验证码', { exact: true }),
  send: page.getByRole('button', { name: /获取验证码|秒后可重发/ }),
  save: page.getByRole('button', { name: '保存', exact: true }),
  change: (name: string) => page.getByRole('link', { name }),
};
const calls = (name: string) => made.filter(({ call }) => call === name).map(({ input }) => input);
const { href } = location;

/** The panel as rendered by the server with data. */
async function show(
  edit: 'password' | 'phone' | 'email' | 'passkeys' | 'factor' | null,
  known = view as typeof view | object,
): Promise<void> {
  answer(OPEN, { attempt: null });
  answer(VIEW, known as typeof view);
  // The cached response of the previous test is shown first and revalidated.
  invalidate(VIEW);
  await hydrate(Settings, { panel: 'security', edit, timeZone: 'Asia/Shanghai', given: { [`${VIEW}{}`]: known } });
}
afterEach(() => {
  Cookies.remove('ET_WEB_TOKEN', { path: '/' });
  $toasts.set([]);
  history.replaceState(null, '', href);
});

describe('the panel', () => {
  // The first test: nothing is cached yet.
  test('without its data it shows the error and can be retried', async () => {
    refuse(VIEW, 500, '服务器出错');
    await hydrate(Settings, { panel: 'security', edit: null, timeZone: 'Asia/Shanghai', given: {} });
    await expect.element(page.getByText('服务器出错')).toBeVisible();
    answer(VIEW, view);
    await userEvent.click(page.getByRole('button', { name: '重试' }));
    await expect.element(page.getByText('138****0001')).toBeVisible();
  });

  test('shows the credentials in the time zone of the tenant, and links to the forms', async () => {
    await show(null);
    await expect.element(page.getByText('上次修改：2026-03-02')).toBeVisible();
    await expect.element(page.getByText('138****0001')).toBeVisible();
    await expect
      .element(at.change('修改密码'))
      .toHaveAttribute('href', '/account?change=4&settingType=2&edit=password');
    await expect.element(at.change('更换手机号')).toHaveAttribute('href', '/account?change=4&settingType=2&edit=phone');
  });
});

describe('one’s own password', () => {
  test('is changed: this browser continues with the new session, and the focus stays in the panel', async () => {
    await show('password');
    await expect.element(at.old).toHaveFocus();
    await userEvent.keyboard('Study@2026');
    await userEvent.fill(at.password, NEW);
    await userEvent.fill(at.repeat, NEW);
    answer(PASSWORD, session);
    answer(VIEW, { ...view, passwordChangedAt: '2026-04-01T02:00:00.000Z' });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('上次修改：2026-04-01')).toBeVisible();
    await expect.element(at.old).not.toBeInTheDocument();
    await expect.element(at.change('修改密码')).toHaveFocus();
    expect(calls(PASSWORD)).toEqual([{ password: NEW, repeatPassword: NEW, oldPassword: 'Study@2026' }]);
    expect(Cookies.get('ET_WEB_TOKEN')).toBe('token-2');
    await expect.poll(() => $toasts.get()).toMatchObject([{ kind: 'success', text: '密码修改成功' }]);
    expect(location.pathname + location.search).toBe('/account?change=4&settingType=2');
    expect(JSON.stringify(sessionStorage) + JSON.stringify(localStorage)).not.toMatch(/Study|Anchor/);
  });

  test('errors stand at their fields; nothing that was typed is lost', async () => {
    await show('password');
    await userEvent.click(at.save);
    await expect.element(at.old).toHaveAccessibleDescription('请输入密码');
    await userEvent.fill(at.old, 'Wrong@2026');
    await userEvent.fill(at.password, 'Study#Aa');
    await userEvent.fill(at.repeat, 'Study#Aa');
    await userEvent.click(at.save);
    await expect.element(at.password).toHaveAccessibleDescription(/密码为 8 至 30 位/);
    await userEvent.fill(at.password, NEW);
    await userEvent.fill(at.repeat, NEW);
    refuse(PASSWORD, 422, '', [{ field: 'oldPassword', message: '原密码不正确' }]);
    await userEvent.click(at.save);
    await expect.element(at.old).toHaveAccessibleDescription('原密码不正确');
    await expect.element(at.old).toHaveFocus();
    await expect.element(at.password).toHaveValue(NEW);
    disconnect(PASSWORD);
    await userEvent.click(at.save);
    await expect.element(page.getByRole('alert').getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
    expect($toasts.get(), 'said once').toEqual([]);
  });

  test('of whom an exam has begun elsewhere since the form was shown: the error stands at the consent that it asks for', async () => {
    await show('password');
    const leave = page.getByRole('checkbox', { name: '仍要现在操作，并退出其他设备上的考试' });
    await expect.element(at.old).toHaveFocus();
    await expect.element(leave).not.toBeInTheDocument();
    await userEvent.keyboard('Study@2026');
    await userEvent.fill(at.password, NEW);
    await userEvent.fill(at.repeat, NEW);
    answer(OPEN, { attempt: { id: session.enterpriseId, title: '安全考试' } });
    refuse(PASSWORD, 422, '', [{ field: 'leavesExam', message: '你正在另一台设备上参加考试' }]);
    await userEvent.click(at.save);
    await expect.element(leave).toHaveAccessibleDescription('你正在另一台设备上参加考试');
    await expect.element(leave).toHaveFocus();
    await expect.element(page.getByText(/你正在参加考试“安全考试”/)).toBeVisible();
    answer(PASSWORD, session);
    answer(VIEW, view);
    await userEvent.click(leave);
    await userEvent.click(at.save);
    await expect.element(at.change('修改密码')).toHaveFocus();
    expect(calls(PASSWORD).at(-1)).toMatchObject({ leavesExam: true });
  });

  test('a first one takes a code to the phone of the account', async () => {
    await show('password', { ...view, hasPassword: false, passwordChangedAt: null });
    await expect.element(page.getByText('未设置，目前用其他方式登录')).toBeVisible();
    await expect.element(at.change('更换手机号')).toBeVisible();
    answer(SEND_OWN, { expiresIn: 600, resendAfter: 60 });
    await userEvent.click(at.send);
    await expect.element(page.getByText('验证码已发送至 138****0001，10 分钟内有效')).toBeVisible();
    await expect.element(at.send).toHaveAttribute('aria-disabled', 'true');
    await expect.element(at.code).toHaveFocus();
    await userEvent.keyboard('123456');
    await userEvent.fill(at.password, NEW);
    await userEvent.fill(at.repeat, NEW);
    answer(PASSWORD, session);
    answer(VIEW, view);
    await userEvent.click(at.save);
    await expect.element(at.change('修改密码')).toHaveFocus();
    expect(calls(PASSWORD)).toEqual([{ password: NEW, repeatPassword: NEW, code: '123456' }]);
  });
});

describe('one’s own e-mail address', () => {
  const EMAIL = 'PUT /user/auth/user/info/update/email';
  const REMOVE = 'DELETE /user/auth/user/info/email/remove';
  const mail = { ...view, sendsEmail: true };
  const email = page.getByLabelText('邮箱地址', { exact: true });

  test('is offered where the portal sends e-mail', async () => {
    await show(null);
    await expect.element(page.getByText('138****0001')).toBeVisible();
    await expect.element(at.change('验证邮箱')).not.toBeInTheDocument();
  });

  test('is suggested from the profile, and confirmed with a code', async () => {
    await show('email', { ...mail, suggestedEmail: 'wang@example.com' });
    answer(SEND, { expiresIn: 600, resendAfter: 60 });
    await expect.element(email).toHaveValue('wang@example.com');
    await userEvent.fill(email, 'wang.example.com');
    await userEvent.fill(at.code, '123456');
    await userEvent.click(at.save);
    await expect.element(email).toHaveAccessibleDescription('邮箱地址不正确');
    await userEvent.fill(email, 'fang@example.com');
    const before = calls(SEND).length;
    await userEvent.click(at.send);
    await expect.element(page.getByText('验证码已发送至 f***@example.com，10 分钟内有效')).toBeVisible();
    expect(calls(SEND).slice(before)).toEqual([{ email: 'fang@example.com', purpose: 'email' }]);
    refuse(EMAIL, 409, '', [{ field: 'email', message: '该邮箱已被其他账号使用' }]);
    await userEvent.click(at.save);
    await expect.element(email).toHaveAccessibleDescription('该邮箱已被其他账号使用');
    answer(EMAIL, session);
    answer(VIEW, { ...mail, email: 'f***@example.com' });
    await userEvent.click(at.save);
    await expect.element(at.change('更换邮箱')).toHaveFocus();
    expect(calls(EMAIL).at(-1)).toEqual({ email: 'fang@example.com', code: '123456' });
  });

  test('is removed', async () => {
    await show('email', { ...mail, email: 'f***@example.com' });
    answer(REMOVE, {});
    answer(VIEW, mail);
    await userEvent.click(page.getByRole('button', { name: '移除已验证的邮箱' }));
    await expect.element(at.change('验证邮箱')).toHaveFocus();
    expect(calls(REMOVE)).toHaveLength(1);
  });
});

describe('one’s own phone', () => {
  async function fillIn(): Promise<void> {
    answer(SEND, { expiresIn: 600, resendAfter: 60 });
    await userEvent.fill(at.phone, '15900000001');
    await userEvent.click(at.send);
    await expect.element(at.code).toHaveFocus();
    await userEvent.keyboard('123456');
  }

  test('is changed once, however often it is submitted', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await show('phone');
    await expect.element(at.phone).toHaveFocus();
    await fillIn();
    expect(calls(SEND)).toEqual([{ phone: '15900000001', purpose: 'phone' }]);
    answer(PHONE, async () => {
      await held;
      return session;
    });
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(at.save).toHaveAttribute('aria-disabled', 'true');
    answer(VIEW, { ...view, phone: '159****0001' });
    release();
    await expect.element(page.getByText('159****0001')).toBeVisible();
    await expect.element(at.change('更换手机号')).toHaveFocus();
    expect(calls(PHONE)).toEqual([{ phone: '15900000001', code: '123456' }]);
  });

  test('the phone survives the end of the session; codes are never kept', async () => {
    // With `cid` in the URL there is no redirect to the login page.
    history.replaceState(null, '', `${location.pathname}?${location.search.slice(1)}&cid=1`);
    await show('phone');
    await fillIn();
    refuse(PHONE, 300, '登录已失效，请重新登录');
    await userEvent.click(at.save);
    await expect.element(page.getByRole('alert').getByText('登录已失效，请重新登录')).toBeVisible();
    const drafts = Object.entries(sessionStorage).filter(([name]) => name.startsWith('draft:'));
    expect(drafts.map(([, json]) => JSON.parse(json as string) as unknown)).toEqual([{ phone: '15900000001' }]);
  });

  test('the number is back after a new sign-in', async () => {
    sessionStorage.setItem('draft::phone', JSON.stringify({ phone: '15900000001' }));
    await show('phone');
    await expect.element(at.phone).toHaveValue('15900000001');
    await expect.element(at.code).toHaveValue('');
  });

  test('a taken one is said at its field; a storm is waited out', async () => {
    await show('phone');
    await fillIn();
    refuse(PHONE, 422, '', [{ field: 'phone', message: '账号已存在' }]);
    await userEvent.keyboard('{Enter}');
    await expect.element(at.phone).toHaveAccessibleDescription('账号已存在');
    await expect.element(at.phone).toHaveFocus();
    refuse(PHONE, 429, '请稍后再试', [], 1);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('当前登录人数较多，正在排队，请稍候…')).toBeVisible();
    answer(PHONE, session);
    await expect.element(at.change('更换手机号'), { timeout: 10_000 }).toBeVisible();
  });
});
