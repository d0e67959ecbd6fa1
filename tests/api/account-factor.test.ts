import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { mintSession } from '../factories/session.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { userAccount, userSession } from '#src/server/account/tables/account.ts';
import { pendingSignIn, recoveryCode, userTotp } from '#src/server/account/tables/factor.ts';
import { userIdentity } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { auditLog, rateLimit } from '#src/server/core/tables.ts';
import { notice } from '#src/server/notice/tables.ts';
import { deleteExpiredSignIns } from '#src/server/account/session/delete-expired.ts';
import { browserAt, type TestBrowser } from '../factories/browser.ts';
import { PASSWORD_LOGIN, endWindow } from '../factories/codes.ts';
import { joinTenant } from '../factories/company.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PASSWORD = 'Turtle#4711-Old';
const STORED = await hashPassword(PASSWORD);
const SECOND = 'POST /user/api/user/info/login/second';
const VIEW = 'GET /user/auth/user/info/factor/view';
const PROVE = 'POST /user/auth/user/info/factor/prove';
const BEGIN = 'POST /user/auth/user/info/totp/begin';
const CONFIRM = 'POST /user/auth/user/info/totp/confirm';
const REMOVE = 'DELETE /user/auth/user/info/totp/remove';
const RENEW = 'POST /user/auth/user/info/recovery/renew';
const RESET = 'POST /user/auth/people/factor/reset';
const STEP = 30_000;

let tenant: TestTenant;
let person: TestPerson;

beforeEach(async () => {
  tenant = await mintTenant('Lighthouse Works');
  person = await mintPerson(tenant, { passwordHash: STORED });
});

/** The code of an authenticator app whose clock is `steps` periods ahead. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP });
/** As if some time had passed since the last accepted code. */
const forgetStep = (userId = person.userId) =>
  withPortal((db) => db.update(userTotp).set({ lastStep: 0 }).where(eq(userTotp.userId, userId)));

/** Sets up an authenticator app. @returns its secret and the recovery codes */
async function setUp(caller: Caller = person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, ticket } = await ok(caller, BEGIN, {});
  const { recoveryCodes } = await ok(caller, CONFIRM, { ticket, code: codeOf(secret) });
  return { secret, recoveryCodes };
}
async function signIn(browser: TestBrowser, password = PASSWORD, phone = person.phone) {
  return browser.call(PASSWORD_LOGIN, { phone, password });
}
/** A browser in which the password has been proven. */
async function waiting(host = tenant.host): Promise<TestBrowser> {
  const browser = browserAt(host);
  const { code, data } = await signIn(browser);
  expect({ code, token: data.token, factors: data.factors }).toEqual({
    code: 200,
    token: null,
    factors: ['totp', 'recovery'],
  });
  return browser;
}
const audited = (action: string, userId = person.userId) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.userId, userId), eq(auditLog.action, action))),
  );
const sessions = () => withPortal((db) => db.$count(userSession, eq(userSession.userId, person.userId)));

