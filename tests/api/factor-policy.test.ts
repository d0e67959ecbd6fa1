import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { passkey } from '#src/server/account/tables/factor.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { mintExam } from '../factories/exam.ts';
import { call, ok, portal, request, type Caller } from '../factories/portal.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { enterTerminal } from '../factories/terminal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The second factor that an enterprise requires (docs/specification.md, section "Required second factor"). */
const SAVE = 'PUT /user/auth/enterprise/factor/policy/save';
const POLICY = 'GET /user/auth/enterprise/factor/policy/view';
const ME = 'GET /user/auth/enterprise/user/info/current/view';
const VIEW = 'GET /user/auth/user/info/factor/view';
const PEOPLE = 'POST /user/auth/people/page';
const HOME = 'GET /data/auth/user/home/view';
const STORED = await hashPassword('Turtle#4711-Old');
const OFF = { scope: 'off' as const, from: null, trustsProviders: false };

let tenant: TestTenant;
let admin: TestPerson;
let learner: TestPerson;
let sure: Caller;
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, passwordHash: STORED });
  learner = await mintPerson(tenant, { passwordHash: STORED });
  sure = await as(admin, { factor: 'totp' });
});

const as = async (person: TestPerson, more: Parameters<typeof mintSession>[2] = {}): Promise<Caller> => ({
  host: tenant.host,
  token: await mintSession(person.userId, tenant.id, more),
});
const requireOf = (scope: 'admin' | 'all', more: { from?: string; trustsProviders?: boolean } = {}) =>
  ok(sure, SAVE, { ...OFF, scope, ...more });
const codes = async (caller: Caller, ...calls: Parameters<typeof call>[1][]) =>
  Promise.all(calls.map(async (name) => (await call(caller, name as typeof PEOPLE)).code));
const get = async ({ token }: Caller, path: string, accept = '*/*') => {
  const cookie = `ET_WEB_TOKEN=${token}; ${companionCookie(token!)}`;
  return portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host, cookie, accept } });
};

describe('the setting', () => {
  it('is changed by administrators who have proven a second factor, and is audited', async () => {
    expect(await ok(sure, POLICY)).toMatchObject({
      ...OFF,
      admin: { people: 1, without: 1 },
      all: { people: 2, without: 2 },
    });
    expect(await call(admin, SAVE, { ...OFF, scope: 'admin' })).toMatchObject({
      code: 409,
      msg: '请先为自己设置两步验证，否则你将无法进入',
    });
    expect((await call(learner, SAVE, { ...OFF, scope: 'all' })).code).toBe(403);
    expect(await requireOf('all', { from: '2031-05-01' })).toEqual({
      ...{ scope: 'all', trustsProviders: false },
      from: '2031-04-30T16:00:00.000Z',
    });
    expect(await ok(sure, POLICY)).toMatchObject({ scope: 'all', from: '2031-04-30T16:00:00.000Z' });
    const entries = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.action, 'factorPolicy.saved'))),
    );
    expect(entries).toMatchObject([
      { userId: admin.userId, detail: { changes: [{ name: 'scope', before: 'off', after: 'all' }, { name: 'from' }] } },
    ]);
    await ok(sure, SAVE, OFF);
    expect(await ok(admin, POLICY), 'nothing is required any more').toMatchObject(OFF);
  });

  it('refuses nothing before its day, but says what will be missing', async () => {
    await requireOf('all', { from: '2031-05-01' });
    expect(await codes(admin, PEOPLE, HOME)).toEqual([200, 200]);
    expect(await ok(admin, VIEW)).toMatchObject({ duty: 'later', dutyFrom: '2031-04-30T16:00:00.000Z' });
    expect(await ok(sure, VIEW)).toMatchObject({ duty: null, dutyFrom: null });
    await requireOf('admin', { from: '2031-05-01' });
    expect(await ok(learner, VIEW)).toMatchObject({ duty: null });
    await requireOf('all', { from: '2020-05-01' });
    expect(await codes(admin, PEOPLE, HOME)).toEqual([403, 403]);
  });
});

describe('required of those with rights', () => {
  it('lets their rights rest, and nothing else', async () => {
    await requireOf('admin');
    const refused = await request(admin, PEOPLE, {});
    expect(await refused.json()).toEqual({ code: 403, msg: '这里要求两步验证，请先设置', data: { need: 'factor' } });
    expect(await ok(admin, ME)).toMatchObject({ isAdmin: false, manages: true });
    expect(await codes(admin, HOME, VIEW)).toEqual([200, 200]);
    expect(await codes(sure, PEOPLE, HOME)).toEqual([200, 200]);
    expect(await codes(learner, HOME)).toEqual([200]);
    expect(await call(learner, PEOPLE)).toMatchObject({ code: 403, data: null });
  });

  it('concerns bundles of rights, too', async () => {
    await withTenant(tenant.id, (db) =>
      db.insert(roleGrant).values({ enterpriseId: tenant.id, userId: learner.userId, bundle: 'auditor' }),
    );
    expect((await call(learner, PEOPLE)).code).toBe(200);
    await requireOf('admin');
    expect(await call(learner, PEOPLE)).toMatchObject({ code: 403, data: { need: 'factor' } });
    expect((await call(await as(learner, { factor: 'passkey' }), PEOPLE)).code).toBe(200);
  });

  it('lets nobody decide requests in place of their rights', async () => {
    const { instanceId } = await ok(learner, 'POST /user/auth/own/data/erase', { reason: 'Leaving' });
    await requireOf('admin');
    const waiting = async (who: Caller) => (await ok(who, 'POST /user/auth/flow/instance/undo', {})).totalCount;
    expect([await waiting(admin), await waiting(sure)]).toEqual([0, 1]);
    const decide = (who: Caller) =>
      call(who, 'POST /user/auth/flow/instance/submitFlow', { id: instanceId, action: 'approve' });
    expect((await decide(admin)).code).toBe(404);
    expect((await decide(sure)).code).toBe(200);
  });

  it('lets nobody lose an exam', async () => {
    await requireOf('admin');
    const { id } = await mintExam(tenant);
    const { attemptId } = await ok(admin, 'POST /exam/auth/user/exam/start', { id });
    expect(await ok(admin, 'GET /exam/auth/user/exam/attempt/view', { attemptId })).toMatchObject({ attemptId });
  });
});

