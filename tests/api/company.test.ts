import { and, desc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { sessionHandoff } from '#src/server/account/tables/sign-in.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { endSessions } from '#src/server/account/session/open-session.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintCourse } from '../factories/course.ts';
import { joinTenant, mintAgreement } from '../factories/company.ts';
import { call, callWithCookies, ok, type Caller } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintAccount, mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const LIST = 'GET /user/auth/user/info/enterprise/list';
const CHOOSE = 'POST /user/auth/user/info/choose/enterprise';
const HANDOFF = 'POST /user/api/user/info/login/handoff';
const ME = 'GET /user/auth/enterprise/user/info/current/view';

let here: TestTenant;
let there: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  here = await mintTenant('Here Ltd');
  there = await mintTenant('There Ltd');
  person = await mintPerson(here, { userName: '李雷' });
  await joinTenant(person, there, { userName: 'Lei Li', userType: 2, isAdmin: true });
});

/** Returns the audit rows of a user in a tenant, newest first. */
const auditOf = (tenant: TestTenant, userId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.userId, userId)))
      .orderBy(desc(auditLog.id)),
  );

describe('enterprise/list', () => {
  it('returns the user’s name and role in each enterprise', async () => {
    const list = await ok(person, LIST);
    expect(list.toSorted((a, b) => a.enterpriseName.localeCompare(b.enterpriseName))).toEqual([
      {
        enterpriseId: here.id,
        enterpriseName: 'Here Ltd',
        key: here.key,
        userName: '李雷',
        userType: 1,
        isAdmin: false,
        logo: null,
        current: true,
        origin: `http://${here.host}`,
      },
      {
        enterpriseId: there.id,
        enterpriseName: 'There Ltd',
        key: there.key,
        userName: 'Lei Li',
        userType: 2,
        isAdmin: true,
        logo: null,
        current: false,
        origin: `http://${there.host}`,
      },
    ]);
  });

  it('omits disabled memberships and closed enterprises', async () => {
    const left = await mintPerson(here);
    await joinTenant(left, there);
    await withTenant(there.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, left.userId)),
    );
    const closed = await mintTenant('Closed Ltd');
    await joinTenant(left, closed);
    await withPortal((db) => db.update(enterprise).set({ status: 'closed' }).where(eq(enterprise.id, closed.id)));
    expect((await ok(left, LIST)).map(({ enterpriseId }) => enterpriseId)).toEqual([here.id]);
    for (const enterpriseId of [there.id, closed.id]) {
      expect((await call(left, CHOOSE, { enterpriseId })).code).toBe(404);
    }
  });

  it('returns an empty list for a user without an enterprise', async () => {
    const token = await withoutEnterprise();
    expect(await ok({ host: here.host, token }, LIST)).toEqual([]);
  });
});

/** Creates a session of a user without an enterprise. */
async function withoutEnterprise(): Promise<string> {
  return mintSession((await mintAccount()).userId, null);
}

describe('choose/enterprise for this host', () => {
  it('returns a new session and ends the old one', async () => {
    const someone = await mintPerson(here);
    const token = await mintSession(someone.userId, null);
    const before: Caller = { host: here.host, token };
    expect((await call(before, ME)).code).toBe(301);
    const { envelope, cookie } = await callWithCookies(before, CHOOSE, { enterpriseId: here.id });
    expect(envelope).toMatchObject({ code: 200, data: { url: null, session: { enterpriseId: here.id } } });
    const after = { host: here.host, token: envelope.data.session!.token, cookie };
    expect((await ok(after, ME)).id).toBe(someone.userId);
    expect((await call(before, LIST)).code, 'the old token').toBe(300);
    expect((await auditOf(here, someone.userId)).map(({ action }) => action).slice(0, 2)).toEqual(
      expect.arrayContaining(['login', 'enterprise.chosen']),
    );
  });

  it('requires consent to its agreement, and changes nothing until it is given', async () => {
    const strict = await mintTenant('Strict Ltd');
    await mintAgreement(strict);
    const someone = await mintPerson(strict);
    const before: Caller = { host: strict.host, token: await mintSession(someone.userId, null) };
    const rejected = await call(before, CHOOSE, { enterpriseId: strict.id });
    expect(rejected).toMatchObject({ code: 422, data: [{ field: 'agreed' }] });
    expect(await auditOf(strict, someone.userId)).toEqual([]);
    expect((await call(before, LIST)).code).toBe(200);
    expect((await call(before, CHOOSE, { enterpriseId: strict.id, agreed: true })).code).toBe(200);
  });

  it('rejects foreign and unknown ids, and requests without a session', async () => {
    const foreign = await mintTenant();
    expect((await call(person, CHOOSE, { enterpriseId: foreign.id })).code).toBe(404);
    expect((await call(person, CHOOSE, { enterpriseId: crypto.randomUUID() })).code).toBe(404);
    expect((await call(person, CHOOSE, { enterpriseId: 'x' })).code).toBe(422);
    expect((await call({ host: here.host }, CHOOSE, { enterpriseId: here.id })).code).toBe(300);
  });
});