describe('setting up', () => {
  it('takes a code of the app, stores no secret in clear, and shows recovery codes once', async () => {
    expect(await ok(person, VIEW)).toMatchObject({
      totpSince: null,
      codesLeft: 0,
      proven: true,
      proofs: ['password', 'code'],
    });
    const { secret, uri, ticket } = await ok(person, BEGIN, {});
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain('Lighthouse Works');
    expect(await call(person, CONFIRM, { ticket, code: '000000' })).toMatchObject({
      code: 422,
      data: [{ field: 'code' }],
    });
    expect(await ok(person, VIEW), 'not before its code was entered').toMatchObject({ totpSince: null });
    const { recoveryCodes } = await ok(person, CONFIRM, { ticket, code: codeOf(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^[A-Z2-7]{5}-[A-Z2-7]{5}$/.test(code))).toBe(true);
    expect(await ok(person, VIEW)).toMatchObject({ codesLeft: 10, proven: true, proofs: ['totp', 'recovery'] });
    const stored = await withPortal(async (db) =>
      JSON.stringify([await db.select().from(userTotp), await db.select().from(recoveryCode)]),
    );
    for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(shown);
    expect(await audited('factor.set')).toHaveLength(1);
  });

  it('ends the other sessions of the account, and those only', async () => {
    const device = { host: tenant.host, token: await mintSession(person.userId, tenant.id) };
    await setUp();
    expect((await call(device, VIEW)).code).toBe(300);
    expect((await call(person, VIEW)).code).toBe(200);
  });

  it('needs a recent proof, which is the second factor once there is one', async () => {
    const old = async () => ({
      host: tenant.host,
      token: await mintSession(person.userId, tenant.id, { gmtCreate: new Date(Date.now() - 11 * 60_000) }),
    });
    const device = await old();
    for (const name of [BEGIN, REMOVE, RENEW] as const)
      expect(await call(device, name, {})).toMatchObject({ code: 403, msg: '为了账号安全，请先验证身份' });
    expect((await call(device, CONFIRM, { ticket: 'x', code: '123456' })).code).toBe(403);
    expect(await call(device, PROVE, { way: 'password', password: 'wrong' })).toMatchObject({ code: 422 });
    await ok(device, PROVE, { way: 'password', password: PASSWORD });
    const { secret } = await setUp(device);
    // A session that the password alone opened, as a thief has it.
    const thief = { host: tenant.host, token: await mintSession(person.userId, tenant.id) };
    expect((await call(thief, REMOVE, {})).code).toBe(403);
    expect((await call(thief, PROVE, { way: 'password', password: PASSWORD })).code).toBe(403);
    await forgetStep();
    await ok(thief, PROVE, { way: 'totp', code: codeOf(secret) });
    await ok(thief, REMOVE, {});
    expect(await ok(thief, VIEW)).toMatchObject({ totpSince: null, codesLeft: 0 });
    expect(await audited('factor.removed')).toHaveLength(1);
    expect((await signIn(browserAt(tenant.host))).data.token, 'no second step any more').toBeTruthy();
  });

  it('counts a sign-in through a provider only for those who have no other proof', async () => {
    const through = { host: tenant.host, token: await mintSession(person.userId, tenant.id, { way: 'oidc' }) };
    expect((await call(through, BEGIN, {})).code).toBe(403);
    await withPortal((db) =>
      db.update(userAccount).set({ phone: null, passwordHash: null }).where(eq(userAccount.id, person.userId)),
    );
    expect((await call(through, BEGIN, {})).code).toBe(200);
    const switched = { host: tenant.host, token: await mintSession(person.userId, tenant.id, { way: 'handoff' }) };
    expect((await call(switched, BEGIN, {})).code).toBe(403);
  });

  it('replaces an earlier app only with a code of the new one, in the session that asked', async () => {
    const { secret } = await setUp();
    const next = await ok(person, BEGIN, {});
    const device = { host: tenant.host, token: await mintSession(person.userId, tenant.id, { factor: 'totp' }) };
    expect(await call(device, CONFIRM, { ticket: next.ticket, code: codeOf(next.secret) })).toMatchObject({
      code: 422,
      msg: '二维码已过期，请重新获取',
    });
    expect((await call(person, CONFIRM, { ticket: `x${next.ticket}`, code: codeOf(next.secret) })).code).toBe(422);
    await forgetStep();
    expect((await (await waiting()).call(SECOND, { way: 'totp', code: codeOf(secret) })).code, 'the earlier one').toBe(
      200,
    );
    await ok(person, CONFIRM, { ticket: next.ticket, code: codeOf(next.secret) });
    await forgetStep();
    const browser = await waiting();
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).code).toBe(422);
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(next.secret) })).code).toBe(200);
  });
});

