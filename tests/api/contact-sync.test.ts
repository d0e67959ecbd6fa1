import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { contactPerson, userIdentity } from '#src/server/account/tables/sign-in.ts';
import { noteEdits } from '#src/server/account/person/note-edits.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { runSyncStep } from '#src/server/people/sync/run-sync.ts';
import { sweepSyncs } from '#src/server/people/sync/start-sync.ts';
import { contactSync, contactSyncRun } from '#src/server/people/tables/sync.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import {
  applySync,
  planSyncOf,
  rowsOfSync,
  runSync,
  saveSync,
  syncAll,
  undoSync,
  syncSetting,
  viewSync,
} from '../factories/contact-sync.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { notice } from '#src/server/notice/tables.ts';
import { article } from '#src/server/site/tables.ts';
import { browserAt } from '../factories/browser.ts';
import { runImport } from '../factories/people-import.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { someContacts } from '../stand-ins/contacts.ts';
import { startDingtalk, type DingtalkStandIn } from '../stand-ins/dingtalk.ts';
import { unionOf } from '../stand-ins/dingtalk-contacts.ts';
import { startWecom, WECOM_APP, type WecomStandIn } from '../stand-ins/wecom.ts';
import { WECOM_CONTACT_SECRET } from '../stand-ins/wecom-contacts.ts';

let wecom: WecomStandIn;
let dingtalk: DingtalkStandIn;
let tenant: TestTenant;
let admin: TestPerson;

beforeAll(async () => {
  [wecom, dingtalk] = await Promise.all([startWecom(), startDingtalk()]);
  // Settings are read at the first call.
  process.env.WECOM_LOGIN_URL = `${wecom.origin}/wwlogin/sso/login`;
  process.env.WECOM_API_URL = wecom.origin;
  process.env.DINGTALK_API_URL = dingtalk.origin;
  process.env.DINGTALK_TOP_URL = dingtalk.origin;
});
afterAll(() => Promise.all([wecom.stop(), dingtalk.stop()]));
beforeEach(async () => {
  Object.assign(wecom.contacts, someContacts());
  Object.assign(dingtalk.contacts, someContacts());
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** A member with an employee number. */
async function numbered(employeeNo: string, more: { userName: string; isAdmin?: boolean }): Promise<TestPerson> {
  const made = await mintPerson(tenant, more);
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ employeeNo, post: '钳工' }).where(eq(enterpriseUser.userId, made.userId)),
  );
  return made;
}
const membersOf = async ({ id }: TestTenant) => {
  const rows = await withTenant(id, (db) =>
    db
      .select({ member: enterpriseUser, phone: userAccount.phone })
      .from(enterpriseUser)
      .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
      .where(eq(enterpriseUser.enterpriseId, id)),
  );
  return Object.fromEntries(rows.map(({ member, phone }) => [member.userName, { ...member, phone }]));
};
/** What somebody was told about synchronisations. */
const toldOf = ({ userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const rows = await db.select({ detail: notice.detail }).from(notice).where(eq(notice.userId, userId));
    return rows.map(({ detail }) => detail.event);
  });
const identityOf = (subject: string) =>
  withTenant(
    tenant.id,
    async (db) => (await db.select().from(userIdentity).where(eq(userIdentity.subject, subject)))[0],
  );
const person = (id: string) => wecom.contacts.people.find((each) => each.id === id)!;

