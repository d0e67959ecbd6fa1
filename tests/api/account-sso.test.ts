import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '#src/contract/calls.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { article } from '#src/server/site/tables.ts';
import { loginAttempt, loginSetting, userIdentity } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { browserAt, type TestBrowser } from '../factories/browser.ts';
import { call, ok } from '../factories/portal.ts';
import { saveLoginMethod } from '../factories/providers.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { DINGTALK_APP, startDingtalk, type DingtalkStandIn } from '../stand-ins/dingtalk.ts';
import { OIDC_CLIENT, startOidc, type Misbehaviour, type OidcStandIn } from '../stand-ins/oidc.ts';
import { startWecom, WECOM_APP, type WecomStandIn } from '../stand-ins/wecom.ts';

const PASSWORD = 'Study@2026';
let wecom: WecomStandIn;
let dingtalk: DingtalkStandIn;
let oidc: OidcStandIn;
let tenant: TestTenant;
let admin: TestPerson;

type LoginResult = Data<'POST /user/api/user/info/login/oidc'>;
type Provider = 'wecom' | 'dingtalk' | 'oidc';

beforeAll(async () => {
  [wecom, dingtalk, oidc] = await Promise.all([startWecom(), startDingtalk(), startOidc()]);
  // Settings are read at the first call.
  process.env.WECOM_LOGIN_URL = `${wecom.origin}/wwlogin/sso/login`;
  process.env.WECOM_API_URL = wecom.origin;
  process.env.DINGTALK_LOGIN_URL = `${dingtalk.origin}/oauth2/auth`;
  process.env.DINGTALK_API_URL = dingtalk.origin;
  process.env.OIDC_ISSUERS = oidc.origin;
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  await enableProviders(admin);
});
afterAll(() => Promise.all([wecom.stop(), dingtalk.stop(), oidc.stop()]));

const SAVE = 'PUT /user/auth/enterprise/login/setting/save';
const oidcSetting = (more: object = {}) => ({
  provider: 'oidc' as const,
  enabled: true,
  issuer: oidc.origin,
  clientId: OIDC_CLIENT.clientId,
  secret: OIDC_CLIENT.secret,
  labelZh: '集团账号',
  labelEn: 'Group account',
  ...more,
});

/** Saves settings of all three providers. */
async function enableProviders(by: TestPerson, more: object = {}) {
  await saveLoginMethod(by, { provider: 'wecom', enabled: true, ...WECOM_APP });
  await saveLoginMethod(by, { provider: 'dingtalk', enabled: true, ...DINGTALK_APP });
  await saveLoginMethod(by, oidcSetting(more));
}

async function tenantWith(more: object = {}): Promise<{ tenant: TestTenant; admin: TestPerson }> {
  const other = await mintTenant();
  const manager = await mintPerson(other, { isAdmin: true });
  await enableProviders(manager, more);
  return { tenant: other, admin: manager };
}

async function begin(browser: TestBrowser, provider: Provider, more: { redirect?: string; agreed?: boolean } = {}) {
  const { code, data } = await browser.call('POST /user/api/user/info/login/begin', { provider, ...more });
  expect(code).toBe(200);
  return data.url;
}

/** Logs in at the provider; `who` identifies the user there. */
function scan(provider: Provider, url: string, who: string, more: { phone?: string } = {}): Promise<URL> {
  if (provider === 'wecom') return wecom.scan(url, who);
  if (provider === 'dingtalk')
    return dingtalk.scan(url, { unionId: who, nick: `昵称 ${who}`, ...(more.phone ? { mobile: more.phone } : {}) });
  return oidc.scan(url, { sub: who, name: `Name ${who}`, ...(more.phone ? { phone_number: more.phone } : {}) });
}

/** Calls the portal with the parameters of the provider's redirect, like the login page. */
function completeLogin(browser: TestBrowser, provider: Provider, back: URL) {
  const query = Object.fromEntries(back.searchParams);
  const input = { code: (query.authCode ?? query.code)!, state: query.state! };
  if (provider === 'oidc')
    return browser.call('POST /user/api/user/info/login/oidc', { ...input, ...(query.iss ? { iss: query.iss } : {}) });
  return browser.call('POST /user/api/user/info/login/ewx', input);
}

