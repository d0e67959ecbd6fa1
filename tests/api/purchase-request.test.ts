import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { course } from '#src/server/course/tables.ts';
import { courseOrder, courseSeat } from '#src/server/order/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { auditsOf, decide } from '../factories/flow.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Seats that members ask for, who do not order themselves. */

const CART = 'POST /course/auth/order/cart/save';
const TODO = 'POST /user/auth/flow/instance/undo';
const REQUEST = 'GET /user/auth/flow/instance/view';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';
let tenant: TestTenant;
let organisation: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  organisation = await mintPerson(tenant, { userType: 3 });
  admin = await mintPerson(tenant, { isAdmin: true });
});

const viewed = async (who: TestPerson, id: string) => {
  const { studyState, purchase } = await ok(who, 'GET /course/auth/course/info/view', { id });
  return { studyState, purchase };
};
const todoOf = async (who: TestPerson) =>
  (await ok(who, TODO, { flowType: 'purchase', pageSize: 100 })).list.map(({ id }) => id);
const ordersFor = (who: TestPerson) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ id: courseOrder.id, state: courseOrder.state, buyerId: courseOrder.buyerId, total: courseOrder.total })
      .from(courseSeat)
      .innerJoin(courseOrder, and(eq(courseOrder.id, courseSeat.orderId)))
      .where(eq(courseSeat.userId, who.userId)),
  );

/** A learner of their own, who has asked for a seat. */
async function asked(more: Parameters<typeof mintPaidCourse>[1] = {}) {
  const [who, courseId] = [await mintPerson(tenant, { userName: '张学员' }), await mintPaidCourse(tenant, more)];
  const { instanceId } = await ok(who, CART, { courseId, note: '换证需要' });
  return { who, courseId, id: instanceId! };
}

describe('a learner who adds a course to the cart', () => {
  it('asks for a seat: organisation accounts and administrators see it, nobody else', async () => {
    const { who, courseId, id } = await asked();
    expect(await ok(who, CART, { courseId })).toEqual({ count: 0, instanceId: id });
    const [lecturer, stranger] = [await mintPerson(tenant, { userType: 2 }), await mintPerson(tenant)];
    for (const [person, sees] of [
      ...([
        [organisation, true],
        [admin, true],
      ] as const),
      ...([
        [lecturer, false],
        [stranger, false],
        [who, false],
      ] as const),
    ]) {
      expect((await todoOf(person)).includes(id)).toBe(sees);
      const { code, data } = await call(person, REQUEST, { id });
      expect(code).toBe(sees || person === who ? 200 : 404);
      if (code === 200) expect(data).toMatchObject({ canDecide: sees, canWithdraw: person === who });
      expect((await call(person, SUBMIT, { id, action: 'reject', comment: 'x', step: 2 })).code).toBe(
        sees ? 409 : person === who ? 403 : 404,
      );
    }
    expect(await ok(organisation, REQUEST, { id })).toMatchObject({
      ...{ title: '内审员认证', applicantName: '张学员', state: 'pending' },
      detail: { note: '换证需要', seats: 1, total: 99.9, currency: 'CNY' },
    });
    expect(await viewed(who, courseId)).toMatchObject({
      studyState: 'purchaseFirst',
      purchase: { state: 'pending', instanceId: id, mayAskAgain: false },
    });
    // Withdrawn, it can be asked for again.
    await ok(who, 'POST /user/auth/flow/instance/withdraw', { id });
    expect((await viewed(who, courseId)).purchase).toMatchObject({ state: 'none', mayAskAgain: true });
    expect((await ok(who, CART, { courseId })).instanceId).not.toBe(id);
  });

  it('does not order: no seats, no members, no other calls of the cart, only courses that are for sale', async () => {
    const { who, courseId } = await asked();
    expect((await call(who, CART, { courseId, seats: 2 })).code).toBe(403);
    expect((await call(who, CART, { courseId, userIds: [who.userId] })).code).toBe(403);
    expect((await call(who, 'GET /course/auth/order/cart/list', {})).code).toBe(403);
    const free = await mintPaidCourse(tenant, { purchaseRequired: false });
    expect((await call(who, CART, { courseId: free })).code).toBe(409);
    const elsewhere = await mintPaidCourse(await mintTenant());
    expect((await call(who, CART, { courseId: elsewhere })).code).toBe(404);
    const own = await mintPaidCourse(tenant);
    await mintOrder(tenant, organisation, own, [who]);
    expect(await call(who, CART, { courseId: own })).toMatchObject({ code: 409, msg: '你已有该课程的名额' });
  });

  it('makes one request, however often it is sent at once', async () => {
    const [who, courseId] = [await mintPerson(tenant), await mintPaidCourse(tenant)];
    const made = await Promise.all(Array.from({ length: 8 }, () => ok(who, CART, { courseId })));
    expect(new Set(made.map(({ instanceId }) => instanceId)).size).toBe(1);
  });
});