describe('a synchronisation with WeCom', () => {
  it('shows new people, creates them with departments, positions and superiors, and changes nothing the second time', async () => {
    await saveSync(admin, 'wecom');
    const plan = await planSyncOf(tenant, admin, 'wecom');
    expect(plan).toMatchObject({ state: 'planned', problem: null, departmentCount: 4, peopleCount: 4 });
    expect(plan.counts).toEqual({ new: 4, changed: 0, unchanged: 0, missing: 0, wrong: 0 });
    expect(Object.keys(await membersOf(tenant))).toHaveLength(1);
    expect(await applySync(tenant, admin, plan)).toMatchObject({ state: 'applied' });
    const members = await membersOf(tenant);
    expect(members['林焊']).toMatchObject({
      ...{ department: '蓝海集团/生产部/焊接班', post: '焊工', employeeNo: 'S-2', phone: null, status: 'active' },
      superiorId: members['陈工']!.userId,
    });
    expect(await identityOf(`${WECOM_APP.corpId}:lin.han`)).toMatchObject({
      userId: members['林焊']!.userId,
      provider: 'wecom',
    });
    const again = await planSyncOf(tenant, admin, 'wecom');
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 4, missing: 0, wrong: 0 });
  });

  it('finds people by employee number, keeps what was changed by hand, and is undone as a whole', async () => {
    const known = await numbered('S-2', { userName: '林旧' });
    await withTenant(tenant.id, (db) => noteEdits(db, { enterpriseId: tenant.id, userId: known.userId }, ['position']));
    await saveSync(admin, 'wecom');
    const run = await syncAll(tenant, admin, 'wecom');
    expect((await rowsOfSync(admin, run))['林焊']).toMatchObject({
      kind: 'changed',
      kept: ['position'],
      outcome: 'done',
    });
    const members = await membersOf(tenant);
    expect(members['林焊']).toMatchObject({ userId: known.userId, post: '钳工', department: '蓝海集团/生产部/焊接班' });
    expect(await identityOf(`${WECOM_APP.corpId}:lin.han`)).toMatchObject({ userId: known.userId });
    expect(await undoSync(tenant, admin, run)).toMatchObject({ state: 'undone' });
    const after = await membersOf(tenant);
    expect(after['林旧']).toMatchObject({ userId: known.userId, post: '钳工', status: 'active', department: null });
    expect(after['陈工']).toMatchObject({ status: 'disabled' });
    expect(await identityOf(`${WECOM_APP.corpId}:lin.han`)).toBeUndefined();
    // A later run has them again.
    await syncAll(tenant, admin, 'wecom');
    expect((await membersOf(tenant))['陈工']).toMatchObject({ status: 'active' });
  });

  it('lets nobody sign in as a member with rights of management, who links the identity by themselves', async () => {
    const boss = await numbered('S-1', { userName: '陈工', isAdmin: true });
    await saveSync(admin, 'wecom');
    await syncAll(tenant, admin, 'wecom');
    expect(await identityOf(`${WECOM_APP.corpId}:chen.gong`)).toBeUndefined();
    const [contact] = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(contactPerson)
        .where(eq(contactPerson.subject, `${WECOM_APP.corpId}:chen.gong`)),
    );
    expect(contact).toMatchObject({ userId: boss.userId });
  });

  it('lists who has left, disables them only if that is chosen, and enables them when they are back', async () => {
    wecom.contacts.people.push(
      ...Array.from({ length: 20 }, (_, at) => ({ id: `m${at}`, departments: [4], name: `成员${at}` })),
    );
    await saveSync(admin, 'wecom');
    await syncAll(tenant, admin, 'wecom');
    // One has left, the other one was disabled at WeCom.
    person('wu.xing').status = 5;
    wecom.contacts.people = wecom.contacts.people.filter(({ id }) => id !== 'm3');
    const plan = await planSyncOf(tenant, admin, 'wecom');
    expect(plan.counts).toMatchObject({ missing: 2, unchanged: 22 });
    await applySync(tenant, admin, plan);
    expect((await membersOf(tenant))['吴行']).toMatchObject({ status: 'active' });
    await syncAll(tenant, admin, 'wecom', true);
    expect((await membersOf(tenant))['吴行']).toMatchObject({ status: 'disabled' });
    person('wu.xing').status = 1;
    const back = await planSyncOf(tenant, admin, 'wecom');
    expect(back.counts).toMatchObject({ changed: 1, missing: 0 });
    await applySync(tenant, admin, back);
    expect((await membersOf(tenant))['吴行']).toMatchObject({ status: 'active' });
  });

  it('stops at an answer with many fewer people, and goes on when that is confirmed', async () => {
    wecom.contacts.people.push(
      ...Array.from({ length: 16 }, (_, at) => ({ id: `m${at}`, departments: [4], name: `成员${at}` })),
    );
    await saveSync(admin, 'wecom');
    await syncAll(tenant, admin, 'wecom');
    wecom.contacts.people = wecom.contacts.people.slice(0, 17);
    const stopped = await planSyncOf(tenant, admin, 'wecom');
    expect(stopped).toMatchObject({ state: 'stopped', counts: null, peopleCount: 17 });
    expect(stopped.problem).toContain('17');
    await ok(admin, 'PUT /people/auth/sync/run/confirm', { id: stopped.id });
    await runSync(tenant, stopped.id);
    expect((await viewSync(admin, stopped.id)).counts).toMatchObject({ missing: 3, unchanged: 17 });
    wecom.contacts.people = [];
    const empty = await planSyncOf(tenant, admin, 'wecom');
    expect(empty).toMatchObject({ state: 'stopped', peopleCount: 0 });
    expect(await call(admin, 'PUT /people/auth/sync/run/confirm', { id: empty.id })).toMatchObject({ code: 409 });
    // The next one replaces it.
    Object.assign(wecom.contacts, someContacts());
    await planSyncOf(tenant, admin, 'wecom');
    expect(await viewSync(admin, empty.id)).toMatchObject({ state: 'failed' });
  });

  it('puts people into the departments that were chosen for them', async () => {
    const plant = await mintDepartment(tenant, '工厂');
    const office = await mintDepartment(tenant, '办公室');
    await saveSync(admin, 'wecom', {
      departments: [
        { id: '2', name: '生产部', rule: 'same', targetId: plant },
        { id: '4', name: '行政部', rule: 'flat', targetId: office },
      ],
    });
    await syncAll(tenant, admin, 'wecom');
    const members = await membersOf(tenant);
    expect(members['陈工']).toMatchObject({ department: '工厂' });
    expect(members['林焊']).toMatchObject({ department: '工厂/焊接班' });
    expect(members['吴行']).toMatchObject({ department: '办公室' });
  });

  it('reads 14,000 people page by page', async () => {
    const departments = Array.from({ length: 140 }, (_, at) => ({ id: 10 + at, parent: 2, name: `班组${at}` }));
    wecom.contacts.departments.push(...departments);
    wecom.contacts.people = departments.flatMap(({ id }) =>
      Array.from({ length: 100 }, (_, at) => ({ id: `p${id}-${at}`, departments: [id], name: `人${id}-${at}` })),
    );
    await saveSync(admin, 'wecom');
    const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'wecom' });
    await runSync(tenant, id);
    expect(await viewSync(admin, id)).toMatchObject({ state: 'planned', peopleCount: 14_000, counts: { new: 14_000 } });
  });

  it('reads ids with the contact secret: known people are kept, others wait and become members at their first sign-in', async () => {
    const known = await numbered('lin.han', { userName: '林焊' });
    await saveSync(admin, 'wecom', { secret: WECOM_CONTACT_SECRET, numberFrom: 'id' });
    expect(await ok(admin, 'POST /people/auth/sync/test', { provider: 'wecom' })).toEqual({ access: 'ids' });
    const run = await syncAll(tenant, admin, 'wecom');
    expect(run.counts).toMatchObject({ wrong: 3, new: 0 });
    expect(await identityOf(`${WECOM_APP.corpId}:lin.han`)).toMatchObject({ userId: known.userId });
    const [waiting] = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(contactPerson)
        .where(
          and(eq(contactPerson.enterpriseId, tenant.id), eq(contactPerson.subject, `${WECOM_APP.corpId}:wu.xing`)),
        ),
    );
    expect(waiting).toMatchObject({ userId: null, given: { employeeNo: 'wu.xing' } });
  });
});

