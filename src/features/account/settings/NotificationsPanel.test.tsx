import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { invalidate, prefetch } from '#src/client/query.ts';
import { $toasts } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { readView } from '../account-query.ts';
import AccountTabs from '../AccountTabs.tsx';
import { undoCount, wantedBy } from '../panel-calls.ts';
import { loadPanel } from '../panels.ts';

const VIEW = 'GET /user/auth/notice/setting/view';
const SAVE = 'PUT /user/auth/notice/setting/save';
let setting: Data<typeof VIEW>;
const READY = { mail: 'ready', sms: 'ready', wecom: 'ready', dingtalk: 'ready' } as const;

beforeEach(async () => {
  setting = {
    ...{ chosen: ['sms_due', 'mail_overdue'], required: ['mail_overdue'], channels: READY },
    ...{ locale: 'zh', languages: ['zh', 'en'], quiet: null, enterpriseQuiet: { from: 21, until: 8 } },
  };
  $toasts.set([]);
  answer('POST /user/auth/flow/instance/undo', {
    ...{ list: [], pageCurrent: 1, pageSize: 1, totalCount: 0, totalPage: 0 },
  });
  answer('GET /user/auth/notice/digest/view', { frequency: 'none', byEmail: false, email: 'off' });
  answer(VIEW, () => setting);
  answer(SAVE, (input) => {
    const { choices = {}, ...rest } = input as { choices?: Record<string, boolean> };
    const chosen = new Set(setting.chosen);
    for (const [name, on] of Object.entries(choices)) if (on) chosen.add(name);
    for (const [name, on] of Object.entries(choices)) if (!on) chosen.delete(name);
    setting = { ...setting, ...rest, chosen: [...chosen] };
    return setting;
  });
  const search = '?change=4&settingType=5';
  setAddress(`/account${search}`);
  const given = await prefetch(api, [
    undoCount(),
    ...wantedBy(readView(search, { organisation: false, decides: false })),
  ]);
  await loadPanel('notifications');
  made.length = 0;
  await hydrate(AccountTabs, { viewer: session.viewer, search, now: '2026-03-01T00:00:00.000Z', given });
});

const inputs = (call: string) => made.filter((each) => each.call === call).map(({ input }) => input);

test('each choice is saved at once; what is required cannot be turned off', async () => {
  const box = page.getByRole('checkbox', { name: '即将到期 · 短信' });
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.poll(() => inputs(SAVE)).toEqual([{ choices: { sms_due: false } }]);
  await expect.element(box).not.toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: '已逾期或已结束 · 邮件 （必收）' })).toBeDisabled();
});

test('a channel without a confirmed address says so, and leads to where it is confirmed', async () => {
  setting = { ...setting, channels: { ...READY, mail: 'off', sms: 'unconfirmed' } };
  invalidate(VIEW);
  await expect
    .element(page.getByRole('link', { name: '请先验证手机号' }))
    .toHaveAttribute('href', '/account?change=4&settingType=2&edit=phone');
  await expect.element(page.getByText('平台未开通')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '即将到期 · 短信' })).toBeDisabled();
  // Of a channel that nobody has here only what is required is shown.
  await expect.element(page.getByRole('checkbox', { name: '已逾期或已结束 · 邮件 （必收）' })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: '即将到期 · 邮件' })).not.toBeInTheDocument();
});

test('own quiet hours that leave no hour are refused where they are chosen', async () => {
  await page.getByRole('checkbox', { name: '增加我的免打扰时段' }).click();
  await expect.poll(() => inputs(SAVE)).toEqual([{ quiet: { from: 21, until: 8 } }]);
  await page.getByLabelText('从').selectOptions('08:00');
  await expect.poll(() => inputs(SAVE).length).toBe(2);
  await page.getByLabelText('到').selectOptions('21:00');
  await expect.element(page.getByRole('alert').filter({ hasText: '没有可发送的时间' })).toBeVisible();
  expect(inputs(SAVE)).toHaveLength(2);
});

test('the digest is chosen in place', async () => {
  const saved = { frequency: 'weekly', byEmail: false, email: 'ready' } as const;
  answer('PUT /user/auth/notice/digest/save', saved);
  const box = page.getByRole('checkbox', { name: '同时通过邮件发送，并附未读通知' });
  await expect.element(box).not.toBeInTheDocument();
  answer('GET /user/auth/notice/digest/view', saved);
  await page.getByLabelText('社区摘要').selectOptions('weekly');
  await expect
    .poll(() => inputs('PUT /user/auth/notice/digest/save'))
    .toEqual([{ frequency: 'weekly', byEmail: false }]);
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['保存成功']);
  answer('GET /user/auth/notice/digest/view', { ...saved, byEmail: true });
  await userEvent.click(box);
  await expect
    .poll(() => inputs('PUT /user/auth/notice/digest/save').at(-1))
    .toEqual({ frequency: 'weekly', byEmail: true });
  await expect.element(box).toBeChecked();
});

test('the digest by e-mail needs a confirmed address', async () => {
  answer('GET /user/auth/notice/digest/view', { frequency: 'daily', byEmail: true, email: 'unconfirmed' });
  invalidate('GET /user/auth/notice/digest/view');
  const link = page.getByRole('link', { name: '验证邮箱后可通过邮件接收' });
  await expect.element(link).toHaveAttribute('href', '/account?change=4&settingType=2&edit=email');
  await expect.element(page.getByRole('checkbox', { name: /同时通过邮件/ })).not.toBeInTheDocument();
});