describe('signing in', () => {
  it('opens no session before the second factor', async () => {
    const { secret } = await setUp();
    await forgetStep();
    const before = await sessions();
    const browser = await waiting();
    expect(await sessions()).toBe(before);
    expect((await browser.call(VIEW)).code).toBe(300);
    const { data } = await browser.call(SECOND, { way: 'totp', code: codeOf(secret) });
    browser.token = data.token;
    expect((await browser.call(VIEW)).data).toMatchObject({ proven: true });
    expect(await audited('login')).toMatchObject([{ detail: { way: 'password', factor: 'totp' } }]);
  });

  it.each([-1, 0, 1])('accepts a clock that is %i steps ahead', async (steps) => {
    const { secret } = await setUp();
    await forgetStep();
    const browser = await waiting();
    // The period must not end between the code and its check.
    while (Date.now() % STEP > STEP - 3_000) await sleep(100);
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret, steps) })).code).toBe(200);
  });

  it.each([-3, 3])('refuses a clock that is %i steps ahead', async (steps) => {
    const { secret } = await setUp();
    await forgetStep();
    const refused = await (await waiting()).call(SECOND, { way: 'totp', code: codeOf(secret, steps) });
    expect(refused).toMatchObject({ code: 422, data: [{ field: 'code', message: '验证码不正确，或已使用过' }] });
  });

  it('accepts a code once, also of two browsers at the same time, and none before it', async () => {
    const { secret } = await setUp();
    expect(
      (await (await waiting()).call(SECOND, { way: 'totp', code: codeOf(secret) })).code,
      'used for setting up',
    ).toBe(422);
    await forgetStep();
    const code = codeOf(secret, 1);
    const [one, two] = [await waiting(), await waiting()];
    const codes = await Promise.all(
      [one, two].map(async (each) => (await each.call(SECOND, { way: 'totp', code })).code),
    );
    expect(codes.sort()).toEqual([200, 422]);
    expect((await (await waiting()).call(SECOND, { way: 'totp', code: codeOf(secret) })).code, 'an earlier one').toBe(
      422,
    );
  });

  it('accepts each recovery code once, in any notation', async () => {
    const { recoveryCodes } = await setUp();
    const typed = ` ${recoveryCodes[3]!.toLowerCase().replace('-', ' ')} `;
    expect((await (await waiting()).call(SECOND, { way: 'recovery', code: typed })).code).toBe(200);
    expect(await ok(person, VIEW)).toMatchObject({ codesLeft: 9 });
    const browser = await waiting();
    expect((await browser.call(SECOND, { way: 'recovery', code: recoveryCodes[3]! })).code).toBe(422);
    const renewed = await ok(person, RENEW, {});
    expect((await browser.call(SECOND, { way: 'recovery', code: recoveryCodes[4]! })).code, 'replaced').toBe(422);
    expect((await browser.call(SECOND, { way: 'recovery', code: renewed.recoveryCodes[0]! })).code).toBe(200);
    expect(await audited('login')).toMatchObject([
      { detail: { factor: 'recovery' } },
      { detail: { factor: 'recovery' } },
    ]);
  });

  it('limits wrong codes per account, whatever the browser, and says so in the audit log', async () => {
    const { secret } = await setUp();
    await forgetStep();
    for (let i = 0; i < 5; i++)
      expect((await (await waiting()).call(SECOND, { way: 'totp', code: '000000' })).code).toBe(422);
    const browser = await waiting();
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).code).toBe(429);
    expect(await audited('factor.refused')).toHaveLength(5);
    await endWindow(`factor:user:${person.userId}`);
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).code).toBe(200);
    const [day] = await withPortal((db) =>
      db
        .select()
        .from(rateLimit)
        .where(eq(rateLimit.key, `factor:day:${person.userId}`)),
    );
    expect(day!.count, 'right codes are not counted').toBe(5);
  });

  it('belongs to one browser, one enterprise and ten minutes', async () => {
    const { secret } = await setUp();
    await forgetStep();
    const there = await mintTenant('Elsewhere');
    await joinTenant(person, there);
    const browser = await waiting();
    const give = (caller: Caller) => call(caller, SECOND, { way: 'totp', code: codeOf(secret) });
    const cookie = [...browser.jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const over = { code: 422, msg: '这次登录已过期，请重新登录' };
    expect(await give({ host: tenant.host }), 'without its cookie').toMatchObject(over);
    expect(await give({ host: tenant.host, cookie, headers: { 'user-agent': 'Thief/1.0' } })).toMatchObject(over);
    expect(await give({ host: there.host, cookie }), 'at another enterprise').toMatchObject(over);
    const [row] = await withPortal((db) =>
      db.select().from(pendingSignIn).where(eq(pendingSignIn.userId, person.userId)),
    );
    expect([...browser.jar.values()].some((value) => hashToken(value).equals(row!.tokenHash))).toBe(true);
    await withPortal((db) => db.update(pendingSignIn).set({ expiresAt: sql`now()` }));
    expect(await give({ host: tenant.host, cookie }), 'too late').toMatchObject(over);
    await withPortal((_db, client) => deleteExpiredSignIns(client, new Date(Date.now() + 1_000)));
    expect(await withPortal((db) => db.$count(pendingSignIn, eq(pendingSignIn.userId, person.userId)))).toBe(0);
  });

  it('is asked at every enterprise of the account, but not again when a proven session goes on there', async () => {
    const { secret } = await setUp();
    const there = await mintTenant('Elsewhere');
    await joinTenant(person, there);
    await forgetStep();
    const browser = await waiting(there.host);
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).data.enterpriseId).toBe(there.id);
    const choose = (caller: Caller) =>
      ok(caller, 'POST /user/auth/user/info/choose/enterprise', { enterpriseId: there.id });
    const enter = (url: string | null) =>
      call({ host: there.host }, 'POST /user/api/user/info/login/handoff', { code: new URL(url!).hash.split('=')[1]! });
    expect((await enter((await choose(person)).url)).data.token).toBeTruthy();
    // The app was set up elsewhere while this session, which proved no second factor, was open.
    const plain = { host: tenant.host, token: await mintSession(person.userId, tenant.id) };
    expect((await enter((await choose(plain)).url)).data).toMatchObject({ token: null, factors: ['totp', 'recovery'] });
  });

  it('is over when the password changes, and is not completed for a member who is disabled meanwhile', async () => {
    const { secret } = await setUp();
    await forgetStep();
    const admin = await mintPerson(tenant, { isAdmin: true });
    const browser = await waiting();
    await ok(admin, 'PUT /user/auth/people/status', { userId: person.userId, status: 'disabled' });
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).code).toBe(403);
    await ok(admin, 'PUT /user/auth/people/status', { userId: person.userId, status: 'active' });
    await ok(admin, 'POST /user/auth/people/password/reset', { userId: person.userId });
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).msg).toBe('这次登录已过期，请重新登录');
  });

  it('links an external identity only after the second factor', async () => {
    const { secret } = await setUp();
    await forgetStep();
    const browser = browserAt(tenant.host);
    const bind = await mintAttempt(browser);
    const { data } = await browser.call(PASSWORD_LOGIN, { phone: person.phone, password: PASSWORD, bind });
    expect(data.token).toBeNull();
    const linked = () => withTenant(tenant.id, (db) => db.$count(userIdentity, eq(userIdentity.userId, person.userId)));
    expect(await linked()).toBe(0);
    expect((await browser.call(SECOND, { way: 'totp', code: codeOf(secret) })).code).toBe(200);
    expect(await linked()).toBe(1);
  });

  it('survives an unreadable secret: recovery codes still work', async () => {
    const { recoveryCodes } = await setUp();
    await withPortal((db) =>
      db.update(userTotp).set({ sealedSecret: 'of another APP_SECRET' }).where(eq(userTotp.userId, person.userId)),
    );
    const browser = await waiting();
    expect((await browser.call(SECOND, { way: 'totp', code: '123456' })).code).toBe(422);
    expect((await browser.call(SECOND, { way: 'recovery', code: recoveryCodes[0]! })).code).toBe(200);
  });
});

