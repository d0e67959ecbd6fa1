import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import Login from './Login.tsx';

/* The login page: form, other methods, and the way back from those. Where it leads on is a fragment, so the page stays. */
const PASSWORD = 'POST /user/api/user/info/login/pwd';
const CODE = 'POST /user/api/user/info/login/verification/code';
const SEND = 'POST /user/api/user/info/send/verification/code';
const PICTURE = 'GET /user/api/user/info/get/image/verification/code';
const BEGIN = 'POST /user/api/user/info/login/begin';
const OIDC = 'POST /user/api/user/info/login/oidc';
const AGREED = [{ code: 'agreement' as const, version: 3 }];
const ENTERPRISE = '01890000-0000-7000-8000-00000000000e';
const session = { token: 'token-1', expiresIn: 86_400, enterpriseId: ENTERPRISE };
const image = {
  id: '01890000-0000-7000-8000-0000000000aa',
  image: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  expiresIn: 300,
};
const given = {
  method: 'password' as const,
  target: '#home',
  redirect: null,
  agreements: AGREED,
  changed: false,
  methods: [{ provider: 'oidc' as const, label: '集团账号' }],
  back: null,
  signedIn: false,
};
const at = {
  tab: (name: string) => page.getByRole('tab', { name }),
  phone: page.getByLabelText('手机号', { exact: true }),
  password: page.getByLabelText('密码', { exact: true }),
  code: page.getByLabelText('验证码', { exact: true }),
  send: page.getByRole('button', { name: /获取验证码|秒后可重发/ }),
  picture: page.getByRole('textbox', { name: '图形验证码' }),
  agreed: page.getByRole('checkbox'),
  submit: page.getByRole('button', { name: '登录', exact: true }),
  method: page.getByRole('button', { name: '使用集团账号登录' }),
};
const calls = (name: string) => made.filter(({ call }) => call === name).map(({ input }) => input);

beforeEach(() => history.replaceState(null, '', location.pathname + location.search));
afterEach(() => Cookies.remove('ET_WEB_TOKEN', { path: '/' }));

async function fillIn(password = 'Study@2026'): Promise<void> {
  await userEvent.fill(at.phone, '13800000001');
  await userEvent.fill(at.password, password);
  await userEvent.click(at.agreed);
}

