import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { course } from '#src/server/course/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { decide } from '../factories/flow.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { call, ok } from '../factories/portal.ts';
import { setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const CART = 'GET /course/auth/order/cart/list';
const SAVE = 'POST /course/auth/order/cart/save';
const REMOVE = 'DELETE /course/auth/order/cart/delete';
const PEOPLE = 'POST /course/auth/order/people/page';
const SUBMIT = 'POST /course/auth/order/submit';
const PAGE = 'POST /course/auth/order/page';
const VIEW = 'GET /course/auth/order/view';
const SEAT = 'POST /course/auth/order/seat/save';
const UNSEAT = 'DELETE /course/auth/order/seat/delete';

let tenant: TestTenant;
let other: TestTenant;
let buyer: TestPerson;
let admin: TestPerson;
let people: TestPerson[];
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '林主管' });
  people = await Promise.all(['甲', '乙', '丙', '丁'].map((userName) => mintPerson(tenant, { userName })));
});
beforeEach(async () => {
  buyer = await mintPerson(tenant, { userType: 3, userName: '培训中心' });
  courseId = await mintPaidCourse(tenant);
});

const ids = (...which: number[]) => which.map((i) => people[i]!.userId);
const bill = (more: Partial<Input<typeof SUBMIT>> = {}) => ({
  submitKey: randomUUID(),
  total: 199.8,
  currency: 'CNY',
  ...more,
});
const stateOf = async (person: TestPerson, id = courseId) =>
  (await ok(person, 'GET /course/auth/course/info/view', { id })).studyState;
const requestOf = async (orderId: string) => (await ok(admin, VIEW, { id: orderId })).instanceId!;

/** Orders seats of the course for members, by default two. @returns its id */
async function order(userIds: string[], seats = 2): Promise<string> {
  await ok(buyer, SAVE, { courseId, seats, userIds });
  return (await ok(buyer, SUBMIT, bill({ total: (seats * 9990) / 100 }))).id;
}

describe('the cart', () => {
  it('returns courses, seats and members with current prices', async () => {
    const second = await mintPaidCourse(tenant, { title: '体系标准', price: '0.10' });
    expect(await ok(buyer, SAVE, { courseId })).toEqual({ count: 1, instanceId: null });
    expect(await ok(buyer, SAVE, { courseId: second, seats: 3, userIds: ids(0, 1, 1) })).toEqual({
      count: 2,
      instanceId: null,
    });
    // Adding a course again does not change seats and members.
    await ok(buyer, SAVE, { courseId: second });
    const { list } = await ok(buyer, CART);
    expect(list).toMatchObject([
      { courseId, seats: 1, price: 99.9, currency: 'CNY', people: [], forSale: true },
      { courseId: second, seats: 3, price: 0.1, people: [{ userName: '甲' }, { userName: '乙' }] },
    ]);
    expect(await ok(admin, CART)).toEqual({ list: [], ordering: true });
    await setCourseStatus(tenant, second, 'unpublished');
    expect((await ok(buyer, CART)).list[1]).toMatchObject({ forSale: false });
    expect(await ok(buyer, REMOVE, { courseId: second })).toEqual({ count: 1 });
    expect(await ok(buyer, REMOVE, { courseId: second })).toEqual({ count: 1 });
  });

  it('rejects courses that are not for sale, and users who cannot get a seat', async () => {
    const stranger = await mintPerson(other);
    const gone = await mintPerson(tenant);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, gone.userId)),
    );
    await mintOrder(tenant, buyer, courseId, [people[3]!]);
    expect((await call(buyer, SAVE, { courseId: await mintCourse(tenant) })).code).toBe(409);
    for (const id of [
      await mintPaidCourse(other),
      await mintPaidCourse(tenant, { status: 'unpublished' }),
      randomUUID(),
    ]) {
      expect((await call(buyer, SAVE, { courseId: id })).code).toBe(404);
    }
    for (const [userIds, message] of [
      [ids(0, 1, 2), '所选人员超过名额数'],
      [[stranger.userId], '所选人员中有人不是本企业成员'],
      [[gone.userId], '所选人员中有人不是本企业成员'],
      [ids(3), '所选人员中有人已有该课程的名额'],
    ] as const) {
      expect(await call(buyer, SAVE, { courseId, seats: 2, userIds: [...userIds] })).toMatchObject({
        code: 422,
        data: [{ field: 'userIds', message }],
      });
    }
    for (const seats of [0, 1001, 1.5]) expect((await call(buyer, SAVE, { courseId, seats })).code).toBe(422);
    expect(await ok(buyer, CART)).toEqual({ list: [], ordering: true });
  });

  it('rejects users other than organisation accounts and administrators', async () => {
    for (const [name, input] of [
      [CART, {}],
      [SAVE, { courseId, seats: 1 }],
    ] as const)
      expect(await call(people[0]!, name, input)).toMatchObject({ code: 403, msg: '没有权限进行此操作' });
    expect(await call(tenant.anonymous, SAVE, { courseId })).toMatchObject({ code: 300, msg: '请先登录' });
    expect((await call({ host: other.host, token: buyer.token }, CART)).code).toBe(300);
  });
});