async function loginThrough(browser: TestBrowser, provider: Provider, who: string, more: { phone?: string } = {}) {
  return completeLogin(browser, provider, await scan(provider, await begin(browser, provider), who, more));
}

const loginByPhone = (browser: TestBrowser, phone: string, bind: string) =>
  browser.call('POST /user/api/user/info/login/pwd', { phone, password: PASSWORD, bind });

const withPassword = async (at = tenant) => mintPerson(at, { passwordHash: await hashPassword(PASSWORD) });

/** Returns the user of the session. */
async function whose(browser: TestBrowser, result: LoginResult) {
  browser.token = result.token!;
  return browser.call('GET /user/auth/enterprise/user/info/current/view');
}

const identitiesOf = (at: TestTenant, userId: string) =>
  withTenant(at.id, (db) => db.select().from(userIdentity).where(eq(userIdentity.userId, userId)));

const auditOf = (at: TestTenant, action: string) =>
  withTenant(at.id, (db) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, at.id), eq(auditLog.action, action))),
  );

describe.each(['wecom', 'dingtalk', 'oidc'] as const)('%s', (provider) => {
  it('links an unknown identity at the login by phone, and logs in directly afterwards', async () => {
    const person = await withPassword();
    const who = `new${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data: first } = await loginThrough(browser, provider, who);
    expect(first).toMatchObject({ step: 'bind', token: null, provider });
    expect(first.displayName).toContain(who);
    const { code, data: session } = await loginByPhone(browser, person.phone, first.bind!);
    expect(code).toBe(200);
    expect(session.enterpriseId).toBe(tenant.id);
    expect(await identitiesOf(tenant, person.userId)).toMatchObject([{ provider }]);

    const again = browserAt(tenant.host, 'en');
    const { data } = await loginThrough(again, provider, who);
    expect(data).toMatchObject({ step: 'signedIn', expiresIn: 86_400, enterpriseId: tenant.id });
    expect((await whose(again, data)).data.id).toBe(person.userId);
    const rows = await withPortal((db) => db.select().from(userSession).where(eq(userSession.userId, person.userId)));
    expect(rows.map((row) => row.way).sort()).toEqual(['password', 'password', provider].sort());
  });

  it('accepts a redirect once, also for concurrent requests', async () => {
    const person = await withPassword();
    const who = `once${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data } = await loginThrough(browser, provider, who);
    await loginByPhone(browser, person.phone, data.bind!);
    const back = await scan(provider, await begin(browser, provider), who);
    const answers = await Promise.all(Array.from({ length: 8 }, () => completeLogin(browser, provider, back)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    expect((await completeLogin(browser, provider, back)).msg).toBe('这次登录已过期或已使用，请重新开始');
  });

  it('rejects another browser without using up the attempt', async () => {
    const browser = browserAt(tenant.host);
    const thief = browserAt(tenant.host);
    await begin(thief, provider);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    expect((await completeLogin(thief, provider, back)).code).toBe(422);
    expect((await completeLogin(browserAt(tenant.host), provider, back)).code).toBe(422);
    expect((await completeLogin(browser, provider, back)).data.step).toBe('bind');
  });

  it('rejects the attempt at another tenant, even in the same browser', async () => {
    const { tenant: other } = await tenantWith();
    const browser = browserAt(tenant.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    const elsewhere = browserAt(other.host);
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await completeLogin(elsewhere, provider, back)).code).toBe(422);
    expect((await completeLogin(browser, provider, back)).code).toBe(200);
  });

  it('rejects the attempt after a minute', async () => {
    const browser = browserAt(tenant.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update login_attempt set expires_at = expires_at - interval '60 s'`),
    );
    expect(await completeLogin(browser, provider, back)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('过期'),
    });
  });

  it('stores only hashes for 60 seconds, and returns the redirect path within the portal', async () => {
    const browser = browserAt(tenant.host);
    const url = await begin(browser, provider, { redirect: `/test?x=${provider}` });
    const state = new URL(url).searchParams.get('state')!;
    expect(state).toMatch(/^zh[a-z]+[0-9a-f]{64}$/);
    const rows = await withTenant(tenant.id, (db) => db.select().from(loginAttempt));
    const row = rows.find(({ redirect }) => redirect === `/test?x=${provider}`)!;
    expect(row.expiresAt.getTime() - row.gmtCreate.getTime()).toBe(60_000);
    expect(JSON.stringify(rows)).not.toContain(state);
    expect(JSON.stringify(rows)).not.toContain([...browser.jar.values()][0]);
    const { data } = await completeLogin(browser, provider, await scan(provider, url, `to${randomUUID()}`));
    expect(data.redirect).toBe(`/test?x=${provider}`);
    await begin(browser, provider, { redirect: '//evil.example.com' });
    const all = await withTenant(tenant.id, (db) => db.select({ redirect: loginAttempt.redirect }).from(loginAttempt));
    expect(all.filter(({ redirect }) => redirect?.includes('evil'))).toEqual([]);
  });

  it('rejects a code that the provider does not know', async () => {
    const browser = browserAt(tenant.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    for (const name of ['code', 'authCode']) if (back.searchParams.has(name)) back.searchParams.set(name, 'made-up');
    expect(await completeLogin(browser, provider, back)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('未能确认'),
    });
  });

  it('rejects a disabled member', async () => {
    const person = await withPassword();
    const who = `off${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data } = await loginThrough(browser, provider, who);
    await loginByPhone(browser, person.phone, data.bind!);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, person.userId)),
    );
    expect(await loginThrough(browserAt(tenant.host), provider, who)).toMatchObject({
      ...{ code: 403, data: null },
      msg: expect.stringMatching(/^你在「.+」的账号已停用/),
    });
  });

  it('requires a login by phone from users who are not members here', async () => {
    const { tenant: other } = await tenantWith();
    const stranger = await withPassword(other);
    const browser = browserAt(tenant.host);
    const { data } = await loginThrough(browser, provider, `far${randomUUID().slice(0, 8)}`, { phone: stranger.phone });
    expect(data).toMatchObject({ step: 'bind', token: null });
    const { data: session } = await loginByPhone(browser, stranger.phone, data.bind!);
    expect(session.enterpriseId).toBeNull();
    expect(await identitiesOf(tenant, stranger.userId)).toEqual([]);
  });

  it('returns 404 when the enterprise has disabled it, also for started attempts', async () => {
    const { tenant: own, admin: manager } = await tenantWith();
    const browser = browserAt(own.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    await withTenant(own.id, (db) => db.update(loginSetting).set({ enabled: false }));
    expect((await completeLogin(browser, provider, back)).code).toBe(404);
    expect((await browser.call('POST /user/api/user/info/login/begin', { provider })).code).toBe(404);
    expect(await ok(manager, 'GET /user/api/user/info/login/way/list')).toEqual([]);
  });
});

