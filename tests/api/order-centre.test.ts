import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sendSeatNotices } from '#src/server/order/send-seat-notices.ts';
import { courseSeat } from '#src/server/order/tables.ts';
import { study } from '../factories/centre.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { call, ok } from '../factories/portal.ts';
import { setCourseStatus } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What an organisation account does with its seats and orders: departments, unused and ending seats, orders again, invoice data. */

const PLAN = 'POST /course/auth/order/seat/department/plan';
const GIVE = 'POST /course/auth/order/seat/department/save';
const UNUSED = 'DELETE /course/auth/order/seat/unused/delete';
const REPEAT = 'POST /course/auth/order/repeat';
const CART = 'GET /course/auth/order/cart/list';
const SUBMIT = 'POST /course/auth/order/submit';
const VIEW = 'GET /course/auth/order/view';
const INVOICE = 'GET /course/auth/order/invoice/view';
const SAVE_INVOICE = 'POST /course/auth/order/invoice/save';

let tenant: TestTenant;
let buyer: TestPerson;
let otherBuyer: TestPerson;
let admin: TestPerson;
let people: TestPerson[];
let courseId: string;

const place = (who: TestPerson, department: string) =>
  withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, who.userId)),
  );

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '林主管' });
  otherBuyer = await mintPerson(tenant, { userType: 3, userName: '乙公司' });
  people = await Promise.all(['甲', '乙', '丙', '丁'].map((userName) => mintPerson(tenant, { userName })));
  await Promise.all(people.slice(0, 3).map((who, i) => place(who, i === 2 ? '车间/一班' : '车间')));
  await place(people[3]!, '车间二');
});
beforeEach(async () => {
  buyer = await mintPerson(tenant, { userType: 3, userName: '甲公司' });
  courseId = await mintPaidCourse(tenant);
});

const assigned = async (orderId: string, who = buyer) =>
  (await ok(who, VIEW, { id: orderId })).items.flatMap(({ people: all }) => all.map(({ userName }) => userName)).sort();

describe('seats for a department', () => {
  it('are shown before, and given to all of it who have none', async () => {
    const orderId = await mintOrder(tenant, buyer, courseId, [people[0]!], { seats: 5 });
    const where = { orderId, courseId, department: '车间' };
    expect(await ok(buyer, PLAN, where)).toMatchObject({
      ...{ free: 4, getCount: 2, haveCount: 1 },
      ...{ get: [{ userName: '丙' }, { userName: '乙' }], have: [{ userName: '甲' }] },
    });
    expect(await assigned(orderId)).toEqual(['甲']);
    expect(await ok(buyer, GIVE, { ...where, getCount: 2 })).toEqual({ assigned: 3 });
    expect(await assigned(orderId)).toEqual(['丙', '乙', '甲']);
    expect(await call(buyer, GIVE, { ...where, getCount: 0 })).toMatchObject({
      code: 409,
      msg: '该部门的人员都已有名额',
    });
  });

  it('are given to nobody when there are too few, or the department has changed since', async () => {
    const orderId = await mintOrder(tenant, buyer, courseId, [], { seats: 2 });
    const where = { orderId, courseId, department: '车间' };
    expect(await call(buyer, GIVE, { ...where, getCount: 3 })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('需要 3 个名额，仅剩 2 个'),
    });
    expect((await call(buyer, GIVE, { ...where, getCount: 2 })).code).toBe(409);
    expect(await assigned(orderId)).toEqual([]);
  });

  it('are only those of one’s own approved orders', async () => {
    const department = '车间';
    const pending = await mintOrder(tenant, buyer, courseId, [], { seats: 9, state: 'pending' });
    expect((await call(buyer, PLAN, { orderId: pending, courseId, department })).code).toBe(409);
    const orderId = await mintOrder(tenant, buyer, courseId, [], { seats: 9 });
    for (const name of [PLAN, GIVE] as const)
      expect((await call(otherBuyer, name, { orderId, courseId, department, getCount: 3 })).code).toBe(404);
    expect(await assigned(orderId)).toEqual([]);
  });

  it('given by two at the same time are never more than there are', async () => {
    const orderId = await mintOrder(tenant, buyer, courseId, [], { seats: 3 });
    const asked = { orderId, courseId, department: '车间', getCount: 3 };
    const codes = (await Promise.all([call(buyer, GIVE, asked), call(admin, GIVE, asked)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 409]);
    expect(await assigned(orderId)).toEqual(['丙', '乙', '甲']);
  });
});

describe('unused seats', () => {
  it('are taken back together; those whose course is begun stay', async () => {
    const orderId = await mintOrder(tenant, buyer, courseId, people.slice(0, 3), { seats: 4 });
    await study(tenant, people[1]!, courseId, 1);
    expect((await call(otherBuyer, UNUSED, { orderId, courseId })).code).toBe(404);
    expect(await ok(buyer, UNUSED, { orderId, courseId })).toEqual({ takenBack: 2, assigned: 1 });
    expect(await assigned(orderId)).toEqual(['乙']);
    expect(await ok(buyer, UNUSED, { orderId, courseId })).toEqual({ takenBack: 0, assigned: 1 });
    const taken = { orderId, courseId, userId: people[1]!.userId };
    expect(await call(buyer, 'DELETE /course/auth/order/seat/delete', taken)).toMatchObject({
      code: 409,
      msg: '该学员已开始学习，名额不能收回',
    });
  });
});

