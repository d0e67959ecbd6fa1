import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { PIN_FAILURES } from '#src/contract/rules/terminal.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { TERMINAL_FAILURES } from '#src/server/terminal/sign-in.ts';
import { terminal, terminalBadge, terminalPin } from '#src/server/terminal/tables.ts';
import { mintDepartment } from '../factories/organisation.ts';
import { call, type Caller, callWithCookies, ok } from '../factories/portal.ts';
import {
  endIn,
  enterTerminal,
  giveBadge,
  giveNumber,
  givePin,
  logInAt,
  mintTerminal,
  PIN,
} from '../factories/terminal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let other: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  [tenant, other] = await Promise.all([mintTenant(), mintTenant()]);
  admin = await mintPerson(tenant, { isAdmin: true });
});

const settings = {
  ...{ name: 'Mess room', place: null, departmentId: null, sessionMinutes: 10, idleSeconds: 60 },
  ...{ allowsStudy: true, allowsExams: true, badgeNeedsPin: true },
};
const log = (device: Caller, input: object) =>
  call(device, 'POST /user/api/terminal/login', input as { employeeNo: string });
const sessionOf = async (token: string) => {
  const of = eq(userSession.tokenHash, hashToken(token));
  return (await withPortal((db) => db.select().from(userSession).where(of)))[0]!;
};
const actions = (of: TestTenant, action: string) =>
  withTenant(of.id, (db) => db.select().from(auditLog).where(eq(auditLog.action, action)));

