import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { at, BEGIN, fillIn, given, inputsOf, PASSWORD, session } from '../../../../tests/component/login-page.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import Login from '../Login.tsx';

/* The other login methods, and the return from them. */
const OIDC = 'POST /user/api/user/info/login/oidc';

beforeEach(() => history.replaceState(null, '', location.pathname + location.search));
afterEach(() => Cookies.remove('ET_WEB_TOKEN', { path: '/' }));

describe('other methods', () => {
  test('lead to the provider with the consent of the form, once', async () => {
    answer(BEGIN, { url: '#provider' });
    await hydrate(Login, given);
    await userEvent.click(at.agreed);
    await userEvent.click(at.method);
    await expect.poll(() => location.hash).toBe('#provider');
    (at.method.element() as HTMLElement).click();
    expect(inputsOf(BEGIN)).toEqual([{ provider: 'oidc', redirect: '#home', agreed: true }]);
    expect(sessionStorage.getItem('loginTarget')).toBe('#home');
    await expect.element(at.method).toHaveAttribute('aria-disabled', 'true');
  });

  test('show why they do not work, and can be retried', async () => {
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
  /** Returns with this query string, which is then removed from the URL. */
  async function comeBack(query: string, props = {}): Promise<void> {
    const search = new URLSearchParams(location.search);
    for (const [name, value] of new URLSearchParams(query)) search.set(name, value);
    history.replaceState(null, '', `${location.pathname}?${search}`);
    await hydrate(Login, { ...given, back, ...props });
    expect(location.search).toBe('');
  }

  test('a known user continues at once', async () => {
    answer(OIDC, { ...entered, ...session, step: 'signedIn', redirect: '#asked' });
    await comeBack('code=c1&state=s1&iss=https%3A%2F%2Fid.example');
    await expect.poll(() => location.hash).toBe('#asked');
    expect(inputsOf(OIDC)).toEqual([{ code: 'c1', state: 's1', iss: 'https://id.example' }]);
    expect(Cookies.get('ET_WEB_TOKEN')).toBe('token-1');
    await expect.element(page.getByRole('status')).toHaveTextContent('正在通过集团账号登录…');
  });

  test('an unknown user logs in with the phone and is linked', async () => {
    answer(OIDC, { ...entered, step: 'bind', bind: BIND, displayName: 'wang.fang' });
    answer(PASSWORD, session);
    await comeBack('code=c1&state=s1');
    await expect.element(page.getByText('wang.fang')).toBeVisible();
    await expect.element(at.phone).toHaveFocus();
    await expect.element(at.method).not.toBeInTheDocument();
    await fillIn();
    await userEvent.click(at.submit);
    await expect.poll(() => inputsOf(PASSWORD)).toMatchObject([{ bind: BIND }]);
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
    expect(inputsOf(CONTINUE)).toEqual([]);
    await userEvent.click(at.agreed);
    await userEvent.click(goOn);
    await expect.element(page.getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
    answer(CONTINUE, { ...entered, ...session, step: 'signedIn', redirect: '#asked' });
    await userEvent.click(goOn);
    await expect.poll(() => location.hash).toBe('#asked');
    expect(inputsOf(CONTINUE).at(-1)).toEqual({ bind: BIND, agreed: true });
  });

  test('an expired attempt shows a focused error and keeps the target page', async () => {
    sessionStorage.setItem('loginTarget', '/test');
    refuse(OIDC, 422, '登录已超时，请重新开始');
    answer(BEGIN, { url: '#provider' });
    await comeBack('code=c1&state=s1');
    const alert = page.getByRole('alert').filter({ hasText: '登录已超时，请重新开始' });
    await expect.element(alert).toHaveFocus();
    await expect.element(at.phone).toBeVisible();
    await userEvent.click(at.method);
    await expect.poll(() => inputsOf(BEGIN)).toMatchObject([{ redirect: '/test' }]);
  });

  test('a cancelled login shows a message; a member returns to the settings', async () => {
    await comeBack('error=access_denied&state=s1', { signedIn: true });
    await expect.element(page.getByText('你在集团账号中取消了登录')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '返回个人设置' })).toBeVisible();
    await expect.element(at.phone).not.toBeInTheDocument();
    expect(made).toEqual([]);
  });
});