describe('search for members', () => {
  it('filters by name, department and phone, and masks phone numbers', async () => {
    const ownTenant = await mintTenant();
    const manager = await mintPerson(ownTenant, { userType: 3, userName: '采购' });
    const [first, second] = [
      await mintPerson(ownTenant, { userName: '李 100%' }),
      await mintPerson(ownTenant, { userName: '王五' }),
    ];
    await withTenant(ownTenant.id, (db) =>
      db.update(enterpriseUser).set({ department: '质量部' }).where(eq(enterpriseUser.userId, second.userId)),
    );
    await mintPerson(other, { userName: '李别家' });
    const names = async (input: Input<typeof PEOPLE>) =>
      (await ok(manager, PEOPLE, input)).list.map(({ userName }) => userName);
    expect(await names({ keyword: '李' })).toEqual(['李 100%']);
    expect(await names({ keyword: '%' })).toEqual(['李 100%']);
    expect(await names({ keyword: '质量' })).toEqual(['王五']);
    expect(await names({ department: '质量部' })).toEqual(['王五']);
    expect(await names({ keyword: second.phone.slice(-4) })).toEqual(['王五']);
    expect(await names({ keyword: second.phone })).toEqual(['王五']);
    expect(await names({ keyword: `+86 ${second.phone.replace(/^(...)(....)/, '$1-$2 ')}` })).toEqual(['王五']);
    const paid = await mintPaidCourse(ownTenant);
    await mintOrder(ownTenant, manager, paid, [first]);
    const { list, totalCount } = await ok(manager, PEOPLE, { courseId: paid });
    // Organisation accounts are omitted.
    expect(totalCount).toBe(2);
    expect(await ok(manager, PEOPLE, { pageCurrent: 9 })).toMatchObject({ totalCount: 2, totalPage: 1, list: [] });
    expect(list.find(({ userId }) => userId === first.userId)).toMatchObject({
      hasSeat: true,
      phone: expect.stringMatching(/^13\d\*{4}\d{4}$/),
    });
    expect(list.filter(({ hasSeat }) => hasSeat)).toHaveLength(1);
    expect(await ok(manager, 'GET /course/auth/order/department/list')).toEqual([
      { department: '质量部', memberCount: 1 },
    ]);
    expect((await call(people[0]!, PEOPLE)).code).toBe(403);
  });

  it('finds last four digits that begin like an international prefix', async () => {
    const ownTenant = await mintTenant();
    const manager = await mintPerson(ownTenant, { userType: 3 });
    const { userId } = await mintPerson(ownTenant, { userName: '王五' });
    const phone = `13${String(randomInt(1e5)).padStart(5, '0')}0042`;
    await withPortal((db) => db.update(userAccount).set({ phone }).where(eq(userAccount.id, userId)));
    for (const keyword of ['0042', '００４２', phone]) {
      const { list } = await ok(manager, PEOPLE, { keyword });
      expect(list, keyword).toMatchObject([{ userId }]);
    }
  });

  it('finds the members of a department and of those below it, and counts them so', async () => {
    const ownTenant = await mintTenant();
    const manager = await mintPerson(ownTenant, { userType: 3, userName: '采购' });
    const paths = { 甲: '总部', 乙: '总部/华东', 丙: '总部/华东/上海', 丁: '总部/华东二部', 戊: '总部A', 己: '' };
    for (const [userName, department] of Object.entries(paths)) {
      const { userId } = await mintPerson(ownTenant, { userName });
      await withTenant(ownTenant.id, (db) =>
        db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, userId)),
      );
    }
    const names = async (department: string) =>
      (await ok(manager, PEOPLE, { department })).list.map(({ userName }) => userName).sort();
    expect(await names('总部')).toEqual(['丁', '丙', '乙', '甲']);
    expect(await names('总部/华东')).toEqual(['丙', '乙']);
    expect(await names('总部/华东/上海')).toEqual(['丙']);
    expect(await names('华东')).toEqual([]);
    const listed = await ok(manager, 'GET /course/auth/order/department/list');
    expect(Object.fromEntries(listed.map(({ department, memberCount }) => [department, memberCount]))).toEqual({
      ...{ 总部: 4, '总部/华东': 2, '总部/华东/上海': 1, '总部/华东二部': 1, 总部A: 1 },
    });
    const order = listed.map(({ department }) => department);
    expect(order.indexOf('总部/华东')).toBe(order.indexOf('总部') + 1);
    expect(order.indexOf('总部/华东/上海')).toBe(order.indexOf('总部/华东') + 1);
  });

  it('does not reveal the masked digits of a number', async () => {
    const ownTenant = await mintTenant();
    const manager = await mintPerson(ownTenant, { userType: 3, userName: '采购' });
    const target = await mintPerson(ownTenant, { userName: '赵六' });
    const [shown] = (await ok(manager, PEOPLE, {})).list;
    const [head, tail] = shown!.phone!.split('****') as [string, string];
    // Extends the known digits from both ends while the search confirms them.
    let [fromLeft, fromRight] = [head, tail];
    for (let n = 0; n < 4; n++)
      for (const digit of '0123456789') {
        const longer = fromLeft + digit;
        // The four digits may be equal to the last four, which are visible.
        if (longer !== tail && (await ok(manager, PEOPLE, { keyword: longer })).totalCount > 0) fromLeft = longer;
        if ((await ok(manager, PEOPLE, { keyword: digit + fromRight })).totalCount > 0) fromRight = digit + fromRight;
      }
    expect([fromLeft, fromRight]).toEqual([head, tail]);
    // All other parts of the number.
    for (let length = 1; length < 11; length++)
      for (let from = 0; from + length <= 11; from++) {
        const part = target.phone.slice(from, from + length);
        if (length === 4 && part === tail) continue;
        expect((await ok(manager, PEOPLE, { keyword: part })).list, part).toEqual([]);
      }
  });

  it('rejects more than 200 searches by complete numbers per day', async () => {
    const manager = await mintPerson(tenant, { userType: 3, userName: '采购' });
    for (let n = 0; n < 200; n++) await ok(manager, PEOPLE, { keyword: String(13_800_000_000 + n), pageSize: 1 });
    expect(await call(manager, PEOPLE, { keyword: people[0]!.phone })).toMatchObject({ code: 429 });
    expect((await ok(manager, PEOPLE, { keyword: people[0]!.phone.slice(-4) })).list).not.toEqual([]);
  });
});

