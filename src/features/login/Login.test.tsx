import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import {
  at,
  fillIn,
  given,
  challenge,
  inputsOf,
  nextAddress,
  PASSWORD,
  PICTURE,
  session,
} from '../../../tests/component/login-page.ts';
import { hydrate, settled } from '../../../tests/component/render.ts';
import Login from './Login.tsx';

const BEGIN_PASSKEY = 'POST /user/api/user/info/login/passkey/begin';
const REPLACE = 'POST /user/api/user/info/pwd/update';

/* Login with phone and password. */

beforeEach(() => history.replaceState(null, '', location.pathname + location.search));
afterEach(() => Cookies.remove('ET_WEB_TOKEN', { path: '/' }));

test('what was typed before hydration stays, and the keyboard is enough', async () => {
  answer(PASSWORD, session);
  const before = async () => {
    await expect.element(at.submit).toBeDisabled();
    await expect.element(at.tab('验证码登录')).toBeDisabled();
    await expect.element(at.method).toBeDisabled();
    await userEvent.fill(at.phone, '138 0000 0001');
    await userEvent.click(at.agreed);
    await userEvent.click(at.password);
  };
  await hydrate(Login, given, { before });
  await expect.element(at.submit).toBeEnabled();
  await expect.element(at.phone).toHaveValue('138 0000 0001');
  await expect.element(at.agreed).toBeChecked();
  await expect.element(at.password, { message: 'the focus is not taken away' }).toHaveFocus();
  await expect.element(at.phone).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.element(at.password).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.keyboard('Study@2026{Enter}');
  await expect.poll(() => location.hash).toBe('#home');
  expect(inputsOf(PASSWORD)).toEqual([{ phone: '13800000001', password: 'Study@2026', agreed: true }]);
  expect(Cookies.get('ET_WEB_TOKEN')).toBe('token-1');
  expect(Cookies.get('enterpriseId')).toBe(session.enterpriseId);
  expect(localStorage.getItem('agreed')).toBe('agreement:3');
  expect(JSON.stringify(sessionStorage) + JSON.stringify(localStorage), 'no password is kept').not.toContain('Study');
  await expect
    .element(at.submit, { message: 'busy until the next page is there' })
    .toHaveAttribute('aria-disabled', 'true');
});

test('the button for a passkey ends the suggestion of one, which would end it when its challenge arrives later', async () => {
  localStorage.setItem('passkeyUsed', '1');
  const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' } as const;
  const suggested = Promise.withResolvers<typeof options>();
  answer(BEGIN_PASSKEY, () => (inputsOf(BEGIN_PASSKEY).length === 1 ? suggested.promise : options));
  const asked: CredentialRequestOptions[] = [];
  vi.spyOn(navigator.credentials, 'get').mockImplementation((given) => {
    asked.push(given!);
    return new Promise(() => undefined);
  });
  await hydrate(Login, given);
  await expect.poll(() => inputsOf(BEGIN_PASSKEY)).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: '使用通行密钥' }));
  await expect.poll(() => asked).toHaveLength(1);
  suggested.resolve(options);
  await settled();
  expect(asked.map(({ mediation, signal }) => [mediation, signal?.aborted])).toEqual([[undefined, false]]);
});

test('names every field that is empty, and focuses the first', async () => {
  await hydrate(Login, given);
  await expect.element(at.phone).toHaveFocus();
  await userEvent.click(at.submit);
  await expect.element(at.phone).toHaveAccessibleDescription('请输入手机号');
  await expect.element(at.password).toHaveAccessibleDescription('请输入密码');
  await expect.element(at.agreed).toHaveAccessibleDescription('请先阅读并同意用户协议和隐私政策');
  await expect.element(at.phone).toHaveFocus();
  expect(made).toEqual([]);
  await userEvent.click(at.agreed);
  await expect.element(at.agreed).toHaveAccessibleDescription('');
});

test('shows what the server refuses at its field, and keeps what was typed', async () => {
  refuse(PASSWORD, 422, '', [{ field: 'password', message: '手机号或密码不正确' }]);
  await hydrate(Login, given);
  await fillIn();
  await userEvent.click(at.submit);
  await expect.element(at.password).toHaveAccessibleDescription('手机号或密码不正确');
  await expect.element(at.password).toHaveFocus();
  await expect.element(at.password).toHaveValue('Study@2026');
  await expect.element(at.submit).toHaveAttribute('aria-disabled', 'false');
  expect(Cookies.get('ET_WEB_TOKEN')).toBeUndefined();
});

test('is sent once, however often it is submitted', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer(PASSWORD, async () => {
    await held;
    return session;
  });
  const place = await hydrate(Login, given);
  await fillIn();
  const form = place.getElementsByTagName('form')[0]!;
  form.requestSubmit();
  form.requestSubmit();
  await expect.element(at.submit).toHaveAttribute('aria-disabled', 'true');
  (at.submit.element() as HTMLElement).click();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.poll(() => location.hash).toBe('#home');
  expect(inputsOf(PASSWORD)).toHaveLength(1);
});

