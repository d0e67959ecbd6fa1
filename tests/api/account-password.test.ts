import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { checkPassword, hashPassword } from '#src/server/account/password/password.ts';
import { issueCode } from '#src/server/account/code/verification-code.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import type { CodePurpose } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { call, callWithCookies, ok, portal, type Caller } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const OLD = 'Turtle#4711-Old';
const NEW = 'Harbour#83-New';
const STORED = await hashPassword(OLD);
const ME = 'GET /user/auth/user/info/security/view';
const RESET = 'PUT /user/api/user/info/reset/password';
const REPLACE = 'POST /user/api/user/info/pwd/update';
const CHANGE = 'PUT /user/auth/user/info/update/password';
const PHONE = 'PUT /user/auth/user/info/update/phone';

let tenant: TestTenant;
let person: TestPerson;
let other: TestPerson;

beforeEach(async () => {
  tenant = await mintTenant('Lighthouse Works');
  person = await mintPerson(tenant, { passwordHash: STORED });
  other = await mintPerson(tenant, { passwordHash: STORED });
});

const codeFor = (phone: string, purpose: CodePurpose) =>
  withTenant(tenant.id, (db) =>
    issueCode(db, { recipient: phone, purpose, enterpriseId: tenant.id, now: new Date(), requester: null }),
  );
const account = async (userId: string) =>
  (await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, userId))))[0]!;
const update = (userId: string, change: Partial<typeof userAccount.$inferInsert>) =>
  withPortal((db) => db.update(userAccount).set(change).where(eq(userAccount.id, userId)));
const lives = async (caller: Caller) => (await call(caller, ME)).code === 200;
const secondDevice = async () => ({ host: tenant.host, token: await mintSession(person.userId, tenant.id) });
const login = (phone: string, password: string) =>
  call(tenant.anonymous, 'POST /user/api/user/info/login/pwd', { phone, password });
const audited = (userId: string, action: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.userId, userId), eq(auditLog.action, action)))
      .orderBy(desc(auditLog.gmtCreate)),
  );
/** Returns the code and the Chinese error message of each field. */
const errors = async <C extends Call>(caller: Caller, name: C, input: Input<C>) => {
  const { code, data } = await call(caller, name, input);
  const fields = (data ?? []) as unknown as { field: string; message: string }[];
  return [code, Object.fromEntries(fields.map(({ field, message }) => [field, message]))];
};
/** Calls an operation that returns a session, and returns the session for further calls. */
const callForSession = async <C extends typeof CHANGE | typeof PHONE>(caller: Caller, name: C, input: Input<C>) => {
  const { envelope, cookie } = await callWithCookies(caller, name, input);
  return { envelope, session: { host: caller.host, token: (envelope.data as Data<C> | null)?.token, cookie } };
};
const repeated = (password: string) => ({ password, repeatPassword: password });

