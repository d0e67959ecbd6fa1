import { randomUUID } from 'node:crypto';
import type { account } from '#src/contract/account.ts';
import type { accountPreference } from '#src/contract/account-preference.ts';
import type { accountFactor } from '#src/contract/account-factor.ts';
import type { accountFactorPolicy } from '#src/contract/account-factor-policy.ts';
import type { accountPasskey } from '#src/contract/account-passkey.ts';
import type { accountPassword } from '#src/contract/account-password.ts';
import type { accountLoginMethods } from '#src/contract/account-login-methods.ts';
import type { administrator } from '#src/contract/administrator.ts';
import type { company } from '#src/contract/company.ts';
import { BROWSER_COOKIE } from '#src/server/account/login-methods/login-attempt.ts';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { loginSetting, sessionHandoff, userIdentity } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { DINGTALK_APP } from '../../stand-ins/dingtalk.ts';
import { anyPhone } from '../codes.ts';
import { mintUpload, newEnterprise } from '../company.ts';
import { ok } from '../portal.ts';
import { BROWSER, codeFor, mintAnsweredAttempt, type Inputs, type Scene } from '../scene.ts';
import { mintSession } from '../session.ts';
import { WORLD_PASSWORD } from '../world.ts';

const NEXT_PASSWORD = 'Harbour#83-New';
const twice = { password: NEXT_PASSWORD, repeatPassword: NEXT_PASSWORD };

/** Starts a login and returns the parameters of the provider's redirect. */
async function redirectParameters(
  { world }: Scene,
  provider: 'wecom' | 'oidc',
): Promise<{ code: string; state: string }> {
  const browser = { ...world.tenant.anonymous, cookie: `${BROWSER_COOKIE}=${BROWSER}` };
  const { url } = await ok(browser, 'POST /user/api/user/info/login/begin', { provider });
  const who = randomUUID();
  const { wecom, oidc } = world.providers;
  const redirected = await (provider === 'wecom' ? wecom.scan(url, who) : oidc.scan(url, { sub: who }));
  return Object.fromEntries(redirected.searchParams) as { code: string; state: string; iss?: string };
}

async function mintHandoff({ world, person }: Scene): Promise<string> {
  const code = newToken();
  await withPortal((db) =>
    db.insert(sessionHandoff).values({
      codeHash: hashToken(code),
      userId: person.userId,
      enterpriseId: world.tenant.id,
      userAgent: '',
      address: '',
      expiresAt: new Date(Date.now() + 30_000),
    }),
  );
  return code;
}

export const accountInputs: Inputs<
  keyof (typeof account &
    typeof accountFactor &
    typeof accountFactorPolicy &
    typeof accountPasskey &
    typeof accountPreference &
    typeof accountPassword &
    typeof accountLoginMethods &
    typeof administrator &
    typeof company)