describe('with a password', () => {
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
    await expect.element(at.phone).toHaveAttribute('autocomplete', 'username');
    await expect.element(at.password).toHaveAttribute('autocomplete', 'current-password');
    await userEvent.keyboard('Study@2026{Enter}');
    await expect.poll(() => location.hash).toBe('#home');
    expect(calls(PASSWORD)).toEqual([{ phone: '13800000001', password: 'Study@2026', agreed: true }]);
    expect(Cookies.get('ET_WEB_TOKEN')).toBe('token-1');
    expect(localStorage.getItem('enterpriseId')).toBe(ENTERPRISE);
    expect(localStorage.getItem('agreed')).toBe('agreement:3');
    expect(JSON.stringify(sessionStorage) + JSON.stringify(localStorage), 'no password is kept').not.toContain('Study');
    await expect
      .element(at.submit, { message: 'busy until the next page is there' })
      .toHaveAttribute('aria-disabled', 'true');
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
    expect(calls(PASSWORD)).toHaveLength(1);
  });

  test('says that the server cannot be reached, and works when it can be again', async () => {
    disconnect(PASSWORD);
    await hydrate(Login, given);
    await fillIn();
    await userEvent.click(at.submit);
    await expect.element(page.getByRole('alert').getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
    answer(PASSWORD, session);
    await userEvent.click(at.submit);
    await expect.poll(() => location.hash).toBe('#home');
  });

  test('waits and tries again while too many people sign in, and says so', async () => {
    refuse(PASSWORD, 429, '请稍后再试', [], 1);
    await hydrate(Login, given);
    await fillIn();
    await userEvent.click(at.submit);
    await expect.element(page.getByText('现在登录的人很多，正在排队，请稍候…')).toBeVisible();
    await expect.element(at.submit).toHaveAttribute('aria-disabled', 'true');
    answer(PASSWORD, session);
    await expect.poll(() => location.hash, { timeout: 10_000 }).toBe('#home');
  });

  test('tells how long to wait when that is longer than somebody waits here', async () => {
    refuse(PASSWORD, 429, '请 15 分钟后再试', [], 900);
    await hydrate(Login, given);
    await fillIn();
    await userEvent.click(at.submit);
    await expect.element(page.getByRole('alert').getByText('请 15 分钟后再试')).toBeVisible();
    await expect.element(at.submit).toHaveAttribute('aria-disabled', 'false');
    expect(calls(PASSWORD)).toHaveLength(1);
  });

  test('asks for a picture code, with another picture after each try', async () => {
    refuse(PASSWORD, 422, '', [{ field: 'pictureCode', message: '请输入图形验证码' }]);
    answer(PICTURE, image);
    await hydrate(Login, given);
    await fillIn();
    await expect.element(page.getByText('看不清', { exact: false })).not.toBeVisible();
    await userEvent.click(at.submit);
    await expect.element(at.picture).toHaveAccessibleDescription('请输入图形验证码');
    await expect.element(at.picture).toHaveFocus();
    await expect.poll(() => calls(PICTURE)).toHaveLength(1);
    refuse(PASSWORD, 422, '', [{ field: 'password', message: '手机号或密码不正确' }]);
    await userEvent.keyboard('ABCD{Enter}');
    await expect.element(at.password).toHaveAccessibleDescription('手机号或密码不正确');
    expect(calls(PASSWORD).at(-1)).toMatchObject({ pictureId: image.id, pictureCode: 'ABCD' });
    await expect.poll(() => calls(PICTURE)).toHaveLength(2);
    await expect.element(at.picture).toHaveValue('');
    refuse(PICTURE, 429, '换图太频繁');
    await userEvent.click(page.getByRole('button', { name: '图形验证码，点击换一张' }));
    await expect.element(at.picture).toHaveAccessibleDescription('换图太频繁');
  });

  test('a password that somebody else gave leads to the page where it is replaced, with the phone', async () => {
    refuse(PASSWORD, 409, '请先修改密码');
    await hydrate(Login, given);
    await fillIn();
    const left = nextAddress();
    await userEvent.click(at.submit);
    expect(await left).toBe('/forget?way=password');
    expect(sessionStorage.getItem('phone')).toBe('13800000001');
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
});

describe('with a code', () => {
  test('arrow keys choose the tab; what was typed goes over and comes back', async () => {
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
    expect(calls(SEND)).toEqual([{ phone: '13800000001', purpose: 'login' }]);
    await expect.element(at.code).toHaveFocus();
    await expect.element(page.getByRole('button', { name: /^(60|5\d) 秒后可重发$/ })).toBeVisible();
    (at.send.element() as HTMLElement).click();
    expect(calls(SEND), 'not while it counts').toHaveLength(1);
    // The wait is that of one phone.
    await userEvent.fill(at.phone, '13800000002');
    await expect.element(at.send).toHaveTextContent('获取验证码');
    await userEvent.fill(at.phone, '13800000001');
    await expect.element(at.send).toHaveAttribute('aria-disabled', 'true');
    await userEvent.fill(at.code, '123 456');
    const left = nextAddress();
    await userEvent.keyboard('{Enter}');
    expect(await left).toBe('/company');
    expect(calls(CODE)).toEqual([{ phone: '13800000001', code: '123456', agreed: true }]);
  });

  test('after a reload the code is still on its way: its tab, phone and wait are there', async () => {
    sessionStorage.setItem('code:login', JSON.stringify({ phone: '13800000001', until: Date.now() + 50_000 }));
    await hydrate(Login, given);
    await expect.element(at.tab('验证码登录')).toHaveAttribute('aria-selected', 'true');
    await expect.element(at.phone).toHaveValue('13800000001');
    await expect.element(at.code).toHaveFocus();
    await expect.element(at.send).toHaveAttribute('aria-disabled', 'true');
  });

  test('says at the right field why no code was sent', async () => {
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

  test('Enter in the field of the picture sends the code, not the form', async () => {
    refuse(SEND, 422, '', [{ field: 'pictureCode', message: '请输入图形验证码' }]);
    answer(PICTURE, image);
    await hydrate(Login, { ...given, method: 'code' });
    await userEvent.fill(at.phone, '13800000001');
    await userEvent.click(at.send);
    await expect.element(at.picture).toHaveFocus();
    await expect.poll(() => calls(PICTURE)).toHaveLength(1);
    answer(SEND, { expiresIn: 600, resendAfter: 60 });
    await userEvent.keyboard('ABCD{Enter}');
    await expect.element(at.code).toHaveFocus();
    expect(calls(SEND).at(-1)).toMatchObject({ pictureId: image.id, pictureCode: 'ABCD' });
    await expect.element(at.picture).not.toBeInTheDocument();
    await expect.element(at.code).toHaveAccessibleDescription('');
  });
});

describe('other methods', () => {
  test('lead to the provider with the consent of the form, once', async () => {
    answer(BEGIN, { url: '#provider' });
    await hydrate(Login, given);
    await userEvent.click(at.agreed);
    await userEvent.click(at.method);
    await expect.poll(() => location.hash).toBe('#provider');
    (at.method.element() as HTMLElement).click();
    expect(calls(BEGIN)).toEqual([{ provider: 'oidc', redirect: '#home', agreed: true }]);
    expect(sessionStorage.getItem('loginTarget')).toBe('#home');
    await expect.element(at.method).toHaveAttribute('aria-disabled', 'true');
  });

  test('say why they do not work, and can be tried again', async () => {
    refuse(BEGIN, 422, '这种登录方式没有设置好');
    await hydrate(Login, given);
    await userEvent.click(at.method);
    await expect.element(page.getByRole('alert').getByText('这种登录方式没有设置好')).toBeVisible();
    disconnect(BEGIN);
    await userEvent.click(at.method);
    await expect.element(page.getByRole('alert').getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
    await expect.element(at.method).toHaveAttribute('aria-disabled', 'false');
  });
});

describe('back from a provider', () => {
  const back = { provider: 'oidc' as const, name: '集团账号' };
  const entered = { provider: 'oidc' as const, token: null, bind: null, displayName: null, redirect: null };
  const BIND = '01890000-0000-7000-8000-0000000000bb';
  /** Comes back with this query; it is out of the address afterwards. */
  async function comeBack(query: string, props = {}): Promise<void> {
    const search = new URLSearchParams(location.search);
    for (const [name, value] of new URLSearchParams(query)) search.set(name, value);
    history.replaceState(null, '', `${location.pathname}?${search}`);
    await hydrate(Login, { ...given, back, ...props });
    expect(location.search).toBe('');
  }

  test('somebody who is known goes on at once', async () => {
    answer(OIDC, { ...entered, ...session, step: 'signedIn', redirect: '#asked' });
    await comeBack('code=c1&state=s1&iss=https%3A%2F%2Fid.example');
    await expect.poll(() => location.hash).toBe('#asked');
    expect(calls(OIDC)).toEqual([{ code: 'c1', state: 's1', iss: 'https://id.example' }]);
    expect(Cookies.get('ET_WEB_TOKEN')).toBe('token-1');
    await expect.element(page.getByRole('status')).toHaveTextContent('正在通过集团账号登录…');
  });

  test('somebody who is not known signs in with the phone, and is linked', async () => {
    answer(OIDC, { ...entered, step: 'bind', bind: BIND, displayName: 'wang.fang' });
    answer(PASSWORD, session);
    await comeBack('code=c1&state=s1');
    await expect.element(page.getByText('wang.fang')).toBeVisible();
    await expect.element(at.phone).toHaveFocus();
    await expect.element(at.method).not.toBeInTheDocument();
    await fillIn();
    await userEvent.click(at.submit);
    await expect.poll(() => calls(PASSWORD)).toMatchObject([{ bind: BIND }]);
  });

  test('texts are accepted first, by a person', async () => {
    answer(OIDC, { ...entered, step: 'agree', bind: BIND });
    const CONTINUE = 'POST /user/api/user/info/login/continue';
    disconnect(CONTINUE);
    await comeBack('code=c1&state=s1');
    const goOn = page.getByRole('button', { name: '同意并继续' });
    await expect.element(at.agreed).toHaveFocus();
    await userEvent.click(goOn);
    await expect.element(at.agreed).toHaveAccessibleDescription('请先阅读并同意用户协议和隐私政策');
    expect(calls(CONTINUE)).toEqual([]);
    await userEvent.click(at.agreed);
    await userEvent.click(goOn);
    await expect.element(page.getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
    answer(CONTINUE, { ...entered, ...session, step: 'signedIn', redirect: '#asked' });
    await userEvent.click(goOn);
    await expect.poll(() => location.hash).toBe('#asked');
    expect(calls(CONTINUE).at(-1)).toEqual({ bind: BIND, agreed: true });
  });

  test('an attempt that is over is said so, focused, and leads on to where somebody was going', async () => {
    sessionStorage.setItem('loginTarget', '/test');
    refuse(OIDC, 422, '登录已超时，请重新开始');
    answer(BEGIN, { url: '#provider' });
    await comeBack('code=c1&state=s1');
    const alert = page.getByRole('alert').filter({ hasText: '登录已超时，请重新开始' });
    await expect.element(alert).toHaveFocus();
    await expect.element(at.phone).toBeVisible();
    await userEvent.click(at.method);
    await expect.poll(() => calls(BEGIN)).toMatchObject([{ redirect: '/test' }]);
  });

  test('somebody who declined is told so; a member gets back to the settings', async () => {
    await comeBack('error=access_denied&state=s1', { signedIn: true });
    await expect.element(page.getByText('你在集团账号中取消了登录')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '返回个人设置' })).toBeVisible();
    await expect.element(at.phone).not.toBeInTheDocument();
    expect(made).toEqual([]);
  });
});

/** The next address that the page leaves for; it stays where it is. */
function nextAddress(): Promise<string> {
  return new Promise((resolve) => {
    navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault();
        const { pathname, search } = new URL(event.destination.url);
        resolve(pathname + search);
      },
      { once: true },
    );
  });
}
