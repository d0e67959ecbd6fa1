import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { CENTRE_LISTS } from '#src/contract/rules/centre.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { taskStatement } from '#src/server/centre/record-lists.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { courseSeat } from '#src/server/order/tables.ts';
import { mintOrganised, study } from '../factories/centre.ts';
import { mintCourse } from '../factories/course.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The organisation centre with two organisation accounts in one enterprise: each sees its people, and of them what it has paid for. */

const VIEW = 'GET /course/auth/centre/view';
const PEOPLE = 'POST /course/auth/centre/people/page';
const PERSON = 'GET /course/auth/centre/person/view';
const SEATS = 'POST /course/auth/centre/seat/page';
const EXPORT = 'POST /course/auth/centre/export';
type CentrePage = Extract<Call, `POST /course/auth/centre/${string}/page`>;
const PAGES = ['people', 'seat', 'task', 'exam', 'hour', 'certificate'].map(
  (list) => `POST /course/auth/centre/${list}/page` as CentrePage,
);

let tenant: TestTenant;
let buyer: TestPerson;
let otherBuyer: TestPerson;
let admin: TestPerson;
let ann: TestPerson;
let ben: TestPerson;
let eve: TestPerson;
let bought: Awaited<ReturnType<typeof mintOrganised>>;

const place = (who: TestPerson, department: string) =>
  withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, who.userId)),
  );
const endSeats = (orderId: string, days: number) =>
  withTenant(tenant.id, (db) =>
    db
      .update(courseSeat)
      .set({ expiresAt: new Date(Date.now() + days * 86_400_000) })
      .where(eq(courseSeat.orderId, orderId)),
  );

beforeAll(async () => {
  tenant = await mintTenant();
  buyer = await mintPerson(tenant, { userType: 3, userName: '甲公司' });
  otherBuyer = await mintPerson(tenant, { userType: 3, userName: '乙公司' });
  admin = await mintPerson(tenant, { isAdmin: true, userName: '林主管' });
  [ann, ben, eve] = await Promise.all([
    mintPerson(tenant, { userName: 'Ann' }),
    mintPerson(tenant, { userName: 'Ben' }),
    mintPerson(tenant, { userName: 'Eve' }),
  ]);
  await Promise.all([place(ann, '总部/质量'), place(ben, '总部/生产'), place(eve, '乙')]);
  bought = await mintOrganised(tenant, buyer, ann, 'First');
  await mintOrganised(tenant, otherBuyer, eve, 'Second');
  const second = await mintPaidCourse(tenant, { title: 'Next course' });
  await endSeats(await mintOrder(tenant, buyer, second, [ann, ben], { seats: 5 }), 20);
  // Waits for approval: nobody's seat yet.
  await mintOrder(tenant, buyer, await mintPaidCourse(tenant), [eve], { state: 'pending' });
  // What belongs to no seat of the organisation.
  const free = await mintCourse(tenant, { title: 'Private' });
  await study(tenant, ann, free);
  await mintTask(tenant, [ann], [{ courseId: free }], 10, { title: 'Private' });
  await post(tenant, ann, { source: `course:${free}:hours`, title: 'Private' });
  await giveCertificate(tenant, ann, await mintCertificate(tenant, { certificateName: 'Private' }));
});

const names = async (input: Input<typeof PEOPLE> = {}, who = buyer) =>
  (await ok(who, PEOPLE, input)).list.map(({ userName }) => userName);

async function exported(who: TestPerson, input: Input<typeof EXPORT>): Promise<string[][]> {
  const { id } = await ok(who, EXPORT, input);
  expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
  const { url } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id });
  const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
  return textsOf(new Uint8Array(await (await portal.request(`http://${who.host}${url}`, { headers })).arrayBuffer()));
}