describe('linking an identity', () => {
  it('works only in the browser of the attempt, once, within ten minutes', async () => {
    const person = await withPassword();
    const browser = browserAt(tenant.host);
    const { data } = await loginThrough(browser, 'wecom', `w${randomUUID()}`);
    expect((await loginByPhone(browserAt(tenant.host), person.phone, data.bind!)).code).toBe(200);
    expect(await identitiesOf(tenant, person.userId), 'another browser links nothing').toEqual([]);
    await withTenant(tenant.id, (db) =>
      db
        .update(loginAttempt)
        .set({ expiresAt: sql`expires_at - interval '600 s'` })
        .where(eq(loginAttempt.id, data.bind!)),
    );
    expect((await loginByPhone(browser, person.phone, data.bind!)).code).toBe(200);
    expect(await identitiesOf(tenant, person.userId), 'too late').toEqual([]);
  });

  it('links an identity to one of two users who request it concurrently', async () => {
    const people = await Promise.all([withPassword(), withPassword()]);
    const who = `both${randomUUID()}`;
    const browsers = people.map(() => browserAt(tenant.host));
    const binds = await Promise.all(
      browsers.map(async (browser) => (await loginThrough(browser, 'wecom', who)).data.bind!),
    );
    const answers = await Promise.all(people.map(({ phone }, i) => loginByPhone(browsers[i]!, phone, binds[i]!)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('links one identity per provider to a user', async () => {
    const person = await withPassword();
    const browsers = [browserAt(tenant.host), browserAt(tenant.host)];
    const binds = await Promise.all(
      browsers.map(async (browser) => (await loginThrough(browser, 'dingtalk', randomUUID())).data.bind!),
    );
    const answers = await Promise.all(browsers.map((browser, i) => loginByPhone(browser, person.phone, binds[i]!)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await identitiesOf(tenant, person.userId)).toHaveLength(1);
  });

  it.each(['dingtalk', 'oidc'] as const)('is automatic for a verified phone of a member: %s', async (provider) => {
    const person = await mintPerson(tenant);
    const browser = browserAt(tenant.host);
    const { data } = await loginThrough(browser, provider, randomUUID(), { phone: `+86 ${person.phone}` });
    expect(data.step).toBe('signedIn');
    expect((await whose(browser, data)).data.id).toBe(person.userId);
    expect(await identitiesOf(tenant, person.userId)).toHaveLength(1);
  });

  it('ignores an unverified phone, unless the enterprise trusts its provider’s phones', async () => {
    const person = await mintPerson(tenant);
    const asked = { sub: randomUUID(), phone_number: person.phone, phone_number_verified: false };
    const browser = browserAt(tenant.host);
    const back = await oidc.scan(await begin(browser, 'oidc'), asked);
    expect((await completeLogin(browser, 'oidc', back)).data.step).toBe('bind');

    const { tenant: trusting } = await tenantWith({ trustPhone: true });
    const member = await mintPerson(trusting);
    const other = browserAt(trusting.host);
    const trusted = await oidc.scan(await begin(other, 'oidc'), { ...asked, phone_number: member.phone });
    expect((await completeLogin(other, 'oidc', trusted)).data.step).toBe('signedIn');
  });
});

describe('a session from a provider’s login', () => {
  it('cannot switch to another enterprise or register one, unlike a session of the portal’s login', async () => {
    const { tenant: other } = await tenantWith();
    const person = await withPassword();
    await withTenant(other.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: other.id, userId: person.userId, userName: 'Both' }),
    );
    const choose = (browser: TestBrowser, enterpriseId: string) =>
      browser.call('POST /user/auth/user/info/choose/enterprise', { enterpriseId });
    const who = randomUUID();
    const first = browserAt(tenant.host);
    const { data } = await loginThrough(first, 'oidc', who);
    const { data: session } = await loginByPhone(first, person.phone, data.bind!);
    first.token = session.token!;
    expect((await choose(first, other.id)).data.url).toContain(other.host);

    const browser = browserAt(tenant.host);
    const { data: result } = await loginThrough(browser, 'oidc', who);
    await whose(browser, result);
    expect(await choose(browser, other.id)).toMatchObject({ code: 403, msg: expect.stringContaining('手机号') });
    // Nor through the enterprise of this host.
    const again = await choose(browser, tenant.id);
    browser.token = again.data.session!.token!;
    expect((await choose(browser, other.id)).code).toBe(403);
    const registered = await browser.call('POST /user/auth/enterprise/info/add', {
      enterpriseName: 'Enterprise',
      key: `e${who.slice(0, 8)}`,
      industry: 'manufacturing',
      regionCode: '110101',
      contactName: 'X',
    });
    expect(registered.code).toBe(403);
  });
});

describe('agreement and privacy', () => {
  it('are requested after the redirect, without a second login at the provider; another browser is rejected', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    await withTenant(own.id, (db) =>
      db.insert(article).values({
        enterpriseId: own.id,
        id: randomUUID(),
        code: 'agreement',
        title: { zh: '协议' },
        body: { zh: '…' },
      }),
    );
    const browser = browserAt(own.host);
    const { data } = await loginThrough(browser, 'oidc', 'reader');
    expect(data).toMatchObject({ step: 'agree', token: null });
    const people = () => withTenant(own.id, (db) => db.select().from(enterpriseUser));
    expect(await people(), 'no account is created before consent').toHaveLength(1);
    const accept = (by: TestBrowser) =>
      by.call('POST /user/api/user/info/login/continue', { bind: data.bind!, agreed: true });
    expect((await accept(browserAt(own.host))).code).toBe(422);
    const { data: result } = await accept(browser);
    expect(result.step).toBe('signedIn');
    expect((await accept(browser)).code, 'once').toBe(422);
    expect((await loginThrough(browserAt(own.host), 'oidc', 'reader')).data.step, 'asked once').toBe('signedIn');

    const eager = browserAt(own.host);
    const url = await begin(eager, 'oidc', { agreed: true });
    expect((await completeLogin(eager, 'oidc', await scan('oidc', url, 'eager'))).data.step).toBe('signedIn');
  });
});

describe('accounts created by OpenID Connect', () => {
  it('are learners without a phone; concurrent logins of a new user create one', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const outsider = await mintPerson(tenant);
    const browsers = Array.from({ length: 5 }, () => browserAt(own.host));
    const answers = await Promise.all(
      browsers.map((browser) => loginThrough(browser, 'oidc', 'newcomer', { phone: outsider.phone })),
    );
    expect(answers.map(({ data }) => data.step)).toEqual(browsers.map(() => 'signedIn'));
    const { data: me } = await whose(browsers[0]!, answers[0]!.data);
    expect(me).toMatchObject({ userName: 'Name newcomer', userType: 1, isAdmin: false });
    expect(me.id).not.toBe(outsider.userId);
    const [account] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, me.id)));
    expect(account).toMatchObject({ phone: null, passwordHash: null });
    const people = await withTenant(own.id, (db) => db.select().from(enterpriseUser));
    expect(people).toHaveLength(2);
    expect(await auditOf(own, 'member.provisioned')).toHaveLength(1);
  });
});