test('shows that the server cannot be reached, and works once it can be reached again', async () => {
  disconnect(PASSWORD);
  await hydrate(Login, given);
  await fillIn();
  await userEvent.click(at.submit);
  await expect.element(page.getByRole('alert').getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
  answer(PASSWORD, session);
  await userEvent.click(at.submit);
  await expect.poll(() => location.hash).toBe('#home');
});

test('retries while too many users log in, and shows a message', async () => {
  refuse(PASSWORD, 429, '请稍后再试', [], 1);
  await hydrate(Login, given);
  await fillIn();
  await userEvent.click(at.submit);
  await expect.element(page.getByText('当前登录人数较多，正在排队，请稍候…')).toBeVisible();
  await expect.element(at.submit).toHaveAttribute('aria-disabled', 'true');
  answer(PASSWORD, session);
  await expect.poll(() => location.hash, { timeout: 10_000 }).toBe('#home');
});

test('shows the waiting time if it is too long for automatic retries', async () => {
  refuse(PASSWORD, 429, '请 15 分钟后再试', [], 900);
  await hydrate(Login, given);
  await fillIn();
  await userEvent.click(at.submit);
  await expect.element(page.getByRole('alert').getByText('请 15 分钟后再试')).toBeVisible();
  await expect.element(at.submit).toHaveAttribute('aria-disabled', 'false');
  expect(inputsOf(PASSWORD)).toHaveLength(1);
});

test('does the work that the server asks for by itself, and again with each further try', async () => {
  refuse(PASSWORD, 422, '', [{ field: 'pictureCode', message: '需要进行安全验证，请重试' }]);
  answer(PICTURE, () => {
    refuse(PASSWORD, 422, '', [{ field: 'password', message: '手机号或密码不正确' }]);
    return challenge;
  });
  await hydrate(Login, given);
  await fillIn();
  await userEvent.click(at.submit);
  await expect.element(at.password).toHaveAccessibleDescription('手机号或密码不正确');
  expect(inputsOf(PASSWORD)).toHaveLength(2);
  expect(inputsOf(PASSWORD).at(-1)).toMatchObject({ pictureId: challenge.id, pictureCode: '37' });
  await userEvent.click(at.submit);
  await expect.poll(() => inputsOf(PASSWORD)).toHaveLength(3);
  expect(inputsOf(PASSWORD).at(-1)).toMatchObject({ pictureId: challenge.id, pictureCode: '37' });
  expect(inputsOf(PICTURE)).toHaveLength(2);
  refuse(PICTURE, 429, '请稍后再试');
  await userEvent.click(at.submit);
  await expect.element(page.getByRole('alert').getByText('请稍后再试')).toBeVisible();
});

test('shows a message during the proof of work, and an error if it fails', async () => {
  refuse(PASSWORD, 422, '', [{ field: 'pictureCode', message: '需要进行安全验证，请重试' }]);
  const asked = Promise.withResolvers<typeof challenge>();
  answer(PICTURE, () => asked.promise);
  await hydrate(Login, given);
  await fillIn();
  await userEvent.click(at.submit);
  await expect.element(page.getByRole('alert').getByText('正在进行安全验证，请稍候…')).toBeVisible();
  asked.resolve({ ...challenge, maxNumber: 5 });
  await expect.element(page.getByRole('alert').getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
  expect(inputsOf(PASSWORD)).toHaveLength(1);
});

describe('an initial password', () => {
  const NEW = 'Anchor#47-Bow';
  const fields = [
    page.getByLabelText('新密码', { exact: true }),
    page.getByLabelText('再次输入新密码', { exact: true }),
  ];
  const save = page.getByRole('button', { name: '保存并登录' });
  beforeEach(async () => {
    refuse(PASSWORD, 409, '请先修改密码');
    await hydrate(Login, given);
    await fillIn();
    await userEvent.click(at.submit);
    await expect.element(page.getByRole('heading', { name: '设置新密码' })).toHaveFocus();
    for (const field of fields) await userEvent.fill(field, NEW);
  });

  test('is replaced at once, without typing it again or logging in a second time', async () => {
    await expect.element(page.getByLabelText('初始密码')).not.toBeInTheDocument();
    refuse(REPLACE, 422, '', [{ field: 'password', message: '密码太常见' }]);
    await userEvent.click(save);
    await expect.element(fields[0]!).toHaveAccessibleDescription(/密码太常见/);
    answer(REPLACE, {});
    answer(PASSWORD, session);
    await userEvent.click(save);
    await expect.poll(() => location.hash).toBe('#home');
    const { phone, password, ...typed } = inputsOf(PASSWORD)[0] as Record<string, unknown>;
    expect(inputsOf(REPLACE).at(-1)).toEqual({ phone, oldPassword: password, password: NEW, repeatPassword: NEW });
    expect(inputsOf(PASSWORD).at(-1)).toEqual({ ...typed, phone, password: NEW });
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(password);
  });

  test('that was replaced leads to the login page if only the login after it fails', async () => {
    answer(REPLACE, {});
    disconnect(PASSWORD);
    const left = nextAddress();
    await userEvent.click(save);
    expect(await left).toBe('/login?t=login&changed=1');
    expect(sessionStorage.getItem('phone')).toBe('13800000001');
    expect(inputsOf(REPLACE)).toHaveLength(1);
  });
});

test('shows the password when asked to, and lists nothing for a tenant without agreements', async () => {
  await hydrate(Login, { ...given, agreements: [], methods: [] });
  await userEvent.fill(at.password, 'Study@2026');
  await userEvent.click(page.getByRole('button', { name: '显示密码' }));
  await expect.element(at.password).toHaveAttribute('type', 'text');
  await expect.element(at.password).toHaveValue('Study@2026');
  await expect.element(at.password).toHaveFocus();
  await expect.element(at.agreed).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument();
});
