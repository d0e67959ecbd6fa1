import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTERPRISE_COOKIE } from '#src/contract/rules/cookies.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { sessionHandoff, userIdentity } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { browserAt } from '../factories/browser.ts';
import { CODE_LOGIN, PASSWORD_LOGIN, sendCode } from '../factories/codes.ts';
import { joinTenant } from '../factories/company.ts';
import { personCommand } from '../factories/person-command.ts';
import { call, ok } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { codeTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const ME = 'GET /user/auth/enterprise/user/info/current/view';
const LIST = 'GET /user/auth/user/info/enterprise/list';
const PASSWORD = 'Study@2026';
let tenant: TestTenant;
let other: TestTenant;
let admin: TestPerson;

beforeAll(async () => {
  [tenant, other] = [await mintTenant('Here Ltd'), await mintTenant('There Ltd')];
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Boss' });
});

const named = (person: TestPerson, of = tenant) => ['--enterprise', of.key, '--phone', person.phone];
const audited = (person: TestPerson, of = tenant) =>
  withTenant(of.id, async (db) => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, of.id), eq(auditLog.userId, person.userId)))
      .orderBy(auditLog.id);
    return rows.map(({ action, detail }) => [action, detail]);
  });
const stored = async (person: TestPerson, of = tenant) => {
  const [row] = await withTenant(of.id, (db) =>
    db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, person.userId)),
  );
  return row!;
};

