import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../../tests/component/leaving.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import LoginSettings from './LoginSettings.tsx';

const SAVE = 'PUT /user/auth/enterprise/login/setting/save';
const TEST = 'POST /user/auth/enterprise/login/setting/test';
const wecom = {
  provider: 'wecom' as const,
  enabled: true,
  hasSecret: true,
  fromOperator: true,
  config: { corpId: 'ww1', agentId: '1000002' },
  revision: 3,
};
const oidc = {
  provider: 'oidc' as const,
  enabled: false,
  hasSecret: false,
  fromOperator: false,
  config: { trustPhone: true },
  revision: 0,
};
const NONE = { people: 3, without: 1 };
const show = (languages: ('zh' | 'en')[] = ['zh', 'en']) =>
  hydrate(LoginSettings, {
    settings: { redirectAddress: 'http://huaxin.example.com/login', list: [wecom, oidc] },
    policy: { scope: 'off', from: null, trustsProviders: false, admin: NONE, all: NONE },
    timeZone: 'Asia/Shanghai',
    tenantName: '华信制造',
    languages,
  });
const form = (name: string) => page.getByRole('form', { name });
const OIDC = '单点登录（OpenID Connect）';
const save = (name: string) => form(name).getByRole('button', { name: '保存', exact: true });
const tryOut = (name: string) => form(name).getByRole('button', { name: '测试已保存的设置' });

test('saves texts and boxes of one way, empties the secret, and can then be tested', async () => {
  await show();
  await expect.element(tryOut(OIDC)).toBeDisabled();
  await userEvent.fill(form(OIDC).getByLabelText('签发者地址（Issuer）'), 'https://id.example.com');
  await userEvent.fill(form(OIDC).getByLabelText('客户端 ID（Client ID）'), 'zhixing');
  await userEvent.fill(form(OIDC).getByLabelText('密钥（Secret）'), 'very secret');
  await userEvent.click(form(OIDC).getByRole('checkbox', { name: '启用' }));
  await userEvent.click(form(OIDC).getByRole('checkbox', { name: /自动创建成员/ }));
  expect(JSON.stringify(sessionStorage)).not.toContain('very secret');
  answer(SAVE, { ...oidc, enabled: true, hasSecret: true });
  await userEvent.click(save(OIDC));
  await expect.element(form(OIDC).getByRole('status')).toHaveTextContent('已保存');
  await expect.element(form(OIDC).getByLabelText('密钥（Secret）')).toHaveValue('');
  expect(made.at(-1)!.input).toEqual({
    provider: 'oidc',
    revision: 0,
    enabled: true,
    issuer: 'https://id.example.com',
    clientId: 'zhixing',
    secret: 'very secret',
    labelZh: '',
    labelEn: '',
    scopes: 'openid profile email',
    phoneClaim: 'phone_number',
    trustPhone: true,
    autoProvision: true,
  });
  answer(TEST, { secret: 'confirmed' });
  await userEvent.click(tryOut(OIDC));
  await expect.element(form(OIDC).getByRole('status')).toHaveTextContent('测试通过：服务商接受了这些设置');
  answer(TEST, { secret: 'unknown' });
  await userEvent.click(tryOut(OIDC));
  await expect
    .element(form(OIDC).getByRole('status'))
    .toHaveTextContent('已找到登录服务，但该服务在登录前不校验密钥，请实际登录一次以确认密钥正确。');
});

test('an error is shown at its field, in its own form only', async () => {
  await show();
  refuse(SAVE, 422, '', [{ field: 'secret', message: '应用或地址已更改，请重新填写密钥' }]);
  await userEvent.click(save('企业微信'));
  const secret = form('企业微信').getByLabelText('密钥（Secret）');
  await expect.element(secret).toHaveAccessibleDescription('应用或地址已更改，请重新填写密钥');
  await expect.element(secret).toHaveFocus();
  await expect.element(form(OIDC).getByLabelText('密钥（Secret）')).not.toHaveAttribute('aria-invalid');
});