describe('an order again', () => {
  it('puts its courses into the cart and reports what is no longer for sale', async () => {
    await ok(buyer, 'POST /course/auth/order/cart/save', { courseId, seats: 3 });
    const gone = await mintPaidCourse(tenant, { title: '停售课程' });
    await ok(buyer, 'POST /course/auth/order/cart/save', { courseId: gone, seats: 2 });
    const { id } = await ok(buyer, SUBMIT, { submitKey: randomUUID(), total: 499.5, currency: 'CNY' });
    await setCourseStatus(tenant, gone, 'unpublished');
    expect(await ok(buyer, REPEAT, { id })).toEqual({ count: 1, missing: ['停售课程'] });
    expect((await ok(buyer, CART)).list).toMatchObject([{ courseId, seats: 3, people: [] }]);
    for (const who of [otherBuyer, admin]) expect((await call(who, REPEAT, { id })).code).toBe(404);
  });
});

describe('invoice data', () => {
  const invoice = {
    ...{ title: '甲公司', taxNumber: ' 9144 0300 7152 6726 xg', address: '深圳', phone: '', bank: '', bankAccount: '' },
  };
  const order = async () => {
    await ok(buyer, 'POST /course/auth/order/cart/save', { courseId, seats: 1 });
    return (await ok(buyer, SUBMIT, { submitKey: randomUUID(), total: 99.9, currency: 'CNY' })).id;
  };

  it('are copied to an order when it is submitted, and stay there', async () => {
    expect(await ok(buyer, INVOICE)).toMatchObject({ title: '', taxNumber: '' });
    const without = await order();
    const stored = { ...invoice, taxNumber: '9144030071526726XG' };
    expect(await ok(buyer, SAVE_INVOICE, invoice)).toEqual(stored);
    const id = await order();
    await ok(buyer, SAVE_INVOICE, { ...invoice, title: '新名称' });
    for (const who of [buyer, admin]) {
      expect((await ok(who, VIEW, { id })).invoice).toEqual(stored);
      expect((await ok(who, VIEW, { id: without })).invoice).toBeNull();
    }
    expect(await ok(buyer, INVOICE)).toMatchObject({ title: '新名称' });
    expect(await ok(otherBuyer, INVOICE)).toMatchObject({ title: '' });
    expect((await call(otherBuyer, VIEW, { id })).code).toBe(404);
  });

  it('need a title and a tax number that can be one', async () => {
    for (const [input, field] of [
      [{ ...invoice, taxNumber: '9144030071526726XH' }, 'taxNumber'],
      [{ ...invoice, taxNumber: '123' }, 'taxNumber'],
      [{ ...invoice, title: ' ' }, 'title'],
    ] as const)
      expect(await call(buyer, SAVE_INVOICE, input)).toMatchObject({ code: 422, data: [{ field }] });
    expect((await call(people[0]!, SAVE_INVOICE, invoice)).code).toBe(403);
  });
});

describe('seats that end', () => {
  const DAY = 86_400_000;
  const send = (at: Date) =>
    withTenant(tenant.id, (db) => sendSeatNotices(db, { enterpriseId: tenant.id, timeZone: 'Asia/Shanghai', at }));
  const noticesOf = async (who: TestPerson) =>
    (await ok(who, 'POST /user/auth/notice/page', {})).list.filter(({ kind }) => kind === 'seatsEnding');
  const endSeat = (orderId: string, { userId }: TestPerson, expiresAt: Date, gmtCreate: Date) =>
    withTenant(tenant.id, (db) =>
      db
        .update(courseSeat)
        .set({ expiresAt, gmtCreate })
        .where(and(eq(courseSeat.orderId, orderId), eq(courseSeat.userId, userId))),
    );

  it('are told 30 and 7 days before, once each, unless the course is completed', async () => {
    const orderId = await mintOrder(tenant, buyer, courseId, people);
    const [end, start] = [new Date('2027-06-15T04:00:00Z'), new Date('2027-01-01T00:00:00Z')];
    for (const who of people.slice(0, 3)) await endSeat(orderId, who, end, start);
    // Given so late that its end was known.
    await endSeat(orderId, people[3]!, end, new Date(end.getTime() - 2 * DAY));
    await study(tenant, people[0]!, courseId, 100);
    const before = (days: number) => new Date(end.getTime() - days * DAY);
    await send(before(31));
    expect(await noticesOf(buyer)).toEqual([]);
    for (const days of [30, 29, 8]) await send(before(days));
    expect(await noticesOf(buyer)).toMatchObject([
      { detail: { count: 2, title: '内审员认证', date: '2027-06-15' }, path: '/account?change=7&part=seats&ends=soon' },
    ]);
    for (const days of [7, 6, 1, -1]) await send(before(days));
    expect(await noticesOf(buyer)).toHaveLength(2);
    expect(await noticesOf(otherBuyer)).toEqual([]);
  });
});