describe('choose/enterprise for another host', () => {
  const browser = { 'user-agent': 'Test Browser 1' };
  let me: TestPerson;

  beforeAll(async () => {
    me = await mintPerson(here);
    me.headers = browser;
    await joinTenant(me, there);
  });

  /** Switches to the other enterprise. @returns the code in the fragment */
  async function leave(caller: Caller = me, to = there): Promise<string> {
    const { url, session } = await ok(caller, CHOOSE, { enterpriseId: to.id });
    expect(session).toBeNull();
    const { origin, pathname, hash } = new URL(url!);
    expect(origin + pathname).toBe(`http://${to.host}/company`);
    return /^#handoff=([\w-]{43})$/.exec(hash)![1]!;
  }
  const arrive = (code: string, more: Partial<Caller> & { agreed?: boolean } = {}) => {
    const { agreed, ...caller } = more;
    return callWithCookies({ host: there.host, headers: browser, ...caller }, HANDOFF, { code, agreed });
  };
  const OVER = { code: 422, data: [{ field: 'code', message: expect.stringContaining('失效') }] };

  it('opens a session there with a code that is valid once; the session here stays valid', async () => {
    const code = await leave();
    const { envelope, cookie } = await arrive(code);
    expect(envelope).toMatchObject({ code: 200, data: { enterpriseId: there.id } });
    expect(await ok({ host: there.host, token: envelope.data.token, cookie }, ME)).toMatchObject({
      id: me.userId,
      userName: '另一个名字',
      enterpriseId: there.id,
    });
    expect((await call(me, ME)).code, 'here').toBe(200);
    expect((await arrive(code)).envelope, 'again').toMatchObject(OVER);
    const [way] = await withPortal((db) =>
      db
        .select({ way: userSession.way })
        .from(userSession)
        .where(eq(userSession.tokenHash, hashToken(envelope.data.token!))),
    );
    expect(way).toEqual({ way: 'handoff' });
    expect((await auditOf(here, me.userId))[0]).toEqual({
      action: 'enterprise.chosen',
      detail: { enterpriseId: there.id },
    });
    expect((await auditOf(there, me.userId))[0]).toEqual({
      action: 'login',
      detail: { way: 'handoff', member: true, device: expect.anything() },
    });
  });

  it('stores only a hash of the code, for 30 seconds', async () => {
    const before = Date.now();
    const code = await leave();
    const rows = await withPortal((db) =>
      db
        .select()
        .from(sessionHandoff)
        .where(eq(sessionHandoff.codeHash, hashToken(code))),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
    const seconds = (rows[0]!.expiresAt.getTime() - before) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(seconds).toBeLessThan(45);
    await withPortal((db) =>
      db
        .update(sessionHandoff)
        .set({ expiresAt: new Date(before) })
        .where(eq(sessionHandoff.codeHash, hashToken(code))),
    );
    expect((await arrive(code)).envelope).toMatchObject(OVER);
    expect((await auditOf(there, me.userId))[0]).toEqual({
      action: 'login.refused',
      detail: { way: 'handoff', reason: 'expired' },
    });
  });

  it('rejects another browser, whose attempt invalidates the code', async () => {
    const code = await leave();
    expect((await arrive(code, { headers: { 'user-agent': 'Other Browser' } })).envelope).toMatchObject(OVER);
    expect((await arrive(code)).envelope).toMatchObject(OVER);
    expect((await auditOf(there, me.userId))[0]!.detail).toEqual({ way: 'handoff', reason: 'otherBrowser' });
  });

  it('rejects the code at other hosts', async () => {
    const code = await leave();
    const third = await mintTenant();
    for (const { host } of [here, third]) expect((await arrive(code, { host })).envelope).toMatchObject(OVER);
    expect((await arrive(code)).envelope.code).toBe(200);
  });

  it('rejects the code when membership or account have been disabled meanwhile', async () => {
    const someone = await mintPerson(here);
    someone.headers = browser;
    await joinTenant(someone, there);
    const [first, second] = [await leave(someone), await leave(someone)];
    const member = eq(enterpriseUser.userId, someone.userId);
    const setStatus = (status: 'active' | 'disabled') =>
      withTenant(there.id, (db) => db.update(enterpriseUser).set({ status }).where(member));
    await setStatus('disabled');
    expect((await arrive(first)).envelope).toMatchObject(OVER);
    await setStatus('active');
    await withPortal((db) =>
      db.update(userAccount).set({ disabledAt: new Date() }).where(eq(userAccount.id, someone.userId)),
    );
    expect((await arrive(second)).envelope).toMatchObject(OVER);
  });

  it.each([
    ['logs out', (caller: Caller) => ok(caller, 'PUT /user/auth/user/info/logout')],
    ['ends all other sessions', (caller: Caller) => ok(caller, 'DELETE /user/auth/user/info/session/end/others')],
    [
      'changes the password',
      (_caller: Caller, userId: string) => withTenant(here.id, (db) => endSessions(db, userId, { now: new Date() })),
    ],
  ])('rejects the code after the user %s', async (_what, end) => {
    const someone = await mintPerson(here);
    someone.headers = browser;
    await joinTenant(someone, there);
    const code = await leave(someone);
    await end(someone, someone.userId);
    expect((await arrive(code)).envelope).toMatchObject(OVER);
  });

  it('opens one session for concurrent requests', async () => {
    const code = await leave();
    const answers = await Promise.all(Array.from({ length: 8 }, () => arrive(code)));
    expect(answers.map(({ envelope }) => envelope.code).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
  });

  it('requires consent there, and extends the lifetime of the code for reading', async () => {
    const strict = await mintTenant('Strict Ltd');
    await mintAgreement(strict);
    await joinTenant(me, strict);
    const code = await leave(me, strict);
    expect((await arrive(code, { host: strict.host })).envelope).toMatchObject({
      code: 422,
      data: [{ field: 'agreed' }],
    });
    const [row] = await withPortal((db) =>
      db
        .select()
        .from(sessionHandoff)
        .where(eq(sessionHandoff.codeHash, hashToken(code))),
    );
    expect(row!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 300_000);
    expect((await arrive(code, { host: strict.host, agreed: true })).envelope.code).toBe(200);
    expect((await arrive(code, { host: strict.host, agreed: true })).envelope.code).toBe(422);
    // Consent is not required a second time.
    expect((await arrive(await leave(me, strict), { host: strict.host })).envelope.code).toBe(200);
  });

  it('rejects unknown and malformed codes', async () => {
    expect((await arrive('x'.repeat(43))).envelope).toMatchObject(OVER);
    expect((await arrive('short')).envelope.code).toBe(422);
  });
});

describe('the first steps of an enterprise', () => {
  const GUIDE = 'GET /user/auth/enterprise/guide/view';
  const done = async (by: Caller) => (await ok(by, GUIDE)).steps.filter(({ isDone }) => isDone).map(({ name }) => name);

  it('are done by what is there, each by its own; another enterprise does not count', async () => {
    const tenant = await mintTenant();
    const admin = await mintPerson(tenant, { isAdmin: true });
    expect(await done(admin)).toEqual([]);
    expect((await ok(admin, GUIDE)).steps.map(({ name }) => name)).toEqual([
      ...['brand', 'people', 'course', 'requirement', 'exam', 'announcement', 'invite'],
    ]);
    // A draft is none.
    await mintCourse(tenant, { status: 'unpublished' });
    expect(await done(admin)).toEqual([]);
    await mintCourse(tenant);
    expect(await done(admin)).toEqual(['course']);
    await mintAnnouncement(tenant);
    expect(await done(admin)).toEqual(['course', 'announcement']);
    const member = await mintPerson(tenant);
    // `mintPerson` signs them in.
    expect(await done(admin)).toEqual(['people', 'course', 'announcement', 'invite']);
    expect((await call(member, GUIDE)).code).toBe(403);
    expect((await call(person, GUIDE)).code).toBe(403);
  });

  it('are shown for 90 days', async () => {
    const tenant = await mintTenant();
    const admin = await mintPerson(tenant, { isAdmin: true });
    expect((await ok(admin, GUIDE)).isNew).toBe(true);
    await withPortal((db) =>
      db
        .update(enterprise)
        .set({ gmtCreate: sql`now() - interval '91 days'` })
        .where(eq(enterprise.id, tenant.id)),
    );
    expect((await ok(admin, GUIDE)).isNew).toBe(false);
  });
});