describe('an order', () => {
  it('is decided by an administrator and then opens the course to the assigned members only', async () => {
    await ok(buyer, SAVE, { courseId, seats: 2, userIds: ids(0) });
    const made = await ok(buyer, SUBMIT, bill({ reference: 'HT-2026-08', note: '新线投产' }));
    expect(made.orderNo).toMatch(/^PO-\d{4}-\d{6}$/);
    expect(await ok(buyer, CART)).toEqual({ list: [], ordering: true });
    expect(await stateOf(people[0]!)).toBe('purchaseFirst');
    const before = await ok(buyer, VIEW, { id: made.id });
    expect(before).toMatchObject({
      orderNo: made.orderNo,
      state: 'pending',
      reference: 'HT-2026-08',
      total: 199.8,
      seats: 2,
      assigned: 1,
      canAssign: false,
      items: [{ courseId, price: 99.9, amount: 199.8, people: [{ userName: '甲', canTakeBack: false }] }],
    });
    expect((await call(buyer, SEAT, { orderId: made.id, courseId, userIds: ids(1) })).code).toBe(409);
    const { list } = await ok(admin, 'POST /user/auth/flow/instance/undo', {
      flowType: 'order',
      keyword: made.orderNo,
    });
    expect(list).toMatchObject([
      { subjectId: made.id, applicantName: '培训中心', detail: { orderNo: made.orderNo, seats: 2, total: 199.8 } },
    ]);
    const outcome = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(admin, 'POST /user/auth/flow/instance/submitFlow', { id: list[0]!.id, action: 'approve' }),
      ),
    );
    expect(new Set(outcome.map(({ code }) => code))).toEqual(new Set([200]));
    expect(await stateOf(people[0]!)).toBe('open');
    expect(await stateOf(people[1]!)).toBe('purchaseFirst');
    expect(await stateOf(buyer)).toBe('purchaseFirst');
    expect((await ok(buyer, VIEW, { id: made.id })).decidedAt).not.toBeNull();
  });

  it('that is rejected or withdrawn opens nothing and shows the reason', async () => {
    const rejected = await order(ids(0));
    await decide(admin, await requestOf(rejected), 'reject');
    expect(await ok(buyer, VIEW, { id: rejected })).toMatchObject({ state: 'rejected', reason: '名额已满' });
    const recalled = await order(ids(0));
    await ok(buyer, 'POST /user/auth/flow/instance/withdraw', { id: await requestOf(recalled) });
    expect(await ok(buyer, VIEW, { id: recalled })).toMatchObject({ state: 'withdrawn' });
    expect(await stateOf(people[0]!)).toBe('purchaseFirst');
    expect((await call(buyer, SEAT, { orderId: recalled, courseId, userIds: ids(1) })).code).toBe(409);
  });

  it('is created once for concurrent submissions with one key', async () => {
    await ok(buyer, SAVE, { courseId, seats: 2 });
    const same = bill();
    const made = await Promise.all(Array.from({ length: 20 }, () => ok(buyer, SUBMIT, same)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await ok(buyer, PAGE)).totalCount).toBe(1);
    expect((await call(buyer, SUBMIT, bill())).msg).toBe('购物车是空的');
  });

  it('has a unique number, also for concurrent orders', async () => {
    const buyers = await Promise.all(Array.from({ length: 5 }, () => mintPerson(tenant, { userType: 3 })));
    await Promise.all(buyers.map((person) => ok(person, SAVE, { courseId })));
    const made = await Promise.all(buyers.map((person) => ok(person, SUBMIT, bill({ total: 99.9 }))));
    expect(new Set(made.map(({ orderNo }) => orderNo)).size).toBe(5);
  });

  it('is rejected when a price, currency or course has changed', async () => {
    await ok(buyer, SAVE, { courseId, seats: 2 });
    for (const wrong of [{ total: 0.01 }, { total: 199.81 }, { currency: 'USD' }]) {
      expect(await call(buyer, SUBMIT, bill(wrong))).toMatchObject({ code: 409, msg: expect.stringContaining('变化') });
    }
    const dollars = await mintPaidCourse(tenant, { currency: 'USD', price: '10' });
    await ok(buyer, SAVE, { courseId: dollars });
    expect(await call(buyer, SUBMIT, bill({ total: 209.8 }))).toMatchObject({
      code: 409,
      msg: '一张订单只能使用一种币种，请分开下单',
    });
    await setCourseStatus(tenant, dollars, 'unpublished');
    expect(await call(buyer, SUBMIT, bill())).toMatchObject({ code: 409, msg: expect.stringContaining('内审员认证') });
    await ok(buyer, REMOVE, { courseId: dollars });
    await withTenant(tenant.id, (db) => db.update(course).set({ price: '33.33' }).where(eq(course.id, courseId)));
    expect((await call(buyer, SUBMIT, bill())).code).toBe(409);
    const { id } = await ok(buyer, SUBMIT, bill({ total: 66.66 }));
    await withTenant(tenant.id, (db) => db.update(course).set({ price: '1' }).where(eq(course.id, courseId)));
    expect(await ok(buyer, VIEW, { id })).toMatchObject({ total: 66.66, items: [{ price: 33.33 }] });
  });

  it('has an exact total', async () => {
    const dime = await mintPaidCourse(tenant, { price: '0.10' });
    await ok(buyer, SAVE, { courseId: dime, seats: 3 });
    expect(
      await ok(buyer, VIEW, await ok(buyer, SUBMIT, bill({ total: 0.3 })).then(({ id }) => ({ id }))),
    ).toMatchObject({
      total: 0.3,
    });
  });

  it('is rejected when a member has got a seat meanwhile, and two approved orders give a member one seat', async () => {
    const first = await order(ids(0, 1));
    const second = await order(ids(0, 2));
    await ok(buyer, SAVE, { courseId, seats: 1, userIds: ids(1) });
    await decide(admin, await requestOf(first));
    expect(await call(buyer, SUBMIT, bill({ total: 99.9 }))).toMatchObject({ code: 422, data: [{ field: 'userIds' }] });
    await decide(admin, await requestOf(second));
    const { items, assigned } = await ok(buyer, VIEW, { id: second });
    expect(assigned).toBe(1);
    expect(items[0]!.people.map(({ userName }) => userName)).toEqual(['丙']);
    for (const i of [0, 1, 2]) expect(await stateOf(people[i]!)).toBe('open');
  });

  it('of an administrator is decided by another administrator', async () => {
    await ok(admin, SAVE, { courseId, seats: 2 });
    const { id } = await ok(admin, SUBMIT, bill());
    const instance = await requestOf(id);
    expect(
      await call(admin, 'POST /user/auth/flow/instance/submitFlow', { id: instance, action: 'approve' }),
    ).toMatchObject({ code: 403, msg: expect.stringContaining('任命一位') });
    await decide(await mintPerson(tenant, { isAdmin: true }), instance);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'approved' });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ isAdmin: false }).where(eq(enterpriseUser.userName, '测试员')),
    );
  });

  it('returns 404 to everybody but its buyer and the administrators', async () => {
    const id = await order([]);
    const colleague = await mintPerson(tenant, { userType: 3 });
    const foreign = await mintPerson(other, { isAdmin: true });
    for (const person of [colleague, foreign]) {
      expect((await call(person, VIEW, { id })).code).toBe(404);
      expect((await call(person, SEAT, { orderId: id, courseId, userIds: ids(0) })).code).toBe(404);
      expect((await call(person, UNSEAT, { orderId: id, courseId, userId: ids(0)[0]! })).code).toBe(404);
      expect((await ok(person, PAGE)).list.map((found) => found.id)).not.toContain(id);
    }
    for (const name of [VIEW, PAGE] as const) expect((await call(people[0]!, name, { id })).code).toBe(403);
    expect((await call(buyer, VIEW, { id: randomUUID() })).code).toBe(404);
    const found = await ok(admin, PAGE, { keyword: '培训中心', state: 'pending' });
    expect(found.list.map((row) => row.id)).toContain(id);
    expect((await ok(admin, PAGE, { keyword: '内审员', pageCurrent: 99 })).totalCount).toBeGreaterThan(0);
    const { orderNo } = await ok(buyer, VIEW, { id });
    for (const keyword of [orderNo, orderNo.slice(-4)])
      expect((await ok(admin, PAGE, { keyword })).list, keyword).toMatchObject([
        { id, buyerName: '培训中心', seats: 2 },
      ]);
    for (const keyword of [`${orderNo}9`, '%', '_', '别家'])
      expect(await ok(admin, PAGE, { keyword }), keyword).toMatchObject({ totalCount: 0, list: [] });
    expect((await ok(foreign, PAGE, { keyword: orderNo.slice(0, 3) })).list).toEqual([]);
    expect((await ok(buyer, PAGE, { state: 'approved' })).list).toEqual([]);
  });
});