describe('the people of an organisation', () => {
  it('are those with a seat of its approved orders, with what they did in the courses of these', async () => {
    const { list, totalCount } = await ok(buyer, PEOPLE);
    expect(totalCount).toBe(2);
    expect(list).toMatchObject([
      {
        ...{ userName: 'Ann', department: '总部/质量', seats: 2, unused: 1, completed: 1, studyProgress: 50 },
        ...{ tasks: 1, overdueTasks: 0, examsPassed: 0, hours: 1.5, certificates: 1, active: true },
      },
      { userName: 'Ben', seats: 1, unused: 1, completed: 0, studyProgress: 0, tasks: 0, hours: 0, certificates: 0 },
    ]);
    expect(await ok(buyer, PERSON, { userId: ann.userId })).toEqual(list[0]);
    expect(await ok(buyer, VIEW)).toEqual({ people: 2, seats: 7, assigned: 3, unused: 2, ending: 2 });
  });

  it('are found by name, department and text, and ordered', async () => {
    expect(await names({ keyword: 'be' })).toEqual(['Ben']);
    expect(await names({ keyword: '%' })).toEqual([]);
    expect(await names({ department: '总部' })).toEqual(['Ann', 'Ben']);
    expect(await names({ department: '总部/生产' })).toEqual(['Ben']);
    expect(await names({ sort: '-userName' })).toEqual(['Ben', 'Ann']);
    expect(await names({ sort: 'studyProgress' })).toEqual(['Ben', 'Ann']);
    expect(await names({ sort: '-seats' })).toEqual(['Ann', 'Ben']);
  });

  it('are all of the enterprise for administrators', async () => {
    expect(await names({}, admin)).toEqual(['Ann', 'Ben', 'Eve']);
  });
});

describe('two organisations of one enterprise', () => {
  it('see nothing of each other in any list', async () => {
    for (const name of PAGES) {
      const own = await ok(otherBuyer, name, {});
      expect(
        own.list.map(({ userName }) => userName),
        name,
      ).toEqual(['Eve']);
      expect(await ok(otherBuyer, name, { userId: ann.userId }), name).toMatchObject({ totalCount: 0, list: [] });
      expect((await call(ann, name, {})).code, name).toBe(403);
    }
    expect((await call(otherBuyer, PERSON, { userId: ann.userId })).code).toBe(404);
    expect((await call(buyer, PERSON, { userId: eve.userId })).code).toBe(404);
    expect(await ok(otherBuyer, VIEW)).toMatchObject({ people: 1, seats: 2, assigned: 1 });
  });

  it('see of a common person only what belongs to their own seats', async () => {
    const shared = await mintPerson(tenant, { userName: 'Zoe' });
    const [one, two] = [
      await mintOrganised(tenant, buyer, shared, 'One'),
      await mintOrganised(tenant, otherBuyer, shared, 'Two'),
    ];
    const userId = shared.userId;
    for (const [who, { courseId, examId, taskId }, mark] of [
      [buyer, one, 'One'],
      [otherBuyer, two, 'Two'],
    ] as const) {
      const rows = <C extends CentrePage>(name: C) => ok(who, name, { userId } as Input<C>);
      expect((await ok(who, SEATS, { userId })).list).toMatchObject([{ courseId, state: 'completed' }]);
      expect((await rows('POST /course/auth/centre/task/page')).list).toMatchObject([{ taskId, state: 'completed' }]);
      expect((await rows('POST /course/auth/centre/exam/page')).list).toMatchObject([{ examId }]);
      expect((await rows('POST /course/auth/centre/hour/page')).list).toMatchObject([{ title: `Hours ${mark}` }]);
      expect((await rows('POST /course/auth/centre/certificate/page')).list).toMatchObject([
        { title: `Certificate ${mark}`, status: 'held' },
      ]);
      expect(await ok(who, PERSON, { userId })).toMatchObject({ seats: 1, tasks: 1, hours: 1.5, certificates: 1 });
      for (const list of CENTRE_LISTS) {
        const [, ...found] = await exported(who, { list, userId });
        expect(
          found.map(([name]) => name),
          list,
        ).toEqual(['Zoe']);
        expect((await exported(who, { list, userId: who === buyer ? eve.userId : ann.userId })).length, list).toBe(1);
      }
    }
    expect((await ok(admin, SEATS, { userId })).totalCount).toBe(2);
  });
});

describe('seats', () => {
  const seats = async (input: Input<typeof SEATS>) =>
    (await ok(buyer, SEATS, input)).list.map(({ userName, title }) => `${userName}: ${title}`);

  it('are listed by state, course and end', async () => {
    expect(await seats({ userId: ann.userId })).toEqual(['Ann: Next course', 'Ann: Paid First']);
    expect(await seats({ state: 'unused' })).toEqual(['Ann: Next course', 'Ben: Next course']);
    expect(await seats({ courseId: bought.courseId })).toEqual(['Ann: Paid First']);
    expect(await seats({ ends: 'soon' })).toEqual(['Ann: Next course', 'Ben: Next course']);
    expect(await seats({ ends: 'expired' })).toEqual([]);
    expect(await seats({ keyword: 'next', sort: '-userName' })).toEqual(['Ben: Next course', 'Ann: Next course']);
  });

  it('say when the course was completed to the day, and whether they can be taken back', async () => {
    const { list } = await ok(buyer, SEATS, { userId: ann.userId });
    expect(list).toMatchObject([
      { state: 'unused', studyProgress: 0, completedOn: null, canTakeBack: true, expired: false },
      // In the time zone of the enterprise.
      { state: 'completed', studyProgress: 100, completedOn: '2026-03-03', canTakeBack: false },
    ]);
  });

  it('that have ended are listed so, and the order stays with its buyer', async () => {
    const cid = await mintPaidCourse(tenant, { title: 'Over' });
    const person = await mintPerson(tenant, { userName: 'Old' });
    await endSeats(await mintOrder(tenant, otherBuyer, cid, [person]), -1);
    const { list } = await ok(otherBuyer, SEATS, { ends: 'expired' });
    expect(list).toMatchObject([{ userName: 'Old', expired: true, state: 'unused' }]);
  });
});

