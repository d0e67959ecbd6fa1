import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '#src/contract/calls.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog, enterpriseUser, userAccount, userSession } from '#src/server/core/db/schema/account.ts';
import { article } from '#src/server/core/db/schema/site.ts';
import { loginAttempt, loginSetting, userIdentity } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { browserAt, type TestBrowser } from '../factories/browser.ts';
import { call, ok } from '../factories/portal.ts';
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

type Entered = Data<'POST /user/api/user/info/login/oidc'>;
type Provider = 'wecom' | 'dingtalk' | 'oidc';

beforeAll(async () => {
  [wecom, dingtalk, oidc] = await Promise.all([startWecom(), startDingtalk(), startOidc()]);
  // Read when the first call is made.
  process.env.WECOM_LOGIN_URL = `${wecom.origin}/wwlogin/sso/login`;
  process.env.WECOM_API_URL = wecom.origin;
  process.env.DINGTALK_LOGIN_URL = `${dingtalk.origin}/oauth2/auth`;
  process.env.DINGTALK_API_URL = dingtalk.origin;
  process.env.OIDC_ISSUERS = oidc.origin;
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  await offer(admin);
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

/** All three ways of a tenant. */
async function offer(by: TestPerson, more: object = {}) {
  await ok(by, SAVE, { provider: 'wecom', enabled: true, ...WECOM_APP });
  await ok(by, SAVE, { provider: 'dingtalk', enabled: true, ...DINGTALK_APP });
  await ok(by, SAVE, oidcSetting(more));
}

async function tenantWith(more: object = {}): Promise<{ tenant: TestTenant; admin: TestPerson }> {
  const other = await mintTenant();
  const boss = await mintPerson(other, { isAdmin: true });
  await offer(boss, more);
  return { tenant: other, admin: boss };
}

async function begin(browser: TestBrowser, provider: Provider, more: { redirect?: string; agreed?: boolean } = {}) {
  const { code, data } = await browser.call('POST /user/api/user/info/login/begin', { provider, ...more });
  expect(code).toBe(200);
  return data.url;
}

/** What somebody does at the provider; `who` is the same person each time. */
function scan(provider: Provider, url: string, who: string, more: { phone?: string } = {}): Promise<URL> {
  if (provider === 'wecom') return wecom.scan(url, who);
  if (provider === 'dingtalk')
    return dingtalk.scan(url, { unionId: who, nick: `昵称 ${who}`, ...(more.phone ? { mobile: more.phone } : {}) });
  return oidc.scan(url, { sub: who, name: `Name ${who}`, ...(more.phone ? { phone_number: more.phone } : {}) });
}

/** What the login page does with the address that the provider sent the browser back to. */
function comeBack(browser: TestBrowser, provider: Provider, back: URL) {
  const query = Object.fromEntries(back.searchParams);
  const input = { code: (query.authCode ?? query.code)!, state: query.state! };
  if (provider === 'oidc')
    return browser.call('POST /user/api/user/info/login/oidc', { ...input, ...(query.iss ? { iss: query.iss } : {}) });
  return browser.call('POST /user/api/user/info/login/ewx', input);
}

async function through(browser: TestBrowser, provider: Provider, who: string, more: { phone?: string } = {}) {
  return comeBack(browser, provider, await scan(provider, await begin(browser, provider), who, more));
}

const loginByPhone = (browser: TestBrowser, phone: string, bind: string) =>
  browser.call('POST /user/api/user/info/login/pwd', { phone, password: PASSWORD, bind });

const withPassword = async (at = tenant) => mintPerson(at, { passwordHash: await hashPassword(PASSWORD) });

/** Whose session it is, asked the way a browser asks. */
async function whose(browser: TestBrowser, entered: Entered) {
  browser.token = entered.token!;
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
  it('links an unknown identity to whoever signs in with the phone, and lets them straight in afterwards', async () => {
    const person = await withPassword();
    const who = `new${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data: first } = await through(browser, provider, who);
    expect(first).toMatchObject({ step: 'bind', token: null, provider });
    expect(first.displayName).toContain(who);
    const { code, data: session } = await loginByPhone(browser, person.phone, first.bind!);
    expect(code).toBe(200);
    expect(session.enterpriseId).toBe(tenant.id);
    expect(await identitiesOf(tenant, person.userId)).toMatchObject([{ provider }]);

    const again = browserAt(tenant.host, 'en');
    const { data } = await through(again, provider, who);
    expect(data).toMatchObject({ step: 'signedIn', expiresIn: 86_400, enterpriseId: tenant.id });
    expect((await whose(again, data)).data.id).toBe(person.userId);
    const rows = await withPortal((db) => db.select().from(userSession).where(eq(userSession.userId, person.userId)));
    expect(rows.map((row) => row.way).sort()).toEqual(['password', 'password', provider].sort());
  });

  it('works once, also for many at the same moment', async () => {
    const person = await withPassword();
    const who = `once${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, provider, who);
    await loginByPhone(browser, person.phone, data.bind!);
    const back = await scan(provider, await begin(browser, provider), who);
    const answers = await Promise.all(Array.from({ length: 8 }, () => comeBack(browser, provider, back)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    expect((await comeBack(browser, provider, back)).msg).toBe('这次登录已过期或已使用，请重新开始');
  });

  it('refuses another browser, and leaves the attempt to the right one', async () => {
    const browser = browserAt(tenant.host);
    const thief = browserAt(tenant.host);
    await begin(thief, provider);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    expect((await comeBack(thief, provider, back)).code).toBe(422);
    expect((await comeBack(browserAt(tenant.host), provider, back)).code).toBe(422);
    expect((await comeBack(browser, provider, back)).data.step).toBe('bind');
  });

  it('refuses at another tenant, even in the same browser', async () => {
    const { tenant: other } = await tenantWith();
    const browser = browserAt(tenant.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    const elsewhere = browserAt(other.host);
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await comeBack(elsewhere, provider, back)).code).toBe(422);
    expect((await comeBack(browser, provider, back)).code).toBe(200);
  });

  it('refuses after its minute', async () => {
    const browser = browserAt(tenant.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update login_attempt set expires_at = expires_at - interval '60 s'`),
    );
    expect(await comeBack(browser, provider, back)).toMatchObject({ code: 422, msg: expect.stringContaining('过期') });
  });

  it('lives 60 seconds, keeps hashes only, and brings the way on inside the site back', async () => {
    const browser = browserAt(tenant.host);
    const url = await begin(browser, provider, { redirect: `/test?x=${provider}` });
    const state = new URL(url).searchParams.get('state')!;
    expect(state).toMatch(/^zh[a-z]+[0-9a-f]{64}$/);
    const rows = await withTenant(tenant.id, (db) => db.select().from(loginAttempt));
    const row = rows.find(({ redirect }) => redirect === `/test?x=${provider}`)!;
    expect(row.expiresAt.getTime() - row.gmtCreate.getTime()).toBe(60_000);
    expect(JSON.stringify(rows)).not.toContain(state);
    expect(JSON.stringify(rows)).not.toContain([...browser.jar.values()][0]);
    const { data } = await comeBack(browser, provider, await scan(provider, url, `to${randomUUID()}`));
    expect(data.redirect).toBe(`/test?x=${provider}`);
    await begin(browser, provider, { redirect: '//evil.example.com' });
    const all = await withTenant(tenant.id, (db) => db.select({ redirect: loginAttempt.redirect }).from(loginAttempt));
    expect(all.filter(({ redirect }) => redirect?.includes('evil'))).toEqual([]);
  });

  it('refuses a code that the provider does not know', async () => {
    const browser = browserAt(tenant.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    for (const name of ['code', 'authCode']) if (back.searchParams.has(name)) back.searchParams.set(name, 'made-up');
    expect(await comeBack(browser, provider, back)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('未能确认'),
    });
  });

  it('gives a disabled member no session', async () => {
    const person = await withPassword();
    const who = `off${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, provider, who);
    await loginByPhone(browser, person.phone, data.bind!);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, person.userId)),
    );
    expect(await through(browserAt(tenant.host), provider, who)).toMatchObject({ code: 403, data: null });
  });

  it('speaks for its own enterprise only: who is no member here is asked for their phone', async () => {
    const { tenant: other } = await tenantWith();
    const stranger = await withPassword(other);
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, provider, `far${randomUUID().slice(0, 8)}`, { phone: stranger.phone });
    expect(data).toMatchObject({ step: 'bind', token: null });
    const { data: session } = await loginByPhone(browser, stranger.phone, data.bind!);
    expect(session.enterpriseId).toBeNull();
    expect(await identitiesOf(tenant, stranger.userId)).toEqual([]);
  });

  it('lets nobody in any more who has left the enterprise', async () => {
    const person = await withPassword();
    const who = `left${randomUUID().slice(0, 8)}`;
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, provider, who);
    await loginByPhone(browser, person.phone, data.bind!);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, person.userId)),
    );
    expect(await through(browserAt(tenant.host), provider, who)).toMatchObject({ code: 403, data: null });
  });

  it('is gone when the enterprise switches it off, also on the way back', async () => {
    const { tenant: own, admin: boss } = await tenantWith();
    const browser = browserAt(own.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    await withTenant(own.id, (db) => db.update(loginSetting).set({ enabled: false }));
    expect((await comeBack(browser, provider, back)).code).toBe(404);
    expect((await browser.call('POST /user/api/user/info/login/begin', { provider })).code).toBe(404);
    expect(await ok(boss, 'GET /user/api/user/info/login/way/list')).toEqual([]);
  });
});