describe('a run', () => {
  it('asks again when it is refused, gets nonsense or has an old token, and reads everybody once', async () => {
    await saveSync(admin, 'wecom');
    const { faults } = wecom.contacts;
    faults.push(45009, 45033, { text: '<html>' }, { json: { errcode: 0 } }, { text: '', status: 502 });
    const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'wecom' });
    await runSyncStep(tenant.id, id, systemNow);
    expect((await viewSync(admin, id)).retryAt).not.toBeNull();
    wecom.spoilToken(42001);
    await runSync(tenant, id);
    expect(await viewSync(admin, id)).toMatchObject({ state: 'planned', retryCount: 5, peopleCount: 4, retryAt: null });
  });

  it('ends with a reason when asking again changes nothing, or never helps', async () => {
    await saveSync(admin, 'wecom');
    for (const [code, text] of [
      [60020, '可信 IP'],
      [40001, 'secret'],
      [48002, '权限'],
      [45009, '频繁'],
      [99999, '99999'],
    ] as const) {
      wecom.contacts.always = code;
      expect((await call(admin, 'POST /people/auth/sync/test', { provider: 'wecom' })).msg).toContain(text);
      const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'wecom' });
      await runSync(tenant, id);
      const run = await viewSync(admin, id);
      expect(run).toMatchObject({ state: 'failed', counts: null });
      expect(run.problem).toContain(text);
    }
    expect(await toldOf(admin)).toEqual(Array(5).fill('syncFailed'));
    expect(Object.keys(await membersOf(tenant))).toHaveLength(1);
  });

  it('goes on at the page where it was killed, and stores a page once that two processes read', async () => {
    await saveSync(admin, 'wecom');
    const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'wecom' });
    for (let page = 0; page < 3; page += 1) await runSyncStep(tenant.id, id, systemNow);
    const before = wecom.contacts.calls.length;
    expect(await viewSync(admin, id)).toMatchObject({ state: 'reading', step: 'people', pageCount: 3 });
    // Both read the third department: neither is answered before the other has asked.
    const hold = Promise.withResolvers<void>();
    wecom.contacts.hold = hold.promise;
    const steps = [1, 2].map(() => runSyncStep(tenant.id, id, systemNow));
    await expect.poll(() => wecom.contacts.calls.length).toBe(before + 2);
    hold.resolve();
    await Promise.all(steps);
    expect(await viewSync(admin, id)).toMatchObject({ pageCount: 4 });
    expect(wecom.contacts.calls.length).toBe(before + 2);
    await runSync(tenant, id);
    expect(await viewSync(admin, id)).toMatchObject({ state: 'planned', pageCount: 5, peopleCount: 4 });
    expect(wecom.contacts.calls.length).toBe(before + 3);
  });

  it('is the only one of its enterprise, and can be cancelled', async () => {
    await saveSync(admin, 'wecom');
    await saveSync(admin, 'dingtalk');
    const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'wecom' });
    for (const provider of ['wecom', 'dingtalk'] as const)
      expect(await call(admin, 'POST /people/auth/sync/start', { provider })).toMatchObject({ code: 409 });
    await ok(admin, 'PUT /people/auth/sync/run/cancel', { id });
    await runSync(tenant, id);
    expect(await viewSync(admin, id)).toMatchObject({ state: 'failed', peopleCount: 0 });
    expect(await toldOf(admin)).toEqual([]);
    await ok(admin, 'POST /people/auth/sync/start', { provider: 'dingtalk' });
  });
});