> = {
  'GET /user/auth/user/info/preference/view': () => ({}),
  'PUT /user/auth/user/info/preference/save': () => ({ theme: 'light', textSize: 'large' }),
  'POST /user/api/user/info/login/pwd': ({ person }) => ({ phone: person.phone, password: WORLD_PASSWORD }),
  'POST /user/api/user/info/login/verification/code': async (scene) => ({
    phone: scene.person.phone,
    code: await codeFor(scene, scene.person.phone, 'login'),
  }),
  'POST /user/api/user/info/send/verification/code': () => ({ phone: anyPhone(), purpose: 'login' }),
  'POST /user/auth/user/info/send/verification/code': () => ({}),
  'GET /user/api/user/info/get/image/verification/code': () => ({}),
  'PUT /user/auth/user/info/logout': () => ({}),
  'POST /user/auth/enterprise/administrator/page': () => ({}),
  'GET /user/auth/enterprise/guide/view': () => ({}),
  'PUT /user/auth/enterprise/administrator/save': ({ person }) => ({ userId: person.userId, isAdmin: true }),
  'GET /user/auth/enterprise/user/info/current/view': () => ({}),
  'PUT /user/auth/enterprise/user/info/update': async ({ world, person }) => ({
    nickname: `Nick ${world.mark}`,
    sex: 2,
    email: 'a@example.com',
    headPortraitFileId: await mintUpload(world.tenant, person.userId, 'avatar'),
  }),
  'GET /user/auth/user/info/session/list': () => ({}),
  'DELETE /user/auth/user/info/session/end': async ({ world, person }) => {
    const id = randomUUID();
    await mintSession(person.userId, world.tenant.id, { id });
    return { id };
  },
  'DELETE /user/auth/user/info/session/end/others': () => ({}),
  'POST /user/auth/user/info/sign-in/page': () => ({}),
  'GET /user/auth/user/info/consent/list': () => ({}),
  'GET /user/api/user/info/login/way/list': () => ({}),
  'POST /user/api/user/info/login/begin': () => ({ provider: 'wecom', redirect: '/home' }),
  'POST /user/api/user/info/login/ewx': (scene) => redirectParameters(scene, 'wecom'),
  'POST /user/api/user/info/login/oidc': (scene) => redirectParameters(scene, 'oidc'),
  'POST /user/api/user/info/login/continue': async (scene) => ({
    bind: await mintAnsweredAttempt(scene),
    agreed: true,
  }),
  'GET /user/auth/user/info/identity/list': () => ({}),
  'POST /user/auth/user/info/identity/begin': () => ({ provider: 'wecom' }),
  'DELETE /user/auth/user/info/identity/unlink': async ({ world, person }) => {
    const identity = { enterpriseId: world.tenant.id, provider: 'wecom' as const, userId: person.userId };
    await withTenant(world.tenant.id, (db) => db.insert(userIdentity).values({ ...identity, subject: randomUUID() }));
    return { provider: 'wecom' };
  },
  'GET /user/auth/enterprise/login/setting/list': () => ({}),
  'PUT /user/auth/enterprise/login/setting/save': async ({ world }) => {
    const rows = await withTenant(world.tenant.id, (db) => db.select().from(loginSetting));
    const revision = rows.find(({ provider }) => provider === 'dingtalk')?.revision ?? 0;
    return { provider: 'dingtalk', enabled: true, revision, ...DINGTALK_APP };
  },
  'POST /user/auth/enterprise/login/setting/test': () => ({ provider: 'wecom' }),
  'POST /system/api/region/list': () => ({ parentCode: '320000' }),
  'GET /user/auth/user/info/enterprise/list': () => ({}),
  'POST /user/auth/user/info/choose/enterprise': ({ world }) => ({ enterpriseId: world.tenant.id }),
  'POST /user/api/user/info/login/handoff': async (scene) => ({ code: await mintHandoff(scene) }),
  'GET /user/auth/enterprise/info/rules/view': () => ({}),
  'POST /user/auth/enterprise/info/add': async ({ world, person }) =>
    newEnterprise({ logo: await mintUpload(world.tenant, person.userId), contactPhone: person.phone }),
  'PUT /user/api/user/info/reset/password': async (scene) => ({
    phone: scene.person.phone,
    code: await codeFor(scene, scene.person.phone, 'reset'),
    ...twice,
  }),
  'POST /user/api/user/info/pwd/update': ({ person }) => ({
    phone: person.phone,
    oldPassword: WORLD_PASSWORD,
    ...twice,
  }),
  'PUT /user/auth/user/info/update/password': () => ({ oldPassword: WORLD_PASSWORD, ...twice }),
  'PUT /user/auth/user/info/update/phone': async (scene) => {
    const phone = anyPhone();
    return { phone, code: await codeFor(scene, phone, 'phone') };
  },
  'PUT /user/auth/user/info/update/email': async (scene) => {
    const email = `${anyPhone()}@example.com`;
    return { email, code: await codeFor(scene, email, 'email') };
  },
  'DELETE /user/auth/user/info/email/remove': () => ({}),
  'GET /user/auth/user/info/security/view': () => ({}),
  'POST /user/api/user/info/login/second': () => ({ way: 'totp', code: '123456' }),
  'GET /user/auth/user/info/factor/view': () => ({}),
  'POST /user/auth/user/info/factor/prove': () => ({ way: 'password', password: WORLD_PASSWORD }),
  'GET /user/auth/enterprise/factor/policy/view': () => ({}),
  // Nothing is required: the other operations are called by those who have no second factor.
  'PUT /user/auth/enterprise/factor/policy/save': () => ({ scope: 'off', from: null, trustsProviders: false }),
  'POST /user/auth/user/info/totp/begin': () => ({}),
  'POST /user/auth/user/info/totp/confirm': () => ({ ticket: 'of another session', code: '123456' }),
  'DELETE /user/auth/user/info/totp/remove': () => ({}),
  'POST /user/auth/user/info/recovery/renew': () => ({}),
  'POST /user/api/user/info/login/passkey/begin': () => ({}),
  'POST /user/api/user/info/login/passkey': () => ({
    proof: {
      ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
    },
  }),
  'GET /user/auth/user/info/passkey/list': () => ({}),
  'POST /user/auth/user/info/passkey/begin': () => ({}),
  'POST /user/auth/user/info/passkey/add': () => ({
    name: 'Phone',
    made: {
      ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
    },
  }),
  'DELETE /user/auth/user/info/passkey/remove': () => ({ id: 'AAAA' }),
};