describe('linking', () => {
  it('happens in the browser that proved the identity, once, and within ten minutes', async () => {
    const person = await withPassword();
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, 'wecom', `w${randomUUID()}`);
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

  it('gives one identity to one of two people who want it at the same moment', async () => {
    const people = await Promise.all([withPassword(), withPassword()]);
    const who = `both${randomUUID()}`;
    const browsers = people.map(() => browserAt(tenant.host));
    const binds = await Promise.all(browsers.map(async (browser) => (await through(browser, 'wecom', who)).data.bind!));
    const answers = await Promise.all(people.map(({ phone }, i) => loginByPhone(browsers[i]!, phone, binds[i]!)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('gives one person one identity of a provider', async () => {
    const person = await withPassword();
    const browsers = [browserAt(tenant.host), browserAt(tenant.host)];
    const binds = await Promise.all(
      browsers.map(async (browser) => (await through(browser, 'dingtalk', randomUUID())).data.bind!),
    );
    const answers = await Promise.all(browsers.map((browser, i) => loginByPhone(browser, person.phone, binds[i]!)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await identitiesOf(tenant, person.userId)).toHaveLength(1);
  });

  it.each(['dingtalk', 'oidc'] as const)('happens at once for a verified phone of a member: %s', async (provider) => {
    const person = await mintPerson(tenant);
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, provider, randomUUID(), { phone: `+86 ${person.phone}` });
    expect(data.step).toBe('signedIn');
    expect((await whose(browser, data)).data.id).toBe(person.userId);
    expect(await identitiesOf(tenant, person.userId)).toHaveLength(1);
  });

  it('does not believe a phone that the provider has not verified, unless the enterprise vouches for it', async () => {
    const person = await mintPerson(tenant);
    const asked = { sub: randomUUID(), phone_number: person.phone, phone_number_verified: false };
    const browser = browserAt(tenant.host);
    const back = await oidc.scan(await begin(browser, 'oidc'), asked);
    expect((await comeBack(browser, 'oidc', back)).data.step).toBe('bind');

    const { tenant: trusting } = await tenantWith({ trustPhone: true });
    const member = await mintPerson(trusting);
    const other = browserAt(trusting.host);
    const trusted = await oidc.scan(await begin(other, 'oidc'), { ...asked, phone_number: member.phone });
    expect((await comeBack(other, 'oidc', trusted)).data.step).toBe('signedIn');
  });
});

describe('the word of a provider', () => {
  it('opens no other enterprise and registers none; a proof of one’s own does', async () => {
    const { tenant: other } = await tenantWith();
    const person = await withPassword();
    await withTenant(other.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: other.id, userId: person.userId, userName: 'Both' }),
    );
    const choose = (browser: TestBrowser, enterpriseId: string) =>
      browser.call('POST /user/auth/user/info/choose/enterprise', { enterpriseId });
    const who = randomUUID();
    const first = browserAt(tenant.host);
    const { data } = await through(first, 'oidc', who);
    const { data: session } = await loginByPhone(first, person.phone, data.bind!);
    first.token = session.token;
    expect((await choose(first, other.id)).data.url).toContain(other.host);

    const browser = browserAt(tenant.host);
    const { data: entered } = await through(browser, 'oidc', who);
    await whose(browser, entered);
    expect(await choose(browser, other.id)).toMatchObject({ code: 403, msg: expect.stringContaining('手机号') });
    // Nor by way of the enterprise one is in already.
    const again = await choose(browser, tenant.id);
    browser.token = again.data.session!.token;
    expect((await choose(browser, other.id)).code).toBe(403);
    const registered = await browser.call('POST /user/auth/enterprise/info/add', {
      enterpriseName: `E ${who}`,
      key: `e${who.slice(0, 8)}`,
      industry: 'manufacturing',
      regionCode: '110101',
      contactName: 'X',
    });
    expect(registered.code).toBe(403);
  });
});

describe('agreement and privacy', () => {
  it('are asked for after coming back, without a second way out; the wrong browser cannot go on', async () => {
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
    const { data } = await through(browser, 'oidc', 'reader');
    expect(data).toMatchObject({ step: 'agree', token: null });
    const people = () => withTenant(own.id, (db) => db.select().from(enterpriseUser));
    expect(await people(), 'nobody is made before they agree').toHaveLength(1);
    const goOn = (by: TestBrowser) =>
      by.call('POST /user/api/user/info/login/continue', { bind: data.bind!, agreed: true });
    expect((await goOn(browserAt(own.host))).code).toBe(422);
    const { data: entered } = await goOn(browser);
    expect(entered.step).toBe('signedIn');
    expect((await goOn(browser)).code, 'once').toBe(422);
    expect((await through(browserAt(own.host), 'oidc', 'reader')).data.step, 'asked once').toBe('signedIn');

    const eager = browserAt(own.host);
    const url = await begin(eager, 'oidc', { agreed: true });
    expect((await comeBack(eager, 'oidc', await scan('oidc', url, 'eager'))).data.step).toBe('signedIn');
  });
});

describe('accounts that OpenID Connect makes', () => {
  it('are learners without a phone; many windows of one newcomer make one', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const outsider = await mintPerson(tenant);
    const browsers = Array.from({ length: 5 }, () => browserAt(own.host));
    const answers = await Promise.all(
      browsers.map((browser) => through(browser, 'oidc', 'newcomer', { phone: outsider.phone })),
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

describe('a provider that is away', () => {
  it.each(['wecom', 'dingtalk'] as const)('is told as that, and leaves the attempt used up: %s', async (provider) => {
    const { settings } = await import('#src/server/core/settings.ts');
    const { tenant: own } = await tenantWith();
    const browser = browserAt(own.host);
    const back = await scan(provider, await begin(browser, provider), 'somebody');
    const there = settings()[provider].apiUrl;
    settings()[provider].apiUrl = 'http://127.0.0.1:1';
    const answer = await comeBack(browser, provider, back).finally(() => (settings()[provider].apiUrl = there));
    expect(answer).toMatchObject({ code: 503, msg: expect.stringContaining('稍后重试') });
    expect((await comeBack(browser, provider, back)).code).toBe(422);
  });

  it('leaves nothing behind when it is away at the beginning', async () => {
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

it('begins 300 times in five minutes from one address, and no more', async () => {
  const { tenant: own } = await tenantWith();
  const once = () => call(own.anonymous, 'POST /user/api/user/info/login/begin', { provider: 'wecom' });
  for (let n = 0; n < 30; n++)
    expect((await Promise.all(Array.from({ length: 10 }, once))).every(({ code }) => code === 200)).toBe(true);
  expect((await once()).code).toBe(429);
});

describe('WeCom', () => {
  it('keeps the access token, and takes a new one when WeCom does not know it any more', async () => {
    const { tenant: own } = await tenantWith();
    await through(browserAt(own.host), 'wecom', 'a');
    const given = wecom.tokensGiven();
    await through(browserAt(own.host), 'wecom', 'b');
    expect(wecom.tokensGiven()).toBe(given);
    for (const errcode of [40014, 42001] as const) {
      wecom.spoilToken(errcode);
      const before = wecom.tokensGiven();
      expect((await through(browserAt(own.host), 'wecom', 'c')).code).toBe(200);
      expect(wecom.tokensGiven()).toBe(before + 1);
    }
  });

  it('does not let somebody in from outside the corporation', async () => {
    expect((await through(browserAt(tenant.host), 'wecom', 'outsider1')).code).toBe(422);
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
  it.each(WRONG)('is refused with %s', async (_what, misbehaviour) => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const browser = browserAt(own.host);
    const url = await begin(browser, 'oidc');
    oidc.misbehaviour = misbehaviour;
    const answer = await comeBack(browser, 'oidc', await scan('oidc', url, 'x')).finally(
      () => (oidc.misbehaviour = {}),
    );
    expect(answer).toMatchObject({ code: 422, msg: expect.stringContaining('未能确认') });
    expect(await withTenant(own.id, (db) => db.select().from(userIdentity))).toEqual([]);
  });

  it('has a clock that may be a little off', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const browser = browserAt(own.host);
    oidc.misbehaviour = { claims: (claims) => ({ ...claims, exp: Number(claims.iat) - 10 }) };
    const { code } = await through(browser, 'oidc', 'slow').finally(() => (oidc.misbehaviour = {}));
    expect(code).toBe(200);
  });

  it.each([['client_secret_basic'], ['client_secret_post']])('is told the secret as it wants: %s', async (method) => {
    oidc.authMethods = [method];
    const { tenant: own, admin: boss } = await tenantWith({ autoProvision: true });
    await ok(boss, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
    const answer = await through(browserAt(own.host), 'oidc', 'x');
    oidc.authMethods = ['client_secret_basic', 'client_secret_post'];
    expect(answer.code).toBe(200);
  });

  it('may tell name and phone in UserInfo only', async () => {
    const person = await mintPerson(tenant);
    oidc.bareIdToken = true;
    const browser = browserAt(tenant.host);
    const { data } = await through(browser, 'oidc', randomUUID(), { phone: person.phone });
    oidc.bareIdToken = false;
    expect(data.step).toBe('signedIn');
    expect(data.displayName).toMatch(/^Name/);
  });

  it('begins with other people when the issuer changes', async () => {
    const second = await startOidc();
    const { settings } = await import('#src/server/core/settings.ts');
    settings().oidcIssuers.push(second.origin);
    const { tenant: own, admin: boss } = await tenantWith();
    const person = await withPassword(own);
    const browser = browserAt(own.host);
    const { data } = await through(browser, 'oidc', 'same-sub');
    await loginByPhone(browser, person.phone, data.bind!);
    await ok(boss, SAVE, oidcSetting({ issuer: second.origin }));
    const later = browserAt(own.host);
    const back = await second.scan(await begin(later, 'oidc'), { sub: 'same-sub' });
    expect((await comeBack(later, 'oidc', back)).data.step).toBe('bind');
    await second.stop();
  });
});

describe('settings of an enterprise', () => {
  it('offers what it has switched on, with labels in the language of the visitor', async () => {
    const list = 'GET /user/api/user/info/login/way/list';
    expect(await ok(tenant.anonymous, list)).toEqual([
      { provider: 'wecom', label: null },
      { provider: 'dingtalk', label: null },
      { provider: 'oidc', label: '集团账号' },
    ]);
    expect((await ok({ ...tenant.anonymous, locale: 'en' }, list)).at(-1)).toMatchObject({ label: 'Group account' });
    expect(await ok((await mintTenant()).anonymous, list)).toEqual([]);
  });

  it('never shows a secret, keeps it sealed, and writes the change down without it', async () => {
    const { tenant: own, admin: boss } = await tenantWith();
    const { redirectAddress, list } = await ok(boss, 'GET /user/auth/enterprise/login/setting/list');
    expect(redirectAddress).toBe(`http://${own.host}/login`);
    expect(list.map(({ provider, enabled, hasSecret }) => [provider, enabled, hasSecret])).toEqual([
      ['wecom', true, true],
      ['dingtalk', true, true],
      ['oidc', true, true],
    ]);
    const rows = await withTenant(own.id, (db) => db.select().from(loginSetting));
    const log = await auditOf(own, 'loginSetting.saved');
    expect(log).toHaveLength(3);
    expect(log.at(-1)).toMatchObject({ userId: boss.userId, detail: { provider: 'oidc', secretChanged: true } });
    for (const { secret } of [WECOM_APP, DINGTALK_APP, OIDC_CLIENT])
      expect(JSON.stringify([list, rows, log])).not.toContain(secret);
  });

  it('keeps the stored secret when none is given, but tells it to nobody else', async () => {
    const { admin: boss } = await tenantWith();
    const { secret: _, ...kept } = oidcSetting({ labelEn: 'Other' });
    expect((await ok(boss, SAVE, kept)).hasSecret).toBe(true);
    await ok(boss, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
    expect(await call(boss, SAVE, { ...kept, issuer: 'https://evil.example.com' })).toMatchObject({
      code: 422,
      data: [{ field: 'secret' }],
    });
    const another = { provider: 'wecom' as const, corpId: 'other', agentId: '1' };
    expect(await call(boss, SAVE, { ...another, enabled: true })).toMatchObject({
      code: 422,
      data: [{ field: 'secret' }],
    });
    expect(await ok(boss, SAVE, { ...another, enabled: false })).toMatchObject({ enabled: false, hasSecret: false });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://127.0.0.1:5432',
    'https://localhost',
    'http://public.example.com',
    'https://[::1]',
    'https://10.0.0.1',
  ])('refuses an issuer inside: %s', async (issuer) => {
    const before = oidc.requests();
    expect(await call(admin, SAVE, oidcSetting({ issuer }))).toMatchObject({ code: 422, data: [{ field: 'issuer' }] });
    expect(oidc.requests()).toBe(before);
  });

  it('is not led inside by the discovery document either', async () => {
    const { tenant: own, admin: boss } = await tenantWith();
    const test = () => call(boss, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' });
    oidc.misbehaviour = { redirect: 'http://127.0.0.1:1/' };
    expect((await test()).code).toBe(422);
    oidc.misbehaviour = { authorizationEndpoint: 'javascript:alert(1)' };
    expect((await test()).code).toBe(422);
    oidc.misbehaviour = { tokenEndpoint: 'http://127.0.0.1:1/token' };
    expect((await test()).code, 'it is not called yet').toBe(200);
    const answer = await through(browserAt(own.host), 'oidc', 'x').finally(() => (oidc.misbehaviour = {}));
    expect(answer).toMatchObject({ code: 422, msg: expect.stringContaining('配置有误') });
  });

  it('says whether they work', async () => {
    const { admin: boss } = await tenantWith();
    const test = (provider: Provider) => call(boss, 'POST /user/auth/enterprise/login/setting/test', { provider });
    for (const provider of ['wecom', 'dingtalk', 'oidc'] as const) expect((await test(provider)).code).toBe(200);
    await ok(boss, SAVE, { provider: 'wecom', enabled: true, ...WECOM_APP, secret: 'wrong' });
    await ok(boss, SAVE, { provider: 'dingtalk', enabled: true, ...DINGTALK_APP, secret: 'wrong' });
    expect(await test('wecom')).toMatchObject({ code: 422, msg: expect.stringContaining('40001') });
    expect(await test('dingtalk')).toMatchObject({
      code: 422,
      msg: expect.stringContaining('invalidClientIdOrSecret'),
    });
    expect((await call(admin, 'POST /user/auth/enterprise/login/setting/test', { provider: 'oidc' })).code).toBe(200);
  });
});

describe('linked ways of a person', () => {
  const signedIn = (person: TestPerson) => {
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

  it('are listed, added and taken away', async () => {
    const person = await mintPerson(tenant);
    const browser = signedIn(person);
    const { data } = await comeBack(browser, 'wecom', await link(browser, 'wecom', randomUUID()));
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

  it('are linked to the person who began it, not to somebody who signs in on the way', async () => {
    const [victim, attacker] = await Promise.all([mintPerson(tenant), mintPerson(tenant)]);
    const browser = signedIn(attacker);
    const back = await link(browser, 'dingtalk', randomUUID());
    const other = signedIn(victim);
    other.jar.set('zhixing_browser', browser.jar.get('zhixing_browser')!);
    expect((await comeBack(other, 'dingtalk', back)).code).toBe(422);
    expect(await identitiesOf(tenant, victim.userId)).toEqual([]);
    expect((await comeBack(browser, 'dingtalk', back)).code, 'the attempt is used up').toBe(422);
  });

  it('are not taken from somebody else, nor doubled', async () => {
    const [one, two] = (await Promise.all([mintPerson(tenant), mintPerson(tenant)])).map(signedIn);
    const who = randomUUID();
    await comeBack(one!, 'oidc', await link(one!, 'oidc', who));
    expect((await comeBack(two!, 'oidc', await link(two!, 'oidc', who))).code).toBe(409);
    expect((await comeBack(one!, 'oidc', await link(one!, 'oidc', randomUUID()))).code).toBe(409);
    expect((await comeBack(one!, 'oidc', await link(one!, 'oidc', who))).data.step, 'the same again').toBe('linked');
  });

  it('are never less than one for somebody without a phone, also when two are taken away at once', async () => {
    const { tenant: own } = await tenantWith({ autoProvision: true });
    const browser = browserAt(own.host);
    const { data } = await through(browser, 'oidc', 'no-phone');
    await whose(browser, data);
    const unlink = (provider: Provider) => browser.call('DELETE /user/auth/user/info/identity/unlink', { provider });
    expect(await unlink('oidc')).toMatchObject({ code: 409, msg: expect.stringContaining('唯一') });
    await comeBack(browser, 'wecom', await link(browser, 'wecom', randomUUID()));
    const answers = await Promise.all([unlink('oidc'), unlink('wecom')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});