describe('a synchronisation with DingTalk', () => {
  it('reads departments by their parents and people page by page, with superiors, in a new token', async () => {
    const { contacts } = dingtalk;
    contacts.people.push(
      ...Array.from({ length: 250 }, (_, at) => ({ id: `d${at}`, departments: [4], name: `钉${at}` })),
    );
    contacts.people[1]!.mobile = '13912345678';
    contacts.people[1]!.hired = Date.UTC(2024, 2, 1);
    await saveSync(admin, 'dingtalk');
    const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'dingtalk' });
    await runSyncStep(tenant.id, id, systemNow);
    dingtalk.spoilToken();
    await runSync(tenant, id);
    const plan = await viewSync(admin, id);
    expect(plan).toMatchObject({ state: 'planned', departmentCount: 4, peopleCount: 254, counts: { new: 254 } });
    expect(contacts.calls.filter((path) => path.endsWith('/user/list'))).toHaveLength(6);
    await applySync(tenant, admin, plan);
    const members = await membersOf(tenant);
    expect(members['林焊']).toMatchObject({
      ...{ department: '蓝海集团/生产部/焊接班', phone: '13912345678', employeeNo: 'S-2', joinedOn: '2024-03-01' },
      superiorId: members['陈工']!.userId,
    });
    expect(await identityOf(unionOf('lin.han'))).toMatchObject({
      provider: 'dingtalk',
      userId: members['林焊']!.userId,
    });
  });

  it('waits after a refusal for too many calls, and explains those that asking again does not change', async () => {
    await saveSync(admin, 'dingtalk', { fields: ['userName'] });
    const { contacts } = dingtalk;
    contacts.faults.push(90018, 90018, { json: { errcode: 0, result: { has_more: true } } });
    expect(await planSyncOf(tenant, admin, 'dingtalk')).toMatchObject({
      state: 'planned',
      retryCount: 3,
      counts: { new: 4 },
    });
    for (const [code, text] of [
      [60020, '可信 IP'],
      [60011, '权限'],
      [50002, '权限'],
    ] as const) {
      contacts.always = code;
      expect((await planSyncOf(tenant, admin, 'dingtalk')).problem).toContain(text);
    }
    contacts.always = null;
    await saveSync(admin, 'dingtalk', { secret: 'wrong' });
    expect((await call(admin, 'POST /people/auth/sync/test', { provider: 'dingtalk' })).msg).toContain('40089');
  });

  it('goes on through a limit of the number of calls', async () => {
    dingtalk.contacts.rate = 3;
    await saveSync(admin, 'dingtalk', { fields: ['userName'] });
    const run = await planSyncOf(tenant, admin, 'dingtalk');
    expect(run).toMatchObject({ state: 'planned', peopleCount: 4 });
    expect(run.retryCount).toBeGreaterThan(0);
  });
});

