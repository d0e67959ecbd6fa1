import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { issueCode } from '#src/server/account/code/verification-code.ts';
import type { CodePurpose } from '#src/server/account/tables/sign-in.ts';
import { call, callWithCookies, type Caller, ok, portal } from '../factories/portal.ts';
import { companionCookie, companionOf, mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The audit log: records rejections, contains no secrets, and cannot be flooded. */

const ME = 'GET /user/auth/enterprise/user/info/current/view';
const MARKING = 'POST /exam/auth/exam/marking/page';
let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  person = await mintPerson(tenant);
});

const refusals = (where: TestTenant) =>
  withTenant(where.id, (db) =>
    db
      .select({ userId: auditLog.userId, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, where.id), eq(auditLog.action, 'access.refused'))),
  );

describe('rejections', () => {
  it('records the call when the role does not allow it', async () => {
    const learner = await mintPerson(tenant);
    expect((await call(learner, MARKING)).code).toBe(403);
    expect(await refusals(tenant)).toContainEqual({ userId: learner.userId, detail: { why: 'role', call: MARKING } });
  });

  it('records a valid token without its companion, for calls and pages', async () => {
    const path = `/gateway${ME.slice(4)}`;
    for (const cookie of ['', `zhixing_companion=${companionOf('another token')}`]) {
      expect((await call({ ...person, cookie }, ME)).code).toBe(300);
    }
    expect((await refusals(tenant)).filter(({ userId }) => userId === person.userId)).toEqual([
      { userId: person.userId, detail: { why: 'companion', path } },
      { userId: person.userId, detail: { why: 'companion', path } },
    ]);
    await portal.request(`http://${tenant.host}/account`, {
      headers: { host: tenant.host, cookie: `ET_WEB_TOKEN=${person.token}` },
    });
    expect(await refusals(tenant)).toContainEqual({
      userId: person.userId,
      detail: { why: 'companion', path: '/account' },
    });
  });

  it('records a token of another tenant without the user', async () => {
    const cookie = companionCookie(person.token);
    expect((await call({ ...person, cookie, host: other.host }, ME)).code).toBe(300);
    const found = await refusals(other);
    expect(found).toEqual([{ userId: null, detail: { why: 'tenant', path: `/gateway${ME.slice(4)}` } }]);
  });

  it('does not record expired or invented tokens', async () => {
    const ended = await mintSession(person.userId, tenant.id, { endedAt: new Date() });
    const expired = await mintSession(person.userId, tenant.id, { expiresAt: new Date(Date.now() - 1000) });
    const before = (await refusals(tenant)).length;
    for (const token of [ended, expired, 'x'.repeat(43), 'x']) {
      for (const cookie of ['', companionCookie(token)])
        expect((await call({ ...person, token, cookie }, ME)).code).toBe(300);
    }
    expect(await refusals(tenant)).toHaveLength(before);
  });

  it('are limited, so that they cannot flood the log', async () => {
    const pest = await mintPerson(tenant);
    const codes = await Promise.all(Array.from({ length: 60 }, async () => (await call(pest, MARKING)).code));
    expect(new Set(codes)).toEqual(new Set([403]));
    expect((await refusals(tenant)).filter(({ userId }) => userId === pest.userId)).toHaveLength(30);
  });
});