describe('seats of an approved order', () => {
  it('are assigned later, never more than ordered, also for concurrent requests', async () => {
    const orderId = await order(ids(0));
    await decide(admin, await requestOf(orderId));
    const answers = await Promise.all(
      ids(1, 2, 3).map((userId) => call(buyer, SEAT, { orderId, courseId, userIds: [userId] })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
    expect(await ok(buyer, SEAT, { orderId, courseId, userIds: ids(0) })).toEqual({ assigned: 2 });
    expect((await call(buyer, SEAT, { orderId, courseId, userIds: [] })).code).toBe(422);
    expect((await call(buyer, SEAT, { orderId, courseId: randomUUID(), userIds: ids(0) })).code).toBe(404);
  });

  it('can be revoked before the member has started the course, and not after', async () => {
    const orderId = await order(ids(0, 1));
    await decide(admin, await requestOf(orderId));
    await watchWhole(tenant, people[0]!, await mintResource(tenant, courseId));
    const [begun, idle] = ids(0, 1) as [string, string];
    const members = (await ok(buyer, VIEW, { id: orderId })).items[0]!.people;
    expect(new Map(members.map((seat) => [seat.userName, seat]))).toMatchObject(
      new Map([
        ['甲', expect.objectContaining({ studyProgress: 100, completed: true, canTakeBack: false })],
        ['乙', expect.objectContaining({ studyProgress: 0, canTakeBack: true })],
      ]),
    );
    expect(await call(buyer, UNSEAT, { orderId, courseId, userId: begun })).toMatchObject({ code: 409 });
    expect(await ok(buyer, UNSEAT, { orderId, courseId, userId: idle })).toEqual({ assigned: 1 });
    expect(await ok(buyer, UNSEAT, { orderId, courseId, userId: idle })).toEqual({ assigned: 1 });
    expect(await stateOf(people[1]!)).toBe('purchaseFirst');
    expect(await ok(admin, SEAT, { orderId, courseId, userIds: ids(2) })).toEqual({ assigned: 2 });
    expect(await stateOf(people[2]!)).toBe('open');
  });
});