describe('registration', () => {
  it('makes a browser a terminal with a code that works once, within ten minutes', async () => {
    const { id } = await ok(admin, 'POST /user/auth/terminal/save', settings);
    const { code, url } = await ok(admin, 'POST /user/auth/terminal/code/issue', { id });
    expect(url).toBe(`http://${tenant.host}/terminal?code=${code}`);
    expect(await call(other.anonymous, 'POST /user/api/terminal/register', { code })).toMatchObject({ code: 422 });
    const registered = await callWithCookies(tenant.anonymous, 'POST /user/api/terminal/register', { code });
    expect(registered.envelope.data).toEqual({ name: 'Mess room' });
    expect(registered.setCookies[1]).toMatch(
      /^zhixing_terminal=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const device = { host: tenant.host, cookie: registered.setCookies[1]!.split(';')[0]! };
    expect((await ok(device, 'GET /user/api/terminal/view')).terminal).toMatchObject({ name: 'Mess room' });
    // Neither stored nor usable elsewhere.
    const [stored] = await withTenant(tenant.id, (db) => db.select().from(terminal).where(eq(terminal.id, id)));
    expect(stored!.tokenHash).toEqual(hashToken(device.cookie.split('=')[1]!));
    expect((await ok({ ...device, host: other.host }, 'GET /user/api/terminal/view')).terminal).toBeNull();
    expect(await call(tenant.anonymous, 'POST /user/api/terminal/register', { code })).toMatchObject({ code: 422 });

    const late = await ok(admin, 'POST /user/auth/terminal/code/issue', { id });
    await withTenant(tenant.id, (db) =>
      db
        .update(terminal)
        .set({ codeExpiresAt: new Date(Date.now() - 1000) })
        .where(eq(terminal.id, id)),
    );
    expect(await call(tenant.anonymous, 'POST /user/api/terminal/register', { code: late.code })).toMatchObject({
      ...{ code: 422, data: [{ field: 'code' }] },
    });
  });

  it('limits the codes that an address tries', async () => {
    const guess = () =>
      call({ ...other.anonymous, address: '203.0.113.77' }, 'POST /user/api/terminal/register', { code: '12345678' });
    const codes: number[] = [];
    for (let n = 0; n < 22; n += 1) codes.push((await guess()).code);
    expect(codes.slice(0, 20).every((code) => code === 422)).toBe(true);
    expect(codes.slice(20)).toEqual([429, 429]);
  });

  it('is changed with its revision, and listed', async () => {
    const { id } = await ok(admin, 'POST /user/auth/terminal/save', { ...settings, name: 'Gate' });
    await ok(admin, 'POST /user/auth/terminal/save', { ...settings, id, revision: 1, name: 'Gate 2' });
    expect(await call(admin, 'POST /user/auth/terminal/save', { ...settings, id, revision: 1 })).toMatchObject({
      code: 409,
    });
    const found = await ok(admin, 'POST /user/auth/terminal/page', { keyword: 'gate', state: 'new' });
    expect(found.list).toMatchObject([{ id, name: 'Gate 2', revision: 2, state: 'new', lastSeenAt: null }]);
    expect(await call(admin, 'POST /user/auth/terminal/save', { ...settings, sessionMinutes: 1 })).toMatchObject({
      code: 422,
    });
    expect(
      await call(admin, 'POST /user/auth/terminal/save', { ...settings, departmentId: randomUUID() }),
    ).toMatchObject({ code: 404 });
  });

  it('ends with the session at it at once when it is revoked, and the browser loses its cookie', async () => {
    const { at, session } = await enterTerminal(tenant);
    await ok(session, 'GET /user/auth/terminal/session/view');
    await ok(admin, 'PUT /user/auth/terminal/revoke', { id: at.id });
    expect(await call(session, 'GET /user/auth/terminal/session/view')).toMatchObject({ code: 300 });
    const seen = await callWithCookies(at.device, 'GET /user/api/terminal/view');
    expect(seen.envelope.data.terminal).toBeNull();
    expect(seen.setCookies[0]).toMatch(/^zhixing_terminal=; Max-Age=0/);
    expect(await log(at.device, { employeeNo: 'x', pin: PIN })).toMatchObject({ code: 403 });
    expect(await call(admin, 'PUT /user/auth/terminal/revoke', { id: at.id })).toMatchObject({ code: 404 });
  });
});

describe('login', () => {
  it('with number and PIN opens a session of the minutes of the terminal, bound to its cookie', async () => {
    const { session, at } = await enterTerminal(tenant, { sessionMinutes: 3 });
    const stored = await sessionOf(session.token);
    expect(stored.way).toBe('terminal');
    const left = (stored.expiresAt.getTime() - Date.now()) / 1000;
    expect(left).toBeGreaterThan(120);
    expect(left).toBeLessThanOrEqual(180);
    await ok(session, 'GET /user/auth/enterprise/user/info/current/view');
    // The same token and companion in another browser, or at another terminal.
    const companion = session.cookie!.replace(at.cookie, '');
    const elsewhere = await mintTerminal(tenant);
    for (const cookie of [companion, `${companion}; ${elsewhere.cookie}`])
      expect(await call({ ...session, cookie }, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({
        code: 300,
      });
    await endIn(session.token, -1);
    expect(await call(session, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({ code: 300 });
  });

  it('ends the session of the person before', async () => {
    const { at, session } = await enterTerminal(tenant);
    const next = await givePin(tenant, (await mintPerson(tenant)).userId);
    await logInAt(at, next);
    expect(await call(session, 'GET /user/auth/terminal/session/view')).toMatchObject({ code: 300 });
    expect((await sessionOf(session.token)).endedAt).not.toBeNull();
  });

  it('is refused with a number, PIN, badge or terminal of another enterprise, or of nobody', async () => {
    const at = await mintTerminal(tenant);
    const stranger = await mintPerson(other);
    const employeeNo = await givePin(other, stranger.userId);
    const badge = await giveBadge(other, stranger.userId);
    const wrong = { code: 422, data: [{ field: 'pin' }] };
    expect(await log(at.device, { employeeNo, pin: PIN })).toMatchObject(wrong);
    expect(await log(at.device, { employeeNo: 'nobody', pin: PIN })).toMatchObject(wrong);
    expect(await log(at.device, { badge, pin: PIN })).toMatchObject({ code: 422, data: [{ field: 'employeeNo' }] });
    expect(await log({ ...at.device, host: other.host }, { employeeNo, pin: PIN })).toMatchObject({ code: 403 });
    expect(await log(tenant.anonymous, { employeeNo, pin: PIN })).toMatchObject({ code: 403 });
    const disabled = await mintPerson(tenant);
    const number = await givePin(tenant, disabled.userId);
    await ok(admin, 'PUT /user/auth/people/status', {
      userId: disabled.userId,
      status: 'disabled',
      reason: 'left',
    } as never);
    expect(await log(at.device, { employeeNo: number, pin: PIN })).toMatchObject(wrong);
  });

  it('is for members of the department of the terminal and those below it', async () => {
    const top = `Plant ${randomUUID().slice(0, 6)}`;
    const departmentId = await mintDepartment(tenant, top);
    await mintDepartment(tenant, 'Press shop', { parentId: departmentId });
    const at = await mintTerminal(tenant, { departmentId });
    const below = await givePin(tenant, (await mintPerson(tenant, { department: `${top}/Press shop` })).userId);
    const outside = await givePin(tenant, (await mintPerson(tenant)).userId);
    await logInAt(at, below);
    expect(await log(at.device, { employeeNo: outside, pin: PIN })).toMatchObject({ code: 403 });
  });

  it('locks a PIN after wrong tries, also simultaneous ones, until an administrator unlocks it', async () => {
    const at = await mintTerminal(tenant);
    const member = await mintPerson(tenant);
    const employeeNo = await givePin(tenant, member.userId);
    const tries = await Promise.all(
      Array.from({ length: PIN_FAILURES + 3 }, () => log(at.device, { employeeNo, pin: '918273' })),
    );
    const count = (code: number) => tries.filter((each) => each.code === code).length;
    expect([count(422), count(403)]).toEqual([PIN_FAILURES, 3]);
    expect(await log(at.device, { employeeNo, pin: PIN })).toMatchObject({ code: 403 });
    expect(await call(member, 'PUT /user/auth/pin/save', { pin: '705318' })).toMatchObject({ code: 403 });
    const found = await ok(admin, 'POST /user/auth/terminal/person/page', { keyword: employeeNo, state: 'locked' });
    expect(found.list).toMatchObject([{ userId: member.userId, pin: 'locked' }]);
    await ok(admin, 'PUT /user/auth/terminal/pin/unlock', { userId: member.userId });
    await logInAt(at, employeeNo);
    const about = (await actions(tenant, 'terminal.pin.locked')).filter(({ userId }) => userId === member.userId);
    expect(about).toHaveLength(1);
    expect(await call(admin, 'PUT /user/auth/terminal/pin/unlock', { userId: member.userId })).toMatchObject({
      code: 404,
    });
  });

  it('forgets wrong tries with a right one, and limits those at one terminal', async () => {
    const at = await mintTerminal(tenant);
    const employeeNo = await givePin(tenant, (await mintPerson(tenant)).userId);
    for (let round = 0; round < 2; round += 1) {
      for (let n = 1; n < PIN_FAILURES; n += 1) await log(at.device, { employeeNo, pin: '918273' });
      await logInAt(at, employeeNo);
    }
    let last = 0;
    for (let n = 0; n <= TERMINAL_FAILURES.limit; n += 1)
      last = (await log(at.device, { employeeNo: `nobody ${n}`, pin: PIN })).code;
    expect(last).toBe(429);
    expect(await log(at.device, { employeeNo, pin: PIN })).toMatchObject({ code: 429 });
  });

  it('replaces an initial PIN at the first login', async () => {
    const at = await mintTerminal(tenant);
    const member = await mintPerson(tenant);
    const employeeNo = await giveNumber(tenant, member.userId);
    const [issued] = await ok(admin, 'POST /user/auth/terminal/pin/issue', { userIds: [member.userId] });
    expect(issued).toMatchObject({ userId: member.userId, employeeNo });
    const { pin } = issued!;
    expect(await log(at.device, { employeeNo, pin })).toMatchObject({ code: 409 });
    for (const newPin of ['111111', '456789', '987654', '12345', pin])
      expect(await log(at.device, { employeeNo, pin, newPin })).toMatchObject({
        code: 422,
        data: [{ field: 'newPin' }],
      });
    expect(await log(at.device, { employeeNo, pin, newPin: '705318' })).toMatchObject({ code: 200 });
    expect(await log(at.device, { employeeNo, pin })).toMatchObject({ code: 422 });
    await logInAt(at, employeeNo, '705318');
    const [stored] = await withTenant(tenant.id, (db) =>
      db.select().from(terminalPin).where(eq(terminalPin.userId, member.userId)),
    );
    expect(stored).toMatchObject({ isInitial: false, failures: 0 });
    expect(JSON.stringify(await actions(tenant, 'terminal.pin.issued'))).not.toContain(pin);
  });

  it('needs an employee number for an initial PIN', async () => {
    const { userId } = await mintPerson(tenant);
    expect(await call(admin, 'POST /user/auth/terminal/pin/issue', { userIds: [userId] })).toMatchObject({ code: 422 });
    const stranger = await mintPerson(other);
    expect(await call(admin, 'POST /user/auth/terminal/pin/issue', { userIds: [stranger.userId] })).toMatchObject({
      code: 404,
    });
  });

  it('with a badge asks for the PIN unless the terminal says otherwise; issued anew or revoked, it is invalid', async () => {
    const [both, alone] = [await mintTerminal(tenant), await mintTerminal(tenant, { badgeNeedsPin: false })];
    const member = await mintPerson(tenant);
    await givePin(tenant, member.userId);
    const badgeOf = async () => {
      await ok(admin, 'POST /user/auth/terminal/badge/issue', { userIds: [member.userId] });
      const { list } = await ok(admin, 'POST /user/auth/terminal/badge/page', { pageSize: 100 });
      return list.find(({ userId }) => userId === member.userId)!.code;
    };
    const first = await badgeOf();
    expect(await log(both.device, { badge: first })).toMatchObject({ code: 422, data: [{ field: 'pin' }] });
    expect(await log(both.device, { badge: first, pin: PIN })).toMatchObject({ code: 200 });
    expect(await log(alone.device, { badge: first })).toMatchObject({ code: 200 });
    const second = await badgeOf();
    expect(second).not.toBe(first);
    expect(await log(alone.device, { badge: first })).toMatchObject({ code: 422 });
    expect(await log(alone.device, { badge: second })).toMatchObject({ code: 200 });
    await ok(admin, 'PUT /user/auth/terminal/badge/revoke', { userId: member.userId });
    expect(await log(alone.device, { badge: second })).toMatchObject({ code: 422 });
    const stored = await withTenant(tenant.id, (db) => db.select().from(terminalBadge));
    expect(JSON.stringify(stored)).not.toContain(second);
  });
});