describe('required of all', () => {
  it('leaves setting one up and signing out', async () => {
    await requireOf('all');
    expect(await codes(learner, HOME, PEOPLE, 'POST /course/auth/study/tasks/page' as never)).toEqual([403, 403, 403]);
    for (const path of ['/home', '/en/account?change=4', '/admin']) {
      const answer = await get(learner, path, 'text/html');
      const to = path.startsWith('/en') ? '/en/account/factor' : '/account/factor';
      const expected = `${to}?redirect=${encodeURIComponent(path)}`;
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, expected]);
    }
    for (const path of ['/media/x', '/calendar/classes.ics', '/account/certificate/x.pdf'])
      expect([path, (await get(learner, path)).status]).toEqual([path, 403]);
    const { secret, ticket } = await ok(learner, 'POST /user/auth/user/info/totp/begin', {});
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await ok(learner, 'POST /user/auth/user/info/totp/confirm', { ticket, code });
    expect(await codes(learner, HOME)).toEqual([200]);
    const other = await as(await mintPerson(tenant));
    await ok(other, 'PUT /user/auth/user/info/logout');
    expect((await call(other, VIEW)).code).toBe(300);
  });

  it('lets an open attempt be finished, and none be started', async () => {
    const exam = await mintExam(tenant);
    const { attemptId } = await ok(learner, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const next = await mintExam(tenant);
    await requireOf('all');
    expect(await ok(learner, 'GET /exam/auth/user/exam/attempt/open')).toMatchObject({ attempt: { id: attemptId } });
    expect(await ok(learner, 'POST /exam/auth/user/exam/start', { id: exam.id })).toMatchObject({
      attemptId,
      resumed: true,
    });
    const { epoch } = (await ok(learner, 'POST /exam/auth/user/exam/attempt/take-over', { attemptId })) as {
      epoch: number;
    };
    expect(await call(learner, 'POST /exam/auth/user/exam/start', { id: next.id })).toMatchObject({
      code: 403,
      data: { need: 'factor' },
    });
    // A picture of a question: not refused, but there is none.
    expect((await get(learner, `/media/${randomUUID()}`)).status).toBe(404);
    await ok(learner, 'POST /exam/auth/user/exam/submit', { attemptId, epoch, answers: [] } as never);
    expect((await get(learner, `/media/${randomUUID()}`)).status).toBe(403);
    expect(await ok(learner, 'GET /exam/auth/user/exam/attempt/open')).toEqual({ attempt: null });
  });

  it('counts a paused attempt as open', async () => {
    const { id } = await mintExam(tenant);
    const { attemptId } = await ok(learner, 'POST /exam/auth/user/exam/start', { id });
    const past = new Date(Date.now() - 60_000);
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ pausedAt: past, deadlineAt: past })
        .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId))),
    );
    expect(await ok(learner, 'GET /exam/auth/user/exam/attempt/open')).toMatchObject({ attempt: { id: attemptId } });
  });

  it('does not concern shared terminals', async () => {
    await requireOf('all');
    const { session } = await enterTerminal(tenant, { allowsStudy: true });
    await ok(session, HOME);
  });
});

describe('ways in', () => {
  it('trusts providers only if the enterprise says so', async () => {
    await requireOf('all');
    const through = await as(learner, { way: 'oidc' });
    expect(await codes(through, HOME)).toEqual([403]);
    await requireOf('all', { trustsProviders: true });
    expect(await codes(through, HOME)).toEqual([200]);
    expect(await codes(await as(learner, { way: 'handoff' }), HOME)).toEqual([403]);
  });

  it('asks whoever has a passkey for it, and lets the password set up nothing beside it', async () => {
    await withPortal((db) =>
      db.insert(passkey).values({
        ...{ id: randomUUID(), userId: learner.userId, rpId: tenant.host.split(':')[0]!, publicKey: Buffer.from('x') },
        ...{ counter: 0, transports: [], name: 'Phone', backedUp: false },
      }),
    );
    expect(await ok(learner, VIEW)).toMatchObject({ proven: true });
    await requireOf('all');
    const { proven, proofs, duty } = await ok(learner, VIEW);
    expect({ proven, proofs, duty }).toEqual({ proven: false, proofs: ['passkey'], duty: 'all' });
    expect(await call(learner, 'POST /user/auth/user/info/totp/begin')).toMatchObject({
      code: 403,
      data: { need: 'proof' },
    });
    expect(
      (await call(learner, 'POST /user/auth/user/info/factor/prove', { way: 'password', password: 'x' })).code,
    ).toBe(403);
  });
});