describe('npm run person -- disable', () => {
  it('ends sessions of this enterprise in other processes at once, and refuses every kind of sign-in', async () => {
    const person = await mintPerson(tenant, { userName: '韩梅梅', passwordHash: await hashPassword(PASSWORD) });
    await joinTenant(person, other);
    const elsewhere = { host: other.host, token: await mintSession(person.userId, other.id) };
    const handoff = {
      ...{ codeHash: hashToken(randomUUID()), userId: person.userId, userAgent: '', address: '' },
      expiresAt: new Date(Date.now() + 60_000),
    };
    await withPortal((db) => db.insert(sessionHandoff).values({ ...handoff, enterpriseId: tenant.id }));
    expect((await call(person, ME)).code).toBe(200);

    const done = await personCommand('disable', ...named(person));
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/✓ disable +韩梅梅 is disabled /) });
    expect((await call(person, ME)).code, 'the session').toBe(300);
    expect((await call(elsewhere, ME)).code, 'the session elsewhere').toBe(200);
    expect((await ok(elsewhere, LIST)).map(({ enterpriseId }) => enterpriseId)).toEqual([other.id]);
    expect(await withPortal((db) => db.$count(sessionHandoff, eq(sessionHandoff.userId, person.userId)))).toBe(0);
    expect(await stored(person)).toMatchObject({ status: 'disabled', disabledAt: expect.any(Date) });
    expect(await stored(person, other)).toMatchObject({ status: 'active', disabledAt: null });

    const refused = { code: 403, msg: '你在「Here Ltd」的账号已停用，请联系管理员' };
    const byPassword = { phone: person.phone, password: PASSWORD, agreed: true };
    expect(await call(tenant.anonymous, PASSWORD_LOGIN, byPassword)).toMatchObject(refused);
    expect((await call({ ...tenant.anonymous, locale: 'en' }, PASSWORD_LOGIN, byPassword)).msg).toBe(
      'Your account at Here Ltd is disabled. Please contact the administrator',
    );
    await sendCode(tenant.anonymous, person.phone);
    const byCode = { phone: person.phone, code: await codeTo(person.phone), agreed: true };
    expect(await call(tenant.anonymous, CODE_LOGIN, byCode)).toMatchObject(refused);
    expect((await call({ host: other.host }, PASSWORD_LOGIN, byPassword)).code, 'elsewhere').toBe(200);
    expect(await audited(person)).toEqual([
      ['member.disabled', { by: 'operator' }],
      ['login.refused', expect.objectContaining({ way: 'password', reason: 'memberDisabled' })],
      ['login.refused', expect.objectContaining({ way: 'password', reason: 'memberDisabled' })],
      ['login.refused', expect.objectContaining({ way: 'code', reason: 'memberDisabled' })],
    ]);
    expect((await personCommand('disable', ...named(person))).output).toContain('is disabled already');

    expect((await personCommand('enable', ...named(person))).output).toContain('韩梅梅 is enabled');
    expect((await call(person, ME)).code, 'the ended session').toBe(300);
    expect((await call(tenant.anonymous, PASSWORD_LOGIN, byPassword)).code).toBe(200);
    expect(await stored(person)).toMatchObject({ status: 'active', disabledAt: null });
    expect((await audited(person)).map(([action]) => action)).toContain('member.enabled');
  });

  it('lets a member of another enterprise in at a host of all enterprises, but not into this one', async () => {
    const person = await mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) });
    await joinTenant(person, other);
    await personCommand('disable', ...named(person));
    const browser = browserAt('localhost');
    browser.jar.set(ENTERPRISE_COOKIE, tenant.id);
    const { code, data } = await browser.call(PASSWORD_LOGIN, {
      phone: person.phone,
      password: PASSWORD,
      agreed: true,
    });
    expect({ code, enterpriseId: data.enterpriseId }).toEqual({ code: 200, enterpriseId: null });
    browser.token = data.token!;
    expect((await browser.call(LIST)).data.map(({ enterpriseId }) => enterpriseId)).toEqual([other.id]);
  });

  it('finds a member by employee number, and says when there is none', async () => {
    const person = await mintPerson(tenant, { userName: 'Numbered' });
    const employeeNo = `E-${randomUUID().slice(0, 8)}`;
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ employeeNo }).where(eq(enterpriseUser.userId, person.userId)),
    );
    const by = (no: string, key = tenant.key) => personCommand('disable', '--enterprise', key, '--employee-no', no);
    expect((await by(employeeNo)).output).toContain('Numbered is disabled');
    expect(await by(employeeNo, other.key)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${other.key} has no member with the employee number ${employeeNo}.`),
    });
    expect((await by(employeeNo, 'nowhere')).output).toContain('There is no enterprise "nowhere"');
    expect((await personCommand('disable', '--enterprise', tenant.key, '--phone', '12')).output).toContain(
      '"12" is not a phone number.',
    );
    expect(await personCommand('disable', '--enterprise', tenant.key)).toMatchObject({ code: 2 });
    expect((await personCommand('remove', ...named(person))).output).toContain('usage: npm run person');
  });

  it('keeps the last administrator, unless forced', async () => {
    const own = await mintTenant('Own Ltd');
    const boss = await mintPerson(own, { isAdmin: true, userName: 'Boss' });
    for (const command of ['disable', 'revoke-admin']) {
      expect(await personCommand(command, ...named(boss, own))).toMatchObject({
        code: 1,
        output: expect.stringContaining('Boss is the last administrator of Own Ltd'),
      });
    }
    expect(await stored(boss, own)).toMatchObject({ status: 'active', isAdmin: true });
    expect(await personCommand('disable', ...named(boss, own), '--force')).toMatchObject({ code: 0 });
    expect(await stored(boss, own)).toMatchObject({ status: 'disabled' });
  });
});

describe('npm run person -- reset-password', () => {
  it('ends all sessions, and prints a password that opens nothing until it is replaced', async () => {
    const person = await mintPerson(tenant, { userName: 'Forgetful', passwordHash: await hashPassword(PASSWORD) });
    const done = await personCommand('reset-password', ...named(person));
    const password = /initial password of Forgetful: ([a-z2-9]{4}(?:-[a-z2-9]{4}){2})/.exec(done.output)![1]!;
    expect((await call(person, ME)).code).not.toBe(200);
    const login = (given: string) =>
      call(tenant.anonymous, PASSWORD_LOGIN, { phone: person.phone, password: given, agreed: true });
    expect((await login(PASSWORD)).code).not.toBe(200);
    expect(await login(password)).toMatchObject({ code: 409, msg: '首次登录请先修改初始密码' });
    const [account] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, person.userId)));
    expect(account).toMatchObject({ mustChangePassword: true });
    expect(await audited(person)).toContainEqual(['password.reset', { by: 'operator' }]);
  });

  it('is not possible for a disabled member', async () => {
    const person = await mintPerson(tenant, { userName: 'Gone', passwordHash: await hashPassword(PASSWORD) });
    await personCommand('disable', ...named(person));
    expect(await personCommand('reset-password', ...named(person))).toMatchObject({
      code: 1,
      output: expect.stringContaining('Gone is disabled'),
    });
  });
});

describe('npm run person -- grant-admin', () => {
  it('appoints an administrator, whose open session has the right at once, and revoke-admin ends it', async () => {
    const person = await mintPerson(tenant, { userName: 'Next' });
    expect((await ok(person, ME)).isAdmin).toBe(false);
    expect((await personCommand('grant-admin', ...named(person))).output).toContain('Next is an administrator');
    expect((await ok(person, ME)).isAdmin).toBe(true);
    expect((await personCommand('grant-admin', ...named(person))).output).toContain('is an administrator already');
    expect((await personCommand('revoke-admin', ...named(person))).output).toContain('Next is no administrator');
    expect((await ok(person, ME)).isAdmin).toBe(false);
    expect((await ok(admin, ME)).isAdmin).toBe(true);
    expect(await audited(person)).toEqual([
      [
        'member.role',
        { by: 'operator', before: { userType: 1, isAdmin: false }, after: { userType: 1, isAdmin: true } },
      ],
      [
        'member.role',
        { by: 'operator', before: { userType: 1, isAdmin: true }, after: { userType: 1, isAdmin: false } },
      ],
    ]);
  });

  it('does not appoint a disabled member', async () => {
    const person = await mintPerson(tenant);
    await personCommand('disable', ...named(person));
    expect(await personCommand('grant-admin', ...named(person))).toMatchObject({ code: 1 });
    expect(await stored(person)).toMatchObject({ isAdmin: false });
    expect(await withPortal((db) => db.$count(userSession, eq(userSession.userId, person.userId)))).toBe(1);
    expect(await withTenant(tenant.id, (db) => db.$count(userIdentity))).toBe(0);
  });
});