describe('an unreachable provider', () => {
  it.each(['wecom', 'dingtalk'] as const)('returns 503 and uses the attempt up: %s', async (provider) => {
    const { settings } = await import('#src/server/core/settings.ts');
    const { tenant: own } = await tenantWith();
    const browser = browserAt(own.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    const there = settings()[provider].apiUrl;
    settings()[provider].apiUrl = 'http://127.0.0.1:1';
    const answer = await completeLogin(browser, provider, back).finally(() => (settings()[provider].apiUrl = there));
    expect(answer).toMatchObject({ code: 503, msg: expect.stringContaining('稍后重试') });
    expect((await completeLogin(browser, provider, back)).code).toBe(422);
  });

  it('stores no attempt when it is unreachable at the start', async () => {
    const gone = await startOidc();
    const { settings } = await import('#src/server/core/settings.ts');
    settings().oidcIssuers.push(gone.origin);
    const { tenant: own } = await tenantWith({ issuer: gone.origin });
    await gone.stop();
    const { code } = await browserAt(own.host).call('POST /user/api/user/info/login/begin', { provider: 'oidc' });
    expect(code).toBe(503);
    expect(await withTenant(own.id, (db) => db.select().from(loginAttempt))).toEqual([]);
  });
});

it('rejects more than 300 started logins in five minutes from one address', async () => {
  const { tenant: own } = await tenantWith();
  const once = () => call(own.anonymous, 'POST /user/api/user/info/login/begin', { provider: 'wecom' });
  for (let n = 0; n < 30; n++)
    expect((await Promise.all(Array.from({ length: 10 }, once))).every(({ code }) => code === 200)).toBe(true);
  expect((await once()).code).toBe(429);
});

describe('WeCom', () => {
  it('caches the access token, and requests a new one when WeCom rejects it', async () => {
    const { tenant: own } = await tenantWith();
    await loginThrough(browserAt(own.host), 'wecom', 'a');
    const given = wecom.tokensGiven();
    await loginThrough(browserAt(own.host), 'wecom', 'b');
    expect(wecom.tokensGiven()).toBe(given);
    for (const errcode of [40014, 42001] as const) {
      wecom.spoilToken(errcode);
      const before = wecom.tokensGiven();
      expect((await loginThrough(browserAt(own.host), 'wecom', 'c')).code).toBe(200);
      expect(wecom.tokensGiven()).toBe(before + 1);
    }
  });

  it('rejects users outside the corporation', async () => {
    expect((await loginThrough(browserAt(tenant.host), 'wecom', 'outsider1')).code).toBe(422);
  });
});

describe('an OpenID Connect provider', () => {
  const WRONG: [string, Misbehaviour][] = [
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://other.example.com' }) }],
    ['a token that has expired', { claims: (claims) => ({ ...claims, exp: Number(claims.iat) - 60 }) }],
    ['no subject', { claims: ({ sub: _, ...claims }) => claims }],
    ['a foreign signature', { foreignKey: true }],
    ['another iss in the address (mix-up)', { iss: 'https://other.example.com' }],
    ['no iss in the address although announced', { iss: null }],
  ];
  it.each(WRONG)('is rejected with %s', async (_what, misbehaviour) => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const browser = browserAt(own.host);
    const url = await begin(browser, 'oidc');
    oidc.misbehaviour = misbehaviour;
    const answer = await completeLogin(browser, 'oidc', await scan('oidc', url, 'x')).finally(
      () => (oidc.misbehaviour = {}),
    );
    expect(answer).toMatchObject({ code: 422, msg: expect.stringContaining('未能确认') });
    expect(await withTenant(own.id, (db) => db.select().from(userIdentity))).toEqual([]);
  });

  it('can have a slightly different clock', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const browser = browserAt(own.host);
    oidc.misbehaviour = { claims: (claims) => ({ ...claims, exp: Number(claims.iat) - 10 }) };
    const { code } = await loginThrough(browser, 'oidc', 'slow').finally(() => (oidc.misbehaviour = {}));
    expect(code).toBe(200);
  });

  it.each([['client_secret_basic'], ['client_secret_post']])(
    'gets the secret by its supported method: %s',
    async (method) => {
      oidc.authMethods = [method];
      const { tenant: own, admin: manager } = await tenantWith({ autoProvision: true });
      await ok(manager, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
      const answer = await loginThrough(browserAt(own.host), 'oidc', 'x');
      oidc.authMethods = ['client_secret_basic', 'client_secret_post'];
      expect(answer.code).toBe(200);
    },
  );

  it('can return name and phone in UserInfo only', async () => {
    const person = await mintPerson(tenant);
    oidc.bareIdToken = true;
    const browser = browserAt(tenant.host);
    const { data } = await loginThrough(browser, 'oidc', randomUUID(), { phone: person.phone });
    oidc.bareIdToken = false;
    expect(data.step).toBe('signedIn');
    expect(data.displayName).toMatch(/^Name/);
  });

  it('has separate identities per issuer', async () => {
    const second = await startOidc();
    const { settings } = await import('#src/server/core/settings.ts');
    settings().oidcIssuers.push(second.origin);
    const { tenant: own, admin: manager } = await tenantWith();
    const person = await withPassword(own);
    const browser = browserAt(own.host);
    const { data } = await loginThrough(browser, 'oidc', 'same-sub');
    await loginByPhone(browser, person.phone, data.bind!);
    await saveLoginMethod(manager, oidcSetting({ issuer: second.origin }));
    const later = browserAt(own.host);
    const back = await second.scan(await begin(later, 'oidc'), { sub: 'same-sub' });
    expect((await completeLogin(later, 'oidc', back)).data.step).toBe('bind');
    await second.stop();
  });
});