describe('a nightly run', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour - 8));
  const sweep = (now: Date) =>
    withTenant(tenant.id, (db) => sweepSyncs(db, { id: tenant.id, timeZone: 'Asia/Shanghai' }, now));
  const runs = async () => (await ok(admin, 'POST /people/auth/sync/run/page', {})).list;
  const nightly = async (more: { disableLeft?: boolean } = {}) => {
    await saveSync(admin, 'wecom', { nightlyHour: 2, ...more });
    // The hour of today is over when it is saved.
    await withTenant(tenant.id, (db) => db.update(contactSync).set({ lastNightlyOn: null }));
  };

  it('begins once after its hour, and applies the differences', async () => {
    await nightly();
    await sweep(at(1));
    expect(await runs()).toEqual([]);
    await sweep(at(2));
    await sweep(at(3));
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    await runSync(tenant, run!.id);
    await runImport(tenant, run!.id);
    expect(await viewSync(admin, run!.id)).toMatchObject({ state: 'applied', isNightly: true, problem: null });
    expect((await membersOf(tenant))['林焊']).toMatchObject({ status: 'active' });
    await sweep(at(4));
    expect(await runs()).toHaveLength(1);
  });

  it('is not applied by itself when it would disable many people', async () => {
    const another = await mintPerson(tenant, { isAdmin: true });
    await nightly({ disableLeft: true });
    await syncAll(tenant, admin, 'wecom');
    // As if the number of the last time was not known.
    await withTenant(tenant.id, (db) => db.update(contactSync).set({ lastCount: null }));
    wecom.contacts.people = wecom.contacts.people.slice(0, 2);
    await sweep(at(2));
    const [run] = await runs();
    await runSync(tenant, run!.id);
    const waiting = await viewSync(admin, run!.id);
    expect(waiting).toMatchObject({ state: 'planned', counts: { missing: 2 } });
    expect(waiting.problem).toContain('2 人');
    expect((await membersOf(tenant))['吴行']).toMatchObject({ status: 'active' });
    // Nobody looks at night: all administrators are told, once.
    expect(await Promise.all([admin, another].map(toldOf))).toEqual([['syncWaits'], ['syncWaits']]);
  });

  it('goes on with a run whose process was killed, and ends one whose user has lost the right', async () => {
    await saveSync(admin, 'wecom');
    const { id } = await ok(admin, 'POST /people/auth/sync/start', { provider: 'wecom' });
    await runSyncStep(tenant.id, id, systemNow);
    const jobs = () =>
      withPortal(
        async (_db, client) =>
          (await client.query(`select 1 from pgboss.job where name = 'run-contact-sync' and data ->> 'id' = $1`, [id]))
            .rowCount,
      );
    const before = await jobs();
    await sweep(new Date(Date.now() + 60_000));
    expect(await jobs()).toBe(before);
    await sweep(new Date(Date.now() + 180_000));
    expect(await jobs()).toBe(before! + 1);
    await mintPerson(tenant, { isAdmin: true });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ isAdmin: false }).where(eq(enterpriseUser.userId, admin.userId)),
    );
    await runSync(tenant, id);
    const [row] = await withTenant(tenant.id, (db) => db.select().from(contactSyncRun));
    expect(row).toMatchObject({ state: 'failed', problem: { key: 'syncNotAllowed' } });
  });
});