describe('a request for a seat', () => {
  it('is ordered by the organisation account that approves it; the order opens the course', async () => {
    const { who, courseId, id } = await asked();
    expect(await decide(organisation, id)).toEqual({ id, state: 'approved' });
    // A repetition orders nothing.
    await decide(organisation, id);
    const [order, ...more] = await ordersFor(who);
    expect(more).toEqual([]);
    expect(order).toMatchObject({ state: 'pending', buyerId: organisation.userId, total: '99.90' });
    expect(await viewed(who, courseId)).toMatchObject({
      studyState: 'purchaseFirst',
      purchase: { state: 'ordered' },
    });
    expect(await call(who, CART, { courseId })).toMatchObject({ code: 409, msg: '已为你下单，请等待订单审批' });
    const { instanceId } = await ok(organisation, 'GET /course/auth/order/view', { id: order!.id });
    expect((await call(organisation, SUBMIT, { id: instanceId!, action: 'approve' })).code).toBe(403);
    await decide(admin, instanceId!);
    expect(await viewed(who, courseId)).toEqual({ studyState: 'open', purchase: null });
    expect(await auditsOf(tenant, id)).toEqual(['flow.submitted', 'flow.approved']);
  });

  it('that an administrator approves opens the course at once', async () => {
    const { who, courseId, id } = await asked();
    await decide(admin, id);
    expect(await ordersFor(who)).toMatchObject([{ state: 'approved', buyerId: admin.userId }]);
    expect((await viewed(who, courseId)).studyState).toBe('open');
    expect((await ok(who, 'POST /user/auth/flow/instance/myInstance', {})).list[0]).toMatchObject({
      ...{ id, flowType: 'purchase', state: 'approved', unseen: true },
    });
  });

  it('that is declined says why, is asked for once more with a reason, and then no more', async () => {
    const { who, courseId, id } = await asked();
    await decide(organisation, id, 'reject');
    expect((await viewed(who, courseId)).purchase).toMatchObject({
      ...{ state: 'rejected', reason: '名额已满', mayAskAgain: true },
    });
    expect(await call(who, CART, { courseId })).toMatchObject({ code: 422, data: [{ field: 'note' }] });
    const { instanceId } = await ok(who, CART, { courseId, note: '客户要求' });
    await decide(admin, instanceId!, 'reject');
    expect((await viewed(who, courseId)).purchase).toMatchObject({ state: 'rejected', mayAskAgain: false });
    expect((await call(who, CART, { courseId, note: '再试一次' })).code).toBe(409);
    expect(await ordersFor(who)).toEqual([]);
  });

  it('is not ordered at another price, after the end of the sale, or twice', async () => {
    const changes = [{ price: '199.00' }, { purchaseRequired: false }, { status: 'unpublished' as const }];
    for (const change of changes) {
      const { who, courseId, id } = await asked();
      await withTenant(tenant.id, (db) => db.update(course).set(change).where(eq(course.id, courseId)));
      expect((await call(organisation, SUBMIT, { id, action: 'approve' })).code).toBe(409);
      expect(await ordersFor(who)).toEqual([]);
      expect(await ok(who, REQUEST, { id })).toMatchObject({ state: 'pending' });
    }
    const { who, courseId, id } = await asked();
    await mintOrder(tenant, organisation, courseId, [who]);
    await decide(admin, id);
    expect(await ordersFor(who)).toHaveLength(1);
  });

  it('whose order is declined can be made again', async () => {
    const { who, courseId, id } = await asked();
    await decide(organisation, id);
    const [order] = await ordersFor(who);
    const { instanceId } = await ok(organisation, 'GET /course/auth/order/view', { id: order!.id });
    await decide(admin, instanceId!, 'reject');
    expect((await viewed(who, courseId)).purchase).toMatchObject({ state: 'notOrdered', mayAskAgain: true });
    const again = await ok(who, CART, { courseId });
    await decide(admin, again.instanceId!);
    expect((await viewed(who, courseId)).studyState).toBe('open');
  });
});