test('what somebody else has saved meanwhile is shown beside what was typed, and the next save is on top of it', async () => {
  await show();
  await userEvent.fill(form('企业微信').getByLabelText('应用 AgentId'), '1000009');
  refuse(SAVE, 409, '其他人已修改');
  const list = [{ ...wecom, revision: 4, config: { corpId: 'ww2', agentId: '1000002' } }];
  answer('GET /user/auth/enterprise/login/setting/list', { redirectAddress: '', list });
  await userEvent.click(save('企业微信'));
  await expect.element(form('企业微信').getByRole('alert')).toHaveTextContent('其他人已修改');
  const theirs = form('企业微信').getByRole('region', { name: '其他人已保存的设置' });
  await expect.element(theirs.getByText(/对方 ww2，你 ww1/)).toBeVisible();
  await expect.element(theirs.getByText(/对方 1000002，你 1000009/)).toBeVisible();
  await expect.element(form('企业微信').getByLabelText('应用 AgentId')).toHaveValue('1000009');
  answer(SAVE, { ...wecom, revision: 5, fromOperator: false });
  await userEvent.click(save('企业微信'));
  await expect.element(form('企业微信').getByRole('status')).toHaveTextContent('已保存');
  await expect.element(theirs).not.toBeInTheDocument();
  expect(made.at(-1)!.input).toMatchObject({ revision: 4, corpId: 'ww1', agentId: '1000009' });
});

test('a test that fails, is cut off, or runs already', async () => {
  await show();
  refuse(TEST, 422, '无法连接登录服务（DNS）');
  await userEvent.click(tryOut('企业微信'));
  await expect.element(form('企业微信').getByRole('alert')).toHaveTextContent('无法连接登录服务（DNS）');
  disconnect(TEST);
  await userEvent.click(tryOut('企业微信'));
  await expect.element(form('企业微信').getByRole('alert')).toHaveTextContent('无法连接服务器，请检查网络后重试');
  let release = () => {};
  answer(TEST, async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return { secret: 'confirmed' as const };
  });
  await userEvent.click(tryOut('企业微信'));
  await expect.element(tryOut('企业微信')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(tryOut('企业微信'), { force: true });
  // Saving is disabled while the saved settings are being tested.
  await userEvent.click(save('企业微信'));
  release();
  await expect.element(form('企业微信').getByRole('status')).toHaveTextContent('测试通过：服务商接受了这些设置');
  expect(made.map(({ call }) => call)).toEqual([TEST, TEST, TEST]);
});

test('a session that has ended leads to the login page, and what was typed is kept', async () => {
  const left = catchLeaving();
  await show();
  refuse(SAVE, 300, '请先登录');
  await userEvent.fill(form('企业微信').getByLabelText('应用 AgentId'), '1000009');
  await userEvent.click(save('企业微信'));
  await expect.poll(() => left[0]).toContain('/login?t=login&redirect=');
  expect(JSON.stringify(sessionStorage)).toContain('1000009');
});

test('a second factor is required from a day on, and why not is shown in the form', async () => {
  const POLICY = 'PUT /user/auth/enterprise/factor/policy/save';
  const policy = form('要求两步验证');
  await show();
  await expect.element(policy.getByLabelText('开始日期')).toBeDisabled();
  await userEvent.click(policy.getByRole('radio', { name: /拥有管理权限的人/ }));
  await userEvent.fill(policy.getByLabelText('开始日期'), '2031-05-01');
  await userEvent.click(policy.getByRole('checkbox', { name: /信任身份提供商/ }));
  refuse(POLICY, 409, '请先为自己设置两步验证');
  await userEvent.click(policy.getByRole('button', { name: '保存' }));
  await expect.element(policy.getByRole('alert')).toHaveTextContent('请先为自己设置两步验证');
  answer(POLICY, { scope: 'admin', from: null, trustsProviders: true });
  await userEvent.click(policy.getByRole('button', { name: '保存' }));
  await expect.element(policy.getByRole('status')).toHaveTextContent('已保存');
  await expect.element(policy.getByLabelText('开始日期')).toHaveValue('2031-05-01');
  expect(made.at(-1)!.input).toEqual({ scope: 'admin', from: '2031-05-01', trustsProviders: true });
});

test('the label of a button is asked for in the language that is offered', async () => {
  await show(['zh']);
  await expect.element(form(OIDC).getByLabelText('按钮名称（中文）')).toBeVisible();
  await expect.element(form(OIDC).getByLabelText('按钮名称（英文）')).not.toBeInTheDocument();
});