describe('a contact without a name', () => {
  it('becomes a member at the first sign-in, after the agreement', async () => {
    await withTenant(tenant.id, (db) =>
      db.insert(article).values({
        ...{ enterpriseId: tenant.id, id: randomUUID(), code: 'agreement' },
        ...{ title: { zh: '协议' }, body: { zh: '…' } },
      }),
    );
    await ok(admin, 'PUT /user/auth/enterprise/login/setting/save', {
      ...{ provider: 'wecom', enabled: true, revision: 0, ...WECOM_APP },
    });
    const plant = await mintDepartment(tenant, '工厂');
    await saveSync(admin, 'wecom', {
      ...{ secret: WECOM_CONTACT_SECRET, numberFrom: 'id' },
      departments: [{ id: '1', name: '', rule: 'flat', targetId: plant }],
    });
    await syncAll(tenant, admin, 'wecom');
    const browser = browserAt(tenant.host);
    const begun = await browser.call('POST /user/api/user/info/login/begin', { provider: 'wecom' });
    const back = Object.fromEntries((await wecom.scan(begun.data.url, 'wu.xing')).searchParams);
    const answer = await browser.call('POST /user/api/user/info/login/ewx', {
      code: back['code']!,
      state: back['state']!,
    });
    expect(answer.data).toMatchObject({ step: 'agree', token: null });
    expect(Object.keys(await membersOf(tenant))).toHaveLength(1);
    const signedIn = await browser.call('POST /user/api/user/info/login/continue', {
      bind: answer.data.bind!,
      agreed: true,
    });
    expect(signedIn.data).toMatchObject({ step: 'signedIn' });
    expect((await membersOf(tenant))['wu.xing']).toMatchObject({
      department: '工厂',
      employeeNo: 'wu.xing',
      phone: null,
    });
    // Who is not among the contacts signs in as nobody.
    const other = browserAt(tenant.host);
    const asked = await other.call('POST /user/api/user/info/login/begin', { provider: 'wecom' });
    const query = Object.fromEntries((await wecom.scan(asked.data.url, 'nobody')).searchParams);
    expect(
      (await other.call('POST /user/api/user/info/login/ewx', { code: query['code']!, state: query['state']! })).data,
    ).toMatchObject({ step: 'bind', token: null });
    // The next run finds the member.
    expect((await planSyncOf(tenant, admin, 'wecom')).counts).toMatchObject({ wrong: 3, missing: 0, new: 0 });
  });
});

describe('who may synchronise', () => {
  it('are administrators and people managers of the whole enterprise, never of a department', async () => {
    const department = await mintDepartment(tenant, '分部');
    const [whole, part] = [await mintPerson(tenant), await mintPerson(tenant)];
    await mintGrant(tenant, whole, 'peopleManager');
    await mintGrant(tenant, part, 'peopleManager', department);
    await saveSync(admin, 'wecom');
    const { id } = await ok(whole, 'POST /people/auth/sync/start', { provider: 'wecom' });
    const asked = { provider: 'wecom' as const };
    for (const answer of [
      await call(part, 'GET /people/auth/sync/setting/list'),
      await call(part, 'PUT /people/auth/sync/setting/save', syncSetting('wecom', { revision: 1 })),
      await call(part, 'POST /people/auth/sync/test', asked),
      await call(part, 'POST /people/auth/sync/department/list', asked),
      await call(part, 'POST /people/auth/sync/start', asked),
      await call(part, 'PUT /people/auth/sync/run/cancel', { id }),
      await call(part, 'PUT /people/auth/sync/run/confirm', { id }),
      await call(part, 'POST /people/auth/sync/run/page', {}),
    ])
      expect(answer).toMatchObject({ code: 403 });
    expect(await call(part, 'GET /people/auth/import/view', { id })).toMatchObject({ code: 404 });
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    expect(await call(stranger, 'PUT /people/auth/sync/run/cancel', { id })).toMatchObject({ code: 404 });
    expect((await ok(stranger, 'POST /people/auth/sync/run/page', {})).list).toEqual([]);
  });

  it('never get the secret, which is sealed and goes to no other app', async () => {
    const saved = await saveSync(admin, 'wecom');
    expect(JSON.stringify(saved)).not.toContain(WECOM_APP.secret);
    const [row] = await withTenant(tenant.id, (db) => db.select().from(contactSync));
    expect(JSON.stringify(row)).not.toContain(WECOM_APP.secret);
    const other = syncSetting('wecom', { appId: 'wwother', secret: '', revision: 1 });
    expect(await call(admin, 'PUT /people/auth/sync/setting/save', other)).toMatchObject({ code: 422 });
    expect(
      await call(admin, 'PUT /people/auth/sync/setting/save', syncSetting('wecom', { revision: 0 })),
    ).toMatchObject({ code: 409 });
  });
});
