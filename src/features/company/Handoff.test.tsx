import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../tests/component/leaving.ts';
import { hydrate } from '../../../tests/component/render.ts';
import Handoff from './Handoff.tsx';

const HANDOFF = 'POST /user/api/user/info/login/handoff';
const address = location.pathname + location.search;
const session = { token: 'token', enterpriseId: null } as never;
const arrive = (fragment: string) => {
  history.replaceState(null, '', address + fragment);
  return hydrate(Handoff, { name: '华信制造' });
};
afterEach(() => {
  history.replaceState(null, '', address);
  document.cookie = 'ET_WEB_TOKEN=; max-age=0; path=/';
});

test('logs in with the code of the fragment, removes it from the URL, and continues', async () => {
  const left = catchLeaving();
  answer(HANDOFF, session);
  await arrive('#handoff=abc');
  await expect.poll(() => left).toEqual(['/home']);
  expect(location.hash).toBe('');
  expect(made).toEqual([{ call: HANDOFF, input: { code: 'abc' } }]);
  expect(document.cookie).toContain('ET_WEB_TOKEN=token');
  expect(page.getByRole('button').query()).toBeNull();
});

test('without a code or with an expired one, shows an error with a link to the login page', async () => {
  await arrive('');
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('进入企业的链接已失效，请重新登录，或返回原页面再试一次');
  expect(made).toEqual([]);
  await expect.element(page.getByRole('link', { name: '登录' })).toHaveAttribute('href', '/login');
});

test('a code that the server refuses is not tried again', async () => {
  refuse(HANDOFF, 422, '进入企业的链接已失效，请重新登录，或返回原页面再试一次');
  await arrive('#handoff=abc');
  await expect.element(page.getByRole('link', { name: '登录' })).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
});

test('offline: another try with the same code', async () => {
  const left = catchLeaving();
  disconnect(HANDOFF);
  await arrive('#handoff=abc');
  await expect.element(page.getByRole('status')).toHaveTextContent('无法连接服务器，请检查网络后重试');
  answer(HANDOFF, session);
  await userEvent.click(page.getByRole('button', { name: '再试一次' }));
  await expect.poll(() => left).toEqual(['/home']);
  expect(made.map(({ input }) => input)).toEqual([{ code: 'abc' }, { code: 'abc' }]);
});

test('asks for consent; without it there is no login, and it can be asked again', async () => {
  const left = catchLeaving();
  refuse(HANDOFF, 422, '', [{ field: 'agreed', message: '请先阅读并同意用户协议和隐私政策' }]);
  await arrive('#handoff=abc');
  await userEvent.click(page.getByRole('button', { name: '取消' }));
  await expect.element(page.getByRole('status')).toHaveTextContent('请先阅读并同意用户协议和隐私政策');
  expect(document.cookie).not.toContain('ET_WEB_TOKEN');
  await userEvent.click(page.getByRole('button', { name: '再试一次' }));
  answer(HANDOFF, session);
  await userEvent.click(page.getByRole('button', { name: '同意并进入' }));
  await expect.poll(() => left).toEqual(['/home']);
  expect(made.at(-1)!.input).toEqual({ code: 'abc', agreed: true });
});
