import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../../tests/component/leaving.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { Settings } from '../../../../tests/component/settings.tsx';
import { invalidate } from '#src/client/query.ts';
import { $toasts } from '#src/client/session.store.ts';

const SESSIONS = 'GET /user/auth/user/info/session/list';
const END = 'DELETE /user/auth/user/info/session/end';
const END_OTHERS = 'DELETE /user/auth/user/info/session/end/others';
const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const device = {
  id: id(1),
  current: true,
  kind: 'desktop' as const,
  browser: 'Chrome',
  system: 'Windows',
  address: '10.0.0.1',
  place: null,
  way: 'password',
  enterpriseName: '华信制造',
  gmtCreate: '2026-03-01T01:05:00.000Z',
  lastUsedAt: '2026-03-02T01:05:00.000Z',
};
const phone = { ...device, id: id(2), current: false, kind: 'phone' as const, browser: 'Safari', system: 'iOS' };
const tablet = { ...phone, id: id(3), kind: 'tablet' as const, system: 'iPadOS', enterpriseName: '蓝湾航运' };

const show = (given = {}) => {
  // The cache contains responses of the previous test.
  invalidate(SESSIONS);
  return hydrate(Settings, { panel: 'sessions', timeZone: 'Asia/Shanghai', given });
};
const rows = () => page.getByRole('region', { name: '登录设备' }).getByRole('listitem');
const count = () => expect.poll(() => rows().elements().length);
const endPhone = () => page.getByRole('button', { name: '退出 Safari · iOS' });
const others = () => page.getByRole('button', { name: '退出其他所有设备' });
const calls = () => made.map(({ call }) => call).filter((call) => call !== SESSIONS);

test('the prefetched list is there at once: times of the tenant, other enterprises by name', async () => {
  const place = await show({ [`${SESSIONS}{}`]: [device, phone, tablet] });
  expect(made).toEqual([]);
  expect(place.textContent).toContain('2026-03-01 09:05 登录');
  expect(rows().elements()[0]!.textContent).not.toContain('华信制造');
  expect(rows().elements()[2]!.textContent).toContain('蓝湾航运');
  await expect
    .element(page.getByRole('link', { name: '密码与手机' }))
    .toHaveAttribute('href', '/account?change=4&settingType=2');
});

test('one session is ended by keyboard, and the focus moves to what is left', async () => {
  answer(SESSIONS, [device, phone]);
  answer(END, {});
  await show();
  await count().toBe(2);
  endPhone().element().focus();
  await userEvent.keyboard('{Enter}');
  await count().toBe(1);
  await expect.element(page.getByRole('button', { name: '退出 Chrome · Windows' })).toHaveFocus();
  expect(made.find(({ call }) => call === END)!.input).toEqual({ id: phone.id });
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['退出成功']);
  await expect.element(others()).not.toBeInTheDocument();
  $toasts.set([]);
});

test('all others are ended after a confirmation, which Escape declines', async () => {
  answer(SESSIONS, [device, phone, tablet]);
  answer(END_OTHERS, { count: 2 });
  await show();
  await count().toBe(3);
  await userEvent.click(others());
  await userEvent.keyboard('{Escape}');
  await expect.element(others()).toHaveFocus();
  expect(calls()).toEqual([]);
  await userEvent.click(others());
  await userEvent.click(page.getByRole('button', { name: '全部退出' }));
  await count().toBe(1);
  expect(calls()).toEqual([END_OTHERS]);
  $toasts.set([]);
});

test('a session that could not be ended is listed again', async () => {
  answer(SESSIONS, [device, phone]);
  disconnect(END);
  await show();
  await count().toBe(2);
  await userEvent.click(endPhone());
  await expect.poll(() => $toasts.get().length).toBe(1);
  await count().toBe(2);
  $toasts.set([]);
});

test('a session that has ended leads to the login page', async () => {
  const left = catchLeaving();
  refuse(SESSIONS, 300, '请先登录');
  await show();
  await expect.poll(() => left[0]).toContain('/login?t=login&redirect=');
});

test('the session in use is ended after a confirmation', async () => {
  const left = catchLeaving();
  answer(SESSIONS, [device]);
  answer('PUT /user/auth/user/info/logout', {});
  await show();
  await userEvent.click(page.getByRole('button', { name: '退出 Chrome · Windows' }));
  await userEvent.click(page.getByRole('button', { name: '确认退出' }));
  await expect.poll(() => left).toEqual(['/']);
});

test('a list that cannot be loaded is asked for again', async () => {
  invalidate(SESSIONS);
  refuse(SESSIONS, 500, '系统出错了');
  await show();
  await expect.element(page.getByText('系统出错了')).toBeVisible();
  answer(SESSIONS, [device, phone]);
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await count().toBe(2);
});
