import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { TERMINAL_COOKIE } from '#src/server/terminal/device.ts';
import { terminal } from '#src/server/terminal/tables.ts';
import { mintExam } from '../factories/exam.ts';
import { call, download, ok, portal, request } from '../factories/portal.ts';
import { endIn, enterTerminal, giveBadge, giveNumber, logInAt, mintTerminal, PIN } from '../factories/terminal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});
const actions = (of: TestTenant, action: string) =>
  withTenant(of.id, (db) => db.select().from(auditLog).where(eq(auditLog.action, action)));

describe('session', () => {
  it('has no roles, whoever it is of, and may not change or take away what is personal', async () => {
    const { session } = await enterTerminal(tenant, {}, { isAdmin: true, userType: 2 });
    expect(await ok(session, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({
      ...{ isAdmin: false, manages: false, userType: 1 },
    });
    const refused: [string, string][] = [
      ['PUT', '/user/auth/user/info/update/password'],
      ['PUT', '/user/auth/user/info/update/phone'],
      ['PUT', '/user/auth/user/info/update/email'],
      ['PUT', '/user/auth/enterprise/user/info/update'],
      ['GET', '/user/auth/user/info/security/view'],
      ['GET', '/user/auth/user/info/session/list'],
      ['PUT', '/user/auth/pin/save'],
      ['POST', '/user/auth/people/page'],
      ['POST', '/data/auth/export/record/page'],
      ['POST', '/course/auth/study/note/export'],
      ['POST', '/exam/auth/user/exam/task/record/export'],
      ['POST', '/user/api/user/info/pwd/update'],
      ['POST', '/user/api/user/info/login/pwd'],
      ['POST', '/course/auth/order/cart/save'],
      ['POST', '/community/auth/draft/save'],
      ['GET', '/exam/auth/exam/evidence/pack'],
      ['POST', '/user/auth/user/info/choose/enterprise'],
    ];
    for (const [method, path] of refused) {
      const answer = await request(session, `${method} ${path}` as never, {} as never);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const [{ detail } = { detail: null }] = await actions(tenant, 'access.refused');
    expect(detail).toMatchObject({ why: 'role' });
    // Calls for administrators under the address of terminals are refused like those of others.
    expect(await call(session, 'POST /user/auth/terminal/page')).toMatchObject({ code: 403 });
    const cookie = session.cookie!;
    for (const [path, status] of [
      ['/admin', 403],
      ['/en/account', 403],
      ['/test/pack/x', 403],
      ['/calendar/classes.ics', 403],
    ] as const) {
      const headers = { host: tenant.host, cookie: `ET_WEB_TOKEN=${session.token}; ${cookie}`, accept: 'text/html' };
      const page = await portal.request(`http://${tenant.host}${path}`, { headers });
      expect([path, page.status]).toEqual([path, status]);
    }
    expect(await download(session, '/media/x')).toMatchObject({ status: 404 });
  });

  it('allows study and exams as the terminal says', async () => {
    const views = ['POST /course/auth/course/info/page', 'POST /exam/auth/user/exam/task/record/page'] as const;
    for (const allowed of [
      { allowsStudy: true, allowsExams: false },
      { allowsStudy: false, allowsExams: true },
    ]) {
      const { session } = await enterTerminal(tenant, allowed);
      const codes = [await call(session, views[0]), await call(session, views[1])].map(({ code }) => code);
      expect(codes).toEqual([allowed.allowsStudy ? 200 : 403, allowed.allowsExams ? 200 : 403]);
      await ok(session, 'GET /data/auth/user/home/view');
    }
  });

  it('begins again with the PIN or the badge of its person', async () => {
    const { session, member } = await enterTerminal(tenant, { sessionMinutes: 5 });
    const badge = await giveBadge(tenant, member.userId);
    const strange = await giveBadge(tenant, (await mintPerson(tenant)).userId);
    const prolong = (input: object) => call(session, 'POST /user/auth/terminal/session/prolong', input);
    await endIn(session.token, 30);
    expect(await prolong({ pin: '918273' })).toMatchObject({ code: 422, data: [{ field: 'pin' }] });
    expect(await prolong({ badge: strange })).toMatchObject({ code: 422 });
    expect(await prolong({})).toMatchObject({ code: 422 });
    for (const input of [{ pin: PIN }, { badge }]) {
      await endIn(session.token, 30);
      const { data } = await prolong(input);
      expect(new Date(data.endsAt).getTime() - Date.now()).toBeGreaterThan(240_000);
    }
  });

  it('ends with a response that makes the browser forget, and keeps the cookie of the terminal', async () => {
    const { session, at } = await enterTerminal(tenant);
    const ended = await request(session, 'PUT /user/auth/terminal/session/end', {});
    expect(ended.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(ended.headers.getSetCookie().some((line) => line.startsWith(TERMINAL_COOKIE))).toBe(false);
    expect(ended.headers.getSetCookie()[0]).toMatch(/^zhixing_companion=; Max-Age=0/);
    expect(await call(session, 'GET /user/auth/terminal/session/view')).toMatchObject({ code: 300 });
    expect((await ok(at.device, 'GET /user/api/terminal/view')).terminal).not.toBeNull();
  });

  it('lasts until an open attempt ends, wherever its deadline moves, and no longer when exams are not allowed', async () => {
    const { session, member, at } = await enterTerminal(tenant, { sessionMinutes: 2 });
    const attemptId = randomUUID();
    const deadline = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const { id: examId } = await mintExam(tenant);
    await withTenant(tenant.id, (db) =>
      db.insert(examAttempt).values({
        ...{ enterpriseId: tenant.id, id: attemptId, examId, userId: member.userId, number: 1, paper: [] },
        ...{ startedAt: new Date(), deadlineAt: deadline(90), totalScore: '100' },
      }),
    );
    const minutesLeft = async () => {
      const { endsAt, inExam } = await ok(session, 'GET /user/auth/terminal/session/view');
      return [Math.round((new Date(endsAt).getTime() - Date.now()) / 60_000), inExam];
    };
    expect(await minutesLeft()).toEqual([93, true]);
    const one = and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId));
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ deadlineAt: deadline(120) })
        .where(one),
    );
    expect(await minutesLeft()).toEqual([123, true]);
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ pausedAt: new Date(), deadlineAt: deadline(1) })
        .where(one),
    );
    await endIn(session.token, 60);
    expect(await minutesLeft()).toEqual([63, true]);
    await withTenant(tenant.id, (db) => db.update(terminal).set({ allowsExams: false }).where(eq(terminal.id, at.id)));
    await endIn(session.token, 60);
    expect(await minutesLeft()).toEqual([1, false]);
  });
});

describe('own PIN', () => {
  it('is set by the member, with the password if there is one', async () => {
    const member = await mintPerson(tenant);
    const number = await giveNumber(tenant, member.userId);
    expect(await ok(member, 'GET /user/auth/pin/view')).toMatchObject({
      state: 'none',
      employeeNo: number,
      needsPassword: false,
    });
    await ok(member, 'PUT /user/auth/pin/save', { pin: '705318' });
    expect(await ok(member, 'GET /user/auth/pin/view')).toMatchObject({ state: 'own' });
    await logInAt(await mintTerminal(tenant), number, '705318');
    const careful = await mintPerson(tenant, { passwordHash: await hashPassword('Study@2026') });
    const save = (password?: string) => call(careful, 'PUT /user/auth/pin/save', { pin: '705318', password });
    expect(await save()).toMatchObject({ code: 422, data: [{ field: 'password' }] });
    expect(await save('wrong')).toMatchObject({ code: 422, data: [{ field: 'password' }] });
    expect(await save('Study@2026')).toMatchObject({ code: 200 });
  });
});