describe('reset by a manager', () => {
  it('removes it, ends all sessions and tells the member; never for oneself or an account of two enterprises', async () => {
    await setUp();
    const admin = await mintPerson(tenant, { isAdmin: true });
    expect((await call(person, RESET, { userId: person.userId })).code).toBe(403);
    expect((await call(admin, RESET, { userId: admin.userId })).code).toBe(409);
    const there = await mintTenant('Elsewhere');
    const stranger = await mintPerson(there, { passwordHash: STORED });
    expect((await call(admin, RESET, { userId: stranger.userId })).code).toBe(404);
    await joinTenant(stranger, tenant);
    expect((await call(admin, RESET, { userId: stranger.userId })).code).toBe(409);
    expect(await ok(admin, RESET, { userId: person.userId })).toEqual({ removed: true });
    expect((await call(person, VIEW)).code).toBe(300);
    expect((await signIn(browserAt(tenant.host))).data.token).toBeTruthy();
    expect(await audited('factor.reset', admin.userId)).toMatchObject([{ detail: { memberId: person.userId } }]);
    const told = await withTenant(tenant.id, (db) =>
      db.select({ kind: notice.kind }).from(notice).where(eq(notice.userId, person.userId)),
    );
    expect(told).toEqual([{ kind: 'factorReset' }]);
    expect(await ok(admin, RESET, { userId: person.userId }), 'again').toEqual({ removed: false });
  });
});

/** A login attempt whose identity waits to be linked in this browser. */
async function mintAttempt(browser: TestBrowser): Promise<string> {
  const { BROWSER_COOKIE } = await import('#src/server/account/login-methods/login-attempt.ts');
  const { loginAttempt } = await import('#src/server/account/tables/sign-in.ts');
  const [id, secret] = [randomUUID(), randomUUID()];
  browser.jar.set(BROWSER_COOKIE, secret);
  await withTenant(tenant.id, (db) =>
    db.insert(loginAttempt).values({
      ...{ enterpriseId: tenant.id, id, provider: 'wecom', stateHash: hashToken(id), browserHash: hashToken(secret) },
      ...{ identity: { subject: id, displayName: 'Wang' }, expiresAt: new Date(Date.now() + 600_000) },
    }),
  );
  return id;
}
