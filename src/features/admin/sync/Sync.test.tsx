import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { type Run, RUNS_PAGE, type Setting, SETTINGS } from './sync-list.ts';
import Sync from './Sync.tsx';

const setting = (provider: Setting['provider'], more: Partial<Setting> = {}): Setting => ({
  ...{
    provider,
    appId: '',
    hasSecret: false,
    loginAppId: null,
    departments: [],
    fields: ['userName'],
    numberFrom: 'none',
  },
  ...{ keepEdited: true, disableLeft: false, nightlyHour: null, revision: 0, ...more },
});
const chosen = { id: '2', name: '生产部', rule: 'below', targetId: null, targetPath: null } as const;
const run = (more: Partial<Run>): Run => ({
  ...{
    id: 'r',
    provider: 'wecom',
    isNightly: true,
    userName: '程一鸣',
    state: 'stopped',
    step: 'people',
    problem: null,
  },
  ...{ departmentCount: 3, peopleCount: 80, pageCount: 4, retryCount: 0, retryAt: null, counts: null },
  ...{ gmtCreate: '2026-11-26T18:00:00.000Z', ...more },
});
const runs = (...list: Run[]) =>
  answer(RUNS_PAGE, { list, pageCurrent: 1, pageSize: 10, totalCount: list.length, totalPage: 1 });
const show = () => hydrate(Sync, { given: {}, search: '', timeZone: 'Asia/Shanghai' });

beforeEach(() => {
  answer(SETTINGS, {
    list: [
      setting('wecom', { appId: 'ww1', hasSecret: true, revision: 3, departments: [chosen] }),
      setting('dingtalk'),
    ],
  });
});

test('the reason of a failed test is shown; without settings there is nothing to test or start', async () => {
  runs();
  refuse('POST /people/auth/sync/test', 422, '门户服务器的 IP 不在提供方的可信 IP 列表中（60020）');
  await show();
  const dingtalk = page.getByRole('region', { name: '钉钉' });
  await expect.element(dingtalk.getByRole('button')).toHaveTextContent('设置');
  await userEvent.click(page.getByRole('region', { name: '企业微信' }).getByRole('button', { name: '测试连接' }));
  await expect.element(page.getByRole('alert').getByText(/60020/)).toBeVisible();
});

test('an empty secret keeps the stored one, and errors are shown at their fields', async () => {
  runs();
  const save = 'PUT /people/auth/sync/setting/save';
  refuse(save, 422, '…', [{ field: 'secret', message: '请重新填写' }]);
  await show();
  await userEvent.click(page.getByRole('button', { name: '企业微信的设置' }));
  const secret = page.getByLabelText('密钥（Secret）', { exact: true });
  await expect.element(secret).toHaveValue('');
  await expect.element(secret).toHaveAttribute('placeholder', '已保存；留空则保持不变');
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect.element(secret).toHaveAccessibleDescription(/请重新填写/);
  const { input } = made.find(({ call }) => call === save)!;
  expect(input).toMatchObject({
    provider: 'wecom',
    secret: '',
    revision: 3,
    departments: [{ id: '2', rule: 'below' }],
  });
});

test('a run that has stopped says why, and goes on after a confirmation that says what follows', async () => {
  runs(run({ problem: '提供方只返回了 80 人，上次为 100 人' }));
  answer('PUT /people/auth/sync/run/confirm', run({ state: 'planning' }));
  await show();
  await expect.element(page.getByText('提供方只返回了 80 人，上次为 100 人')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '确认并继续' }));
  await expect.element(page.getByRole('dialog').getByText(/不在通讯录中的人员会列为缺少/)).toBeVisible();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '确认并继续' }));
  await expect.poll(() => made.map(({ call }) => call)).toContain('PUT /people/auth/sync/run/confirm');
});