describe('the tasks of people', () => {
  it('are the same by pages of any size, of few seats and of many', async () => {
    const owner = await mintPerson(tenant, { userType: 3, userName: '丙公司' });
    const people = await Promise.all(['Ida', 'Jon', 'Kim'].map((userName) => mintPerson(tenant, { userName })));
    const courses = [await mintPaidCourse(tenant, { title: 'One' }), await mintPaidCourse(tenant, { title: 'Two' })];
    for (const id of courses) await mintOrder(tenant, owner, id, people);
    // A course that was ordered twice for the same people.
    await mintOrder(tenant, owner, courses[0]!, people);
    const items = courses.map((courseId) => ({ courseId }));
    await mintTask(tenant, people, items, 30, { title: 'Late' });
    await mintTask(tenant, people.slice(0, 2), [items[0]!], 20, { title: 'Soon' });
    await mintTask(tenant, people, [items[1]!], 20, { title: 'As soon' });
    await study(tenant, people[1]!, courses[1]!, 60);
    const TASKS = 'POST /course/auth/centre/task/page';
    const all = await ok(owner, TASKS, { pageSize: 50 });
    const rowOf = ({ userName, title, courseTitle, studyProgress, state }: (typeof all.list)[number]) =>
      [userName, title, courseTitle, studyProgress, state].join(' ');
    expect(all.totalCount).toBe(11);
    const rows = all.list.map(rowOf);
    expect(new Set(rows).size).toBe(11);
    expect(rows.slice(0, 6).every((row) => row.includes('Late'))).toBe(true);
    expect(rows.filter((row) => row.includes('60'))).toEqual([
      'Jon Late Two 60 learning',
      'Jon As soon Two 60 learning',
    ]);
    for (const pageSize of [1, 4, 7]) {
      const read = [];
      for (let pageCurrent = 1; pageCurrent <= Math.ceil(11 / pageSize); pageCurrent++)
        read.push(...(await ok(owner, TASKS, { pageSize, pageCurrent })).list.map(rowOf));
      expect(read, `pages of ${pageSize}`).toEqual(rows);
    }
    const whose = { enterpriseId: tenant.id, buyerId: owner.userId, timeZone: 'Asia/Shanghai', now: new Date() };
    for (const hasMany of [false, true])
      expect(
        await withTenant(tenant.id, async (db) => {
          const page = { limit: 4, offset: 5, hasMany };
          return (await db.execute<(typeof all.list)[number]>(taskStatement(whose, {}, page))).rows.map(rowOf);
        }),
      ).toEqual(rows.slice(5, 9));
    expect((await ok(owner, TASKS, { keyword: 'kim' })).totalCount).toBe(3);
    expect((await ok(owner, TASKS, { keyword: 'two' })).totalCount).toBe(6);
    expect((await exported(owner, { list: 'tasks' })).length).toBe(12);
  });
});

describe('the export', () => {
  it('has the filter of its list, and loses its rights with its user', async () => {
    const [head, ...rows] = await exported(buyer, { list: 'seats', state: 'unused', keyword: 'Ben' });
    expect(head!.slice(0, 5)).toEqual(['姓名', '部门', '课程', '订单号', '状态']);
    expect(rows.map((row) => row.slice(0, 3))).toEqual([['Ben', '总部/生产', 'Next course']]);
    const csv: Data<typeof EXPORT> = await ok(buyer, EXPORT, { list: 'people', format: 'csv' });
    expect(csv.fileName).toMatch(/\.csv$/);
    const leaving = await mintPerson(tenant, { userType: 3 });
    const { id } = await ok(leaving, EXPORT, { list: 'people' });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ userType: 1 }).where(eq(enterpriseUser.userId, leaving.userId)),
    );
    expect(String(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date()))).toContain(
      'lost the rights',
    );
  });
});