describe('login settings', () => {
  it('lists the enabled providers with labels in the language of the request', async () => {
    const list = 'GET /user/api/user/info/login/way/list';
    expect(await ok(tenant.anonymous, list)).toEqual([
      { provider: 'wecom', label: null },
      { provider: 'dingtalk', label: null },
      { provider: 'oidc', label: '集团账号' },
    ]);
    expect((await ok({ ...tenant.anonymous, locale: 'en' }, list)).at(-1)).toMatchObject({ label: 'Group account' });
    expect(await ok((await mintTenant()).anonymous, list)).toEqual([]);
  });

  it('never returns a secret, stores it encrypted, and audits the change without it', async () => {
    const { tenant: own, admin: manager } = await tenantWith();
    const { redirectAddress, list } = await ok(manager, 'GET /user/auth/enterprise/login/setting/list');
    expect(redirectAddress).toBe(`http://${own.host}/login`);
    expect(list.map(({ provider, enabled, hasSecret }) => [provider, enabled, hasSecret])).toEqual([
      ['wecom', true, true],
      ['dingtalk', true, true],
      ['oidc', true, true],
    ]);
    const rows = await withTenant(own.id, (db) => db.select().from(loginSetting));
    const log = await auditOf(own, 'loginSetting.saved');
    expect(log).toHaveLength(3);
    expect(log.at(-1)).toMatchObject({ userId: manager.userId, detail: { provider: 'oidc', secretChanged: true } });
    for (const { secret } of [WECOM_APP, DINGTALK_APP, OIDC_CLIENT])
      expect(JSON.stringify([list, rows, log])).not.toContain(secret);
  });

  it('are not overwritten by an administrator who saw an earlier state', async () => {
    const tenant = await mintTenant();
    const manager = await mintPerson(tenant, { isAdmin: true });
    const setting = { provider: 'wecom' as const, enabled: true, ...WECOM_APP };
    // Two save the first ones at once.
    const both = [
      call(manager, SAVE, { ...setting, revision: 0 }),
      call(manager, SAVE, { ...setting, revision: 0, agentId: '2' }),
    ];
    expect((await Promise.all(both)).map(({ code }) => code).sort()).toEqual([200, 409]);
    const { revision } = await ok(manager, SAVE, { ...setting, revision: 1, agentId: '3' });
    expect(revision).toBe(2);
    expect(await call(manager, SAVE, { ...setting, revision: 1, agentId: '4' })).toMatchObject({ code: 409 });
    const { list } = await ok(manager, 'GET /user/auth/enterprise/login/setting/list');
    expect(list.find(({ provider }) => provider === 'wecom')).toMatchObject({ config: { agentId: '3' }, revision: 2 });
  });

  it('keeps the stored secret when none is given, unless the recipient changes', async () => {
    const { admin: manager } = await tenantWith();
    const { secret: _, ...kept } = oidcSetting({ labelEn: 'Other' });
    expect((await saveLoginMethod(manager, kept)).data.hasSecret).toBe(true);
    await ok(manager, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
    expect(await saveLoginMethod(manager, { ...kept, issuer: 'https://evil.example.com' })).toMatchObject({
      code: 422,
      data: [{ field: 'secret' }],
    });
    const another = { provider: 'wecom' as const, corpId: 'other', agentId: '1' };
    expect(await saveLoginMethod(manager, { ...another, enabled: true })).toMatchObject({
      code: 422,
      data: [{ field: 'secret' }],
    });
    expect(await saveLoginMethod(manager, { ...another, enabled: false })).toMatchObject({
      data: { enabled: false, hasSecret: false },
    });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://127.0.0.1:5432',
    'https://localhost',
    'http://public.example.com',
    'https://[::1]',
    'https://10.0.0.1',
  ])('rejects a private issuer: %s', async (issuer) => {
    const before = oidc.requests();
    expect(await saveLoginMethod(admin, oidcSetting({ issuer }))).toMatchObject({
      code: 422,
      data: [{ field: 'issuer' }],
    });
    expect(oidc.requests()).toBe(before);
  });

  it('rejects private addresses in the discovery document', async () => {
    const { tenant: own, admin: manager } = await tenantWith();
    const test = () => call(manager, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
    oidc.misbehaviour = { redirect: 'http://127.0.0.1:1/' };
    expect((await test()).code).toBe(422);
    oidc.misbehaviour = { authorizationEndpoint: 'javascript:alert(1)' };
    expect((await test()).code).toBe(422);
    oidc.misbehaviour = { tokenEndpoint: 'http://127.0.0.1:1/token' };
    expect(await test()).toMatchObject({ code: 422, msg: expect.stringContaining('地址') });
    const answer = await loginThrough(browserAt(own.host), 'oidc', 'x').finally(() => (oidc.misbehaviour = {}));
    expect(answer).toMatchObject({ code: 422, msg: expect.stringContaining('配置有误') });
  });

  it('tests the saved settings', async () => {
    const { admin: manager } = await tenantWith();
    const test = (provider: Provider) => call(manager, 'POST /user/auth/enterprise/login/setting/test', { provider });
    for (const provider of ['wecom', 'dingtalk', 'oidc'] as const) expect((await test(provider)).code).toBe(200);
    await saveLoginMethod(manager, { provider: 'wecom', enabled: true, ...WECOM_APP, secret: 'wrong' });
    await saveLoginMethod(manager, { provider: 'dingtalk', enabled: true, ...DINGTALK_APP, secret: 'wrong' });
    expect(await test('wecom')).toMatchObject({ code: 422, msg: expect.stringContaining('40001') });
    expect(await test('dingtalk')).toMatchObject({
      code: 422,
      msg: expect.stringContaining('invalidClientIdOrSecret'),
    });
    expect((await call(admin, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' })).code).toBe(200);
  });

  it('tests the client secret of OpenID Connect at the token endpoint', async () => {
    const { admin: manager } = await tenantWith();
    const test = () => call(manager, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
    expect(await test()).toMatchObject({ code: 200, data: { secret: 'confirmed' } });
    await saveLoginMethod(manager, oidcSetting({ secret: 'wrong' }));
    for (const methods of [['client_secret_basic'], ['client_secret_post']]) {
      const before = oidc.authMethods;
      oidc.authMethods = methods;
      const answer = await test().finally(() => (oidc.authMethods = before));
      expect(answer).toMatchObject({
        code: 422,
        data: [{ field: 'secret', message: '登录服务不接受此客户端 ID 或密钥' }],
      });
    }
    for (const misbehaviour of [{ codeFirst: true }, { tokenStatus: 503 }] as const) {
      oidc.misbehaviour = misbehaviour;
      const answer = await test().finally(() => (oidc.misbehaviour = {}));
      expect(answer, 'it cannot be told').toMatchObject({ code: 200, data: { secret: 'unknown' } });
    }
  });
});

describe('linked login methods', () => {
  const browserOf = (person: TestPerson) => {
    const browser = browserAt(person.host);
    browser.token = person.token;
    const [name, value] = companionCookie(person.token).split('=') as [string, string];
    browser.jar.set(name, value);
    return browser;
  };
  const link = async (browser: TestBrowser, provider: Provider, who: string) => {
    const { data } = await browser.call('POST /user/auth/user/info/identity/begin', { provider });
    return scan(provider, data.url, who);
  };

  it('are listed, linked and unlinked', async () => {
    const person = await mintPerson(tenant);
    const browser = browserOf(person);
    const { data } = await completeLogin(browser, 'wecom', await link(browser, 'wecom', randomUUID()));
    expect(data).toMatchObject({ step: 'linked', token: null, redirect: '/account?change=4&settingType=4' });
    const { data: list } = await browser.call('GET /user/auth/user/info/identity/list');
    expect(list.map(({ provider, linked, removable }) => [provider, linked !== null, removable])).toEqual([
      ['wecom', true, true],
      ['dingtalk', false, true],
      ['oidc', false, true],
    ]);
    expect((await browser.call('DELETE /user/auth/user/info/identity/unlink', { provider: 'wecom' })).code).toBe(200);
    expect((await browser.call('DELETE /user/auth/user/info/identity/unlink', { provider: 'wecom' })).code).toBe(404);
    expect((await auditOf(tenant, 'identity.unlinked')).some(({ userId }) => userId === person.userId)).toBe(true);
  });

  it('are linked only to the user who started linking', async () => {
    const [victim, attacker] = await Promise.all([mintPerson(tenant), mintPerson(tenant)]);
    const browser = browserOf(attacker);
    const back = await link(browser, 'dingtalk', randomUUID());
    const other = browserOf(victim);
    other.jar.set('zhixing_browser', browser.jar.get('zhixing_browser')!);
    expect((await completeLogin(other, 'dingtalk', back)).code).toBe(422);
    expect(await identitiesOf(tenant, victim.userId)).toEqual([]);
    expect((await completeLogin(browser, 'dingtalk', back)).code, 'the attempt is used up').toBe(422);
  });

  it('are rejected when the identity or the user is already linked', async () => {
    const [one, two] = (await Promise.all([mintPerson(tenant), mintPerson(tenant)])).map(browserOf);
    const who = randomUUID();
    await completeLogin(one!, 'oidc', await link(one!, 'oidc', who));
    expect((await completeLogin(two!, 'oidc', await link(two!, 'oidc', who))).code).toBe(409);
    expect((await completeLogin(one!, 'oidc', await link(one!, 'oidc', randomUUID()))).code).toBe(409);
    expect((await completeLogin(one!, 'oidc', await link(one!, 'oidc', who))).data.step, 'the same again').toBe(
      'linked',
    );
  });

  it('include at least one for a user without a phone, also after concurrent requests', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const browser = browserAt(own.host);
    const { data } = await loginThrough(browser, 'oidc', 'no-phone');
    await whose(browser, data);
    const unlink = (provider: Provider) => browser.call('DELETE /user/auth/user/info/identity/unlink', { provider });
    expect(await unlink('oidc')).toMatchObject({ code: 409, msg: expect.stringContaining('唯一') });
    await completeLogin(browser, 'wecom', await link(browser, 'wecom', randomUUID()));
    const answers = await Promise.all([unlink('oidc'), unlink('wecom')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});