describe('reset/password', () => {
  it('sets a new password with a code and ends all sessions', async () => {
    const device = await secondDevice();
    await ok(tenant.anonymous, RESET, {
      phone: person.phone,
      code: await codeFor(person.phone, 'reset'),
      ...repeated('aB3$x9'),
    });
    expect([await lives(person), await lives(device)]).toEqual([false, false]);
    expect((await login(person.phone, OLD)).code).toBe(422);
    expect((await login(person.phone, 'aB3$x9')).code).toBe(200);
    expect(await lives(other), 'other users are not affected').toBe(true);
    expect(await audited(person.userId, 'password.reset')).toHaveLength(1);
  });

  it('rejects codes for other purposes and used codes', async () => {
    const input = { phone: person.phone, ...repeated(NEW) };
    const wrong = [422, { code: '验证码错误' }];
    for (const purpose of ['login', 'phone', 'confirm'] as const) {
      const code = await codeFor(person.phone, purpose);
      expect(await errors(tenant.anonymous, RESET, { ...input, code })).toEqual(wrong);
    }
    const code = await codeFor(person.phone, 'reset');
    await ok(tenant.anonymous, RESET, { ...input, code });
    expect(await errors(tenant.anonymous, RESET, { ...input, code })).toEqual(wrong);
  });

  it('returns the same error for an unknown phone, a disabled account and a wrong code', async () => {
    const input = repeated(NEW);
    await update(other.userId, { disabledAt: new Date() });
    const codes = [await codeFor('19900000001', 'reset'), await codeFor(other.phone, 'reset'), '000000'];
    const answers = [];
    for (const [at, phone] of ['19900000001', other.phone, person.phone].entries())
      answers.push(await call(tenant.anonymous, RESET, { phone, code: codes[at]!, ...input }));
    expect(answers[0]).toMatchObject({ code: 422, data: [{ field: 'code', message: '验证码错误' }] });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('returns the error of each invalid field without using the code up', async () => {
    const code = await codeFor(person.phone, 'reset');
    const input = { phone: person.phone, code };
    expect(
      await errors(tenant.anonymous, RESET, { phone: '', code: '', password: '', repeatPassword: '' }),
    ).toMatchObject([
      422,
      { phone: '请输入手机号', code: '请输入验证码', password: '请输入密码', repeatPassword: '请再次输入密码' },
    ]);
    expect(await errors(tenant.anonymous, RESET, { ...input, password: NEW, repeatPassword: 'x' })).toEqual([
      422,
      { repeatPassword: '两次输入的密码不一致' },
    ]);
    for (const [password, text] of [
      ['aB3$x', /6 至 16 位/],
      ['aB3$x'.repeat(3) + '12', /6 至 16 位/],
      ['abcdef12', /6 至 16 位/],
      ['P@ssw0rd1', /太常见/],
      [`aB$${person.phone}`, /太常见/],
      ['Lighthouse#1', /太常见/],
    ] as const) {
      expect(await errors(tenant.anonymous, RESET, { ...input, ...repeated(password) }), password).toEqual([
        422,
        { password: expect.stringMatching(text) as string },
      ]);
    }
    await ok(tenant.anonymous, RESET, { ...input, ...repeated(NEW) });
  });
});

describe('pwd/update (a password set by somebody else)', () => {
  beforeEach(() => update(person.userId, { mustChangePassword: true }));

  it('rejects the login until the password is replaced', async () => {
    expect(await login(person.phone, OLD)).toMatchObject({ code: 409, msg: '首次登录请先修改初始密码' });
    expect((await login(person.phone, 'Wrong#2026')).code, 'only revealed for the right password').toBe(422);
    await ok(tenant.anonymous, REPLACE, { phone: person.phone, oldPassword: OLD, ...repeated(NEW) });
    expect(await lives(person)).toBe(false);
    expect((await login(person.phone, NEW)).code).toBe(200);
    expect(await account(person.userId)).toMatchObject({ mustChangePassword: false });
    expect(await audited(person.userId, 'password.changed')).toHaveLength(1);
  });

  it('rejects a wrong password and an unknown phone with the same error', async () => {
    const input = { oldPassword: 'Wrong#2026', ...repeated(NEW) };
    const wrong = await call(tenant.anonymous, REPLACE, { phone: person.phone, ...input });
    expect(wrong).toMatchObject({ code: 422, data: [{ field: 'oldPassword', message: '手机号或密码错误' }] });
    expect(await call(tenant.anonymous, REPLACE, { phone: '19900000002', ...input })).toEqual(wrong);
  });

  it('counts wrong attempts together with those of the login', async () => {
    const input = { phone: person.phone, oldPassword: 'Wrong#2026', ...repeated(NEW) };
    for (let tries = 0; tries < 2; tries++) await call(tenant.anonymous, REPLACE, input);
    const wrong = [422, { pictureCode: '需要进行安全验证，请重试' }];
    expect(await errors(tenant.anonymous, REPLACE, input)).toEqual(wrong);
    const login = 'POST /user/api/user/info/login/pwd';
    expect(await errors(tenant.anonymous, login, { phone: person.phone, password: OLD })).toEqual(wrong);
  });

  it('requires 8 to 30 characters of all kinds that differ from the old password', async () => {
    const errorOf = async (password: string) =>
      (
        (
          await errors(tenant.anonymous, REPLACE, { phone: person.phone, oldPassword: OLD, ...repeated(password) })
        )[1] as {
          password?: string;
        }
      ).password;
    expect(await errorOf('aB3$x9')).toMatch(/8 至 30 位/);
    expect(await errorOf('ab3$x9k2')).toMatch(/8 至 30 位/);
    expect(await errorOf(OLD)).toBe('新密码不能与原密码相同');
    expect(await errorOf('Password@123')).toMatch(/太常见/);
  });
});

describe('update/password', () => {
  it('ends all sessions and returns a new token', async () => {
    const device = await secondDevice();
    const { envelope, session } = await callForSession(person, CHANGE, { oldPassword: OLD, ...repeated(NEW) });
    expect(envelope).toMatchObject({ code: 200, data: { enterpriseId: tenant.id, expiresIn: 86_400 } });
    expect([await lives(person), await lives(device), await lives(session)]).toEqual([false, false, true]);
    expect((await login(person.phone, OLD)).code).toBe(422);
    expect((await login(person.phone, NEW)).code).toBe(200);
    expect(await audited(person.userId, 'password.changed')).toEqual([{ detail: null }]);
    expect((await ok(session, ME)).passwordChangedAt).not.toBeNull();
  });

  it('requires the old password, and rejects even the right one after five wrong attempts', async () => {
    const input = repeated(NEW);
    expect(await errors(person, CHANGE, input)).toEqual([422, { oldPassword: '请输入密码' }]);
    for (let tries = 0; tries < 5; tries++) {
      expect(await errors(person, CHANGE, { oldPassword: `Wrong#${tries}`, ...input })).toEqual([
        422,
        { oldPassword: '密码错误' },
      ]);
    }
    expect((await call(person, CHANGE, { oldPassword: OLD, ...input })).code).toBe(429);
    expect(await checkPassword((await account(person.userId)).passwordHash, OLD)).toBe(true);
    expect(await lives(person), 'the session stays valid').toBe(true);
    expect(await audited(person.userId, 'password.refused')).toHaveLength(5);
  });

  it('accepts one of two concurrent changes', async () => {
    const device = await secondDevice();
    const codes = await Promise.all([
      call(person, CHANGE, { oldPassword: OLD, ...repeated(NEW) }).then(({ code }) => code),
      call(device, CHANGE, { oldPassword: OLD, ...repeated('Anchor#17-Other') }).then(({ code }) => code),
    ]);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
  });

  it('sets the first password with a code to the user’s phone', async () => {
    await update(person.userId, { passwordHash: null });
    expect(await ok(person, ME)).toMatchObject({ hasPassword: false });
    expect(await errors(person, CHANGE, repeated(NEW))).toEqual([422, { code: '验证码错误' }]);
    const stolen = await codeFor(other.phone, 'confirm');
    expect(await errors(person, CHANGE, { code: stolen, ...repeated(NEW) })).toEqual([422, { code: '验证码错误' }]);
    const { session } = await callForSession(person, CHANGE, {
      code: await codeFor(person.phone, 'confirm'),
      ...repeated(NEW),
    });
    expect(await ok(session, ME)).toMatchObject({ hasPassword: true });
  });

  it('rejects a user without password and phone', async () => {
    await update(person.userId, { passwordHash: null, phone: null });
    expect(await call(person, CHANGE, repeated(NEW))).toMatchObject({ code: 409 });
  });
});

describe('update/phone', () => {
  const fresh = () => `18${String(Math.random()).slice(2, 11).padEnd(9, '0')}`;

  it('requires a recent proof and a code to the new number, and ends all other sessions', async () => {
    const [device, phone] = [await secondDevice(), fresh()];
    const code = await codeFor(phone, 'phone');
    const long = new Date(Date.now() - 3_600_000);
    const old = { host: tenant.host, token: await mintSession(person.userId, tenant.id, { gmtCreate: long }) };
    expect(await call(old, PHONE, { phone, code })).toMatchObject({ code: 403, data: { need: 'proof' } });
    const { session } = await callForSession(person, PHONE, { phone, code });
    expect([await lives(person), await lives(device), await lives(session)]).toEqual([false, false, true]);
    expect((await ok(session, ME)).phone).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`);
    expect((await login(phone, OLD)).code).toBe(200);
    expect((await login(person.phone, OLD)).code).toBe(422);
    const [row] = await audited(person.userId, 'phone.changed');
    expect(JSON.stringify(row), 'no complete number in the log').not.toMatch(/1\d{10}/);
  });

  it('reveals that a number is taken only after its code has been verified', async () => {
    const input = { phone: other.phone };
    expect(await errors(person, PHONE, { ...input, code: '000000' })).toEqual([422, { code: '验证码错误' }]);
    const code = await codeFor(other.phone, 'phone');
    expect(await errors(person, PHONE, { ...input, code })).toEqual([409, { phone: '该账号已存在' }]);
    expect((await account(person.userId)).phone).toBe(person.phone);
  });

  it('rejects the current number', async () => {
    const input = { phone: person.phone, code: '000000' };
    expect(await errors(person, PHONE, input)).toEqual([422, { phone: '这就是你现在的手机号' }]);
  });

  it('takes a code to the old number as proof of users without a password', async () => {
    await update(person.userId, { passwordHash: null });
    const phone = fresh();
    const input = { phone, code: await codeFor(phone, 'phone') };
    const long = new Date(Date.now() - 3_600_000);
    const old = { host: tenant.host, token: await mintSession(person.userId, tenant.id, { gmtCreate: long }) };
    expect((await call(old, PHONE, input)).code).toBe(403);
    const code = await codeFor(person.phone, 'confirm');
    await ok(old, 'POST /user/auth/user/info/factor/prove', { way: 'code', code });
    expect((await callForSession(old, PHONE, input)).envelope.code).toBe(200);
    expect((await account(person.userId)).phone).toBe(phone);
  });

  it('sets the first phone number of a user without a password only after a recent login', async () => {
    await update(person.userId, { passwordHash: null, phone: null });
    const phone = fresh();
    const input = { phone, code: await codeFor(phone, 'phone') };
    const long = new Date(Date.now() - 3_600_000);
    const old = { host: tenant.host, token: await mintSession(person.userId, tenant.id, { gmtCreate: long }) };
    expect((await call(old, PHONE, input)).code).toBe(403);
    expect((await callForSession(person, PHONE, input)).envelope.code).toBe(200);
  });
});

it('disabling an account invalidates its sessions and its password', async () => {
  const device = await secondDevice();
  expect([await lives(person), await lives(device)]).toEqual([true, true]);
  await update(person.userId, { disabledAt: new Date() });
  expect([await lives(person), await lives(device)]).toEqual([false, false]);
  expect((await login(person.phone, OLD)).code).toBe(422);
});

it('simultaneous logins above the limit get 429 with Retry-After, the others are processed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 220 }, (_, n) =>
      portal.request(`http://${tenant.host}/gateway/user/api/user/info/login/pwd`, {
        method: 'POST',
        headers: { host: tenant.host, 'content-type': 'application/json' },
        body: JSON.stringify({ phone: `16${String(n).padStart(9, '0')}`, password: OLD }),
      }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(count(422), 'the queue was full').toBeGreaterThanOrEqual(150);
  expect(count(429)).toBeGreaterThan(0);
  expect(count(422) + count(429)).toBe(answers.length);
  const rejected = answers.find((answer) => answer.status === 429)!;
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await rejected.json()).toMatchObject({ code: 429, msg: '当前登录人数较多，请过几秒再试' });
  expect((await login(person.phone, OLD)).code, 'logins are accepted again').toBe(200);
});
