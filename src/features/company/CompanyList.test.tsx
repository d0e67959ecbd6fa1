import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../tests/component/leaving.ts';
import { hydrate } from '../../../tests/component/render.ts';
import { $toasts } from '#src/client/session.store.ts';
import CompanyList from './CompanyList.tsx';

const CHOOSE = 'POST /user/auth/user/info/choose/enterprise';
const rules = { open: true, hostPattern: '{key}.example.com', phone: '138****0001' };
const tenant = { id: '01890000-0000-7000-8000-00000000000a', name: '华信制造' };
const company = {
  enterpriseId: tenant.id,
  enterpriseName: '华信制造',
  key: 'huaxin',
  userName: '王芳',
  userType: 1,
  isAdmin: true,
  logo: null,
  current: true,
  origin: null,
};
const other = {
  ...company,
  enterpriseId: '01890000-0000-7000-8000-00000000000b',
  enterpriseName: '蓝湾航运',
  current: false,
  isAdmin: false,
  origin: 'http://bluebay.example.com',
};
const unreachable = { ...other, enterpriseId: '01890000-0000-7000-8000-00000000000c', origin: null };
const show = (companies = [company, other, unreachable]) =>
  hydrate(CompanyList, { companies, rules, signedIn: true, tenant });
const enter = () => page.getByRole('button', { name: '进入蓝湾航运' });

test('shows roles, the current enterprise, and which one has no address', async () => {
  await show();
  const [first, second, third] = page.getByRole('listitem').elements();
  expect(first!.textContent).toContain('当前');
  expect(first!.textContent).toContain('王芳 · 学员 · 管理员');
  expect(second!.textContent).toContain('bluebay.example.com');
  expect(third!.textContent).toContain('该企业在此平台没有访问地址');
});

test('switches to the selected enterprise by keyboard, once', async () => {
  const left = catchLeaving();
  let release = () => {};
  answer(CHOOSE, async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return { session: null, url: '/company?enter=1#handoff=x' };
  });
  await show();
  enter().element().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(enter()).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect.poll(() => left).toEqual(['/company?enter=1#handoff=x']);
  expect(made).toEqual([{ call: CHOOSE, input: { enterpriseId: other.enterpriseId } }]);
  // Stays pending until the other page has loaded.
  await expect.element(enter()).toHaveAttribute('aria-disabled', 'true');
});

test('asks for consent before a first visit; Escape enters nothing, and the focus returns', async () => {
  const left = catchLeaving();
  refuse(CHOOSE, 422, '', [{ field: 'agreed', message: '请先阅读并同意用户协议和隐私政策' }]);
  await show();
  await userEvent.click(enter());
  const dialog = page.getByRole('dialog', { name: '首次进入该企业' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(enter()).toHaveFocus();
  await expect.element(enter()).toHaveAttribute('aria-disabled', 'false');

  await userEvent.click(enter());
  await expect.element(dialog).toBeVisible();
  answer(CHOOSE, { session: null, url: '/arrived' });
  await userEvent.click(page.getByRole('button', { name: '同意并进入' }));
  await expect.poll(() => left).toEqual(['/arrived']);
  expect(made.at(-1)!.input).toEqual({ enterpriseId: other.enterpriseId, agreed: true });
});

test('a refusal or a lost connection is said, and the button works again', async () => {
  await show();
  for (const [prepare, text] of [
    [() => refuse(CHOOSE, 409, '账号已停用，请联系管理员'), '账号已停用，请联系管理员'],
    [() => disconnect(CHOOSE), '操作失败，请稍后再试'],
  ] as const) {
    prepare();
    await userEvent.click(enter());
    await expect.poll(() => $toasts.get().at(-1)?.text).toBe(text);
    await expect.element(enter()).toHaveAttribute('aria-disabled', 'false');
  }
  $toasts.set([]);
});

test('a session that has ended leads to the login page', async () => {
  const left = catchLeaving();
  refuse(CHOOSE, 300, '请先登录');
  await show();
  await userEvent.click(enter());
  await expect.poll(() => left[0]).toContain('/login?t=login&redirect=');
  expect($toasts.get()).toEqual([]);
});

test('a user without an enterprise sees what to do', async () => {
  await show([]);
  await expect.element(page.getByText('138****0001')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '添加企业' })).toHaveAttribute('href', '/appCompany');
  await expect.element(page.getByRole('button', { name: '退出登录' })).toBeEnabled();
});