describe('audit_log', () => {
  it.each([
    ['changed', sql`update audit_log set action = 'nothing' where true`],
    ['deleted', sql`delete from audit_log where true`],
    ['emptied', sql`truncate audit_log`],
    ['taken away', sql`drop table audit_log`],
    ['opened', sql`alter table audit_log no force row level security`],
  ])('cannot be %s by the portal', async (_how, statement) => {
    const denied = await withTenant(tenant.id, (db) => db.execute(statement)).then(
      () => null,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
    expect(denied).toBe('42501');
  });

  it('rejects rows of another tenant, and hides rows from it', async () => {
    const forged = withTenant(tenant.id, (db) =>
      db.insert(auditLog).values({ enterpriseId: other.id, action: 'login', detail: {} }),
    );
    await expect(forged).rejects.toThrow();
    const seen = await withTenant(other.id, (db) => db.select({ enterpriseId: auditLog.enterpriseId }).from(auditLog));
    expect(new Set(seen.map(({ enterpriseId }) => enterpriseId))).toEqual(new Set([other.id]));
  });
});

it('contains no secret after any action', async () => {
  const secrets = {
    old: 'Turtle#4711-Old',
    next: 'Harbour#83-New',
    wrong: 'Guess!1234-Wrong',
    client: 'Client-Secret-7788',
  };
  const known: string[] = Object.values(secrets);
  const boss = await mintPerson(tenant, { isAdmin: true, passwordHash: await hashPassword(secrets.old) });
  const phone = `16${boss.phone.slice(2)}`;
  const code = async (to: string, purpose: CodePurpose) => {
    const made = await withTenant(tenant.id, (db) =>
      issueCode(db, { recipient: to, purpose, enterpriseId: tenant.id, now: new Date(), requester: null }),
    );
    known.push(made);
    return made;
  };
  /** Collects the secrets that a sign-in returns. */
  const signIn = async (answer: Promise<{ envelope: { code: number; data: unknown }; cookie: string }>) => {
    const { envelope, cookie } = await answer;
    expect(envelope.code, JSON.stringify(envelope)).toBe(200);
    const { token } = envelope.data as { token: string };
    known.push(token, ...cookie.split('; ').map((pair) => pair.split('=')[1]!));
    return { host: tenant.host, token, cookie } satisfies Caller;
  };
  const here = tenant.anonymous;

  await call(here, 'POST /user/api/user/info/login/pwd', { phone: boss.phone, password: secrets.wrong });
  let me = await signIn(
    callWithCookies(here, 'POST /user/api/user/info/login/pwd', { phone: boss.phone, password: secrets.old }),
  );
  const change = { oldPassword: secrets.wrong, password: secrets.next, repeatPassword: secrets.next };
  await call(me, 'PUT /user/auth/user/info/update/password', change);
  me = await signIn(
    callWithCookies(me, 'PUT /user/auth/user/info/update/password', { ...change, oldPassword: secrets.old }),
  );
  me = await signIn(
    callWithCookies(me, 'PUT /user/auth/user/info/update/phone', {
      phone,
      code: await code(phone, 'phone'),
    }),
  );
  await call(here, 'POST /user/api/user/info/send/verification/code', { phone, purpose: 'login' });
  await call(here, 'POST /user/api/user/info/login/verification/code', { phone, code: '000000', agreed: true });
  me = await signIn(
    callWithCookies(here, 'POST /user/api/user/info/login/verification/code', {
      phone,
      code: await code(phone, 'login'),
      agreed: true,
    }),
  );
  await call(me, 'PUT /user/auth/enterprise/login/setting/save', {
    provider: 'wecom',
    enabled: true,
    corpId: 'corp',
    agentId: '1000002',
    revision: 0,
    secret: secrets.client,
  });
  await ok(me, 'PUT /user/auth/enterprise/user/info/update', { userName: '新名字' });
  await call(me, 'DELETE /user/auth/user/info/session/end/others');
  await ok(me, 'PUT /user/auth/user/info/logout');
  const reset = { phone, password: secrets.old, repeatPassword: secrets.old };
  await call(here, 'PUT /user/api/user/info/reset/password', { ...reset, code: '000000' });
  await ok(here, 'PUT /user/api/user/info/reset/password', { ...reset, code: await code(phone, 'reset') });

  const rows = await withTenant(tenant.id, (db) => db.select().from(auditLog));
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of ['login', 'login.refused', 'logout', 'password.reset', 'phone.changed', 'loginSetting.saved'])
    expect(actions).toContain(action);
  const values = (value: unknown): string[] =>
    value !== null && typeof value === 'object' ? Object.values(value).flatMap(values) : [String(value)];
  const told = rows.flatMap(({ detail }) => values(detail));
  // Codes are so short that an id can contain them by chance; other secrets must not occur anywhere.
  expect(
    told.filter((text) => known.some((secret) => (secret.length > 6 ? text.includes(secret) : text === secret))),
  ).toEqual([]);
  expect(told.filter((text) => /\$argon2|^[\w-]{43}$/.test(text))).toEqual([]);
});
