import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Policies, POLICY_DEFAULTS, type PolicyKind } from '#src/contract/rules/policy.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { decide } from '../factories/flow.ts';
import { mintPaidCourse } from '../factories/order.ts';
import { call, ok } from '../factories/portal.ts';
import { post } from '../factories/record.ts';
import { watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { randomUUID } from 'node:crypto';

/* Rules of points, rankings and orders (docs/decisions/108). */

const VIEW = 'GET /user/auth/policy/view';
const SAVE = 'PUT /user/auth/policy/save';
const CHECK_IN = 'POST /data/auth/user/sign/save';
const MONTH = 'GET /data/auth/user/sign/month/view';
const HOME = 'GET /data/auth/user/home/view';
const POINTS = 'POST /user/auth/enterprise/user/account/integral/rank/page';
const OWN = 'GET /user/auth/enterprise/user/account/current/integral/rank';
const CREDITS = 'POST /user/auth/enterprise/user/account/credit/hour/rank/page';
const CHOICE = 'PUT /user/auth/ranking/choice/save';
const CART = 'POST /course/auth/order/cart/save';
const SUBMIT = 'POST /course/auth/order/submit';
const ORDER = 'GET /course/auth/order/view';
const COURSE = 'GET /course/auth/course/info/view';
const SEAT = 'POST /course/auth/order/seat/save';
const UNSEAT = 'DELETE /course/auth/order/seat/delete';

let tenant: TestTenant;
let admin: TestPerson;
let me: TestPerson;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  me = await mintPerson(tenant, { userName: 'Lea Learner', department: 'Works' });
});

/** Changes some rules of a kind, as the administrator. */
async function set<K extends PolicyKind>(kind: K, changed: Partial<Policies[K]>) {
  const { revision, rules } = (await ok(admin, VIEW))[kind];
  return ok(admin, SAVE, { kind, revision, rules: { ...rules, ...changed } } as never);
}
const pointsOf = async (person: TestPerson) => (await ok(person, HOME)).totalPoints;

describe('rules', () => {
  it('are the defaults until they are changed, and only administrators see and change them', async () => {
    const none = { revision: 0, id: null };
    const { points, rankings, orders, notices } = POLICY_DEFAULTS;
    expect(await ok(admin, VIEW)).toEqual({
      points: { ...none, rules: points },
      rankings: { ...none, rules: rankings },
      orders: { ...none, rules: orders },
      notices: { ...none, rules: notices },
    });
    expect(await call(me, VIEW)).toMatchObject({ code: 403 });
    expect(await call(me, SAVE, { kind: 'points', revision: 0, rules: points })).toMatchObject({ code: 403 });
  });

  it('are not overwritten by a second administrator, and each change is in their history', async () => {
    const { id } = await set('points', { checkInPoints: 3 });
    const late = { kind: 'points' as const, revision: 0, rules: { ...POLICY_DEFAULTS.points, bonusEvery: 5 } };
    expect(await call(admin, SAVE, late)).toMatchObject({ code: 409 });
    await ok(admin, SAVE, { ...late, revision: 1 });
    expect(await call(admin, SAVE, { ...late, revision: 1 })).toMatchObject({ code: 409 });
    expect((await ok(admin, VIEW)).points).toMatchObject({ revision: 2, rules: { checkInPoints: 1, bonusEvery: 5 } });
    const { list } = await ok(admin, 'POST /data/auth/history/page', { kind: 'policy', id });
    expect(list.map(({ changes }) => changes)).toEqual([
      [
        { name: 'checkInPoints', before: 3, after: 1 },
        { name: 'bonusEvery', before: 7, after: 5 },
      ],
      [{ name: 'checkInPoints', before: 1, after: 3 }],
    ]);
    expect(await call(me, 'POST /data/auth/history/page', { kind: 'policy', id })).toMatchObject({ code: 404 });
  });

  it('of another enterprise do not matter', async () => {
    const other = await mintTenant();
    const theirs = await mintPerson(other);
    await set('points', { checkInPoints: 9 });
    expect(await ok(theirs, CHECK_IN)).toMatchObject({ points: 1 });
  });
});

describe('points', () => {
  it('of the check-in follow the rules, and what was earned before stays', async () => {
    const early = await mintPerson(tenant);
    await ok(early, CHECK_IN);
    await set('points', { checkInPoints: 4, bonusEvery: 2, bonusPoints: 10 });
    expect((await ok(me, HOME)).checkIn).toMatchObject({ points: 4, offered: true });
    expect(await ok(me, MONTH)).toMatchObject({ points: 4, rules: { points: 4, bonusEvery: 2, bonusPoints: 10 } });
    await withTenant(tenant.id, (db) =>
      db.execute(sql`insert into check_in (enterprise_id, user_id, day, streak, points)
        values (${tenant.id}, ${me.userId}, (now() at time zone 'Asia/Shanghai')::date - 1, 1, 4)`),
    );
    expect(await ok(me, CHECK_IN)).toMatchObject({ streak: 2, points: 14, totalPoints: 14 });
    expect(await ok(early, CHECK_IN)).toMatchObject({ points: 1, totalPoints: 1 });
  });

  it('cannot be earned by a check-in that is not offered', async () => {
    await set('points', { checkIn: false });
    expect((await ok(me, HOME)).checkIn.offered).toBe(false);
    expect(await call(me, CHECK_IN)).toMatchObject({ code: 409 });
    expect(await pointsOf(me)).toBe(0);
    await set('points', { checkIn: true });
    await ok(me, CHECK_IN);
    await set('points', { checkIn: false });
    // It is repeated, e.g. from another tab.
    expect(await ok(me, CHECK_IN)).toMatchObject({ streak: 1 });
  });

  it('are earned by nothing when they are off; credits and hours are', async () => {
    const courseId = await mintCourse(tenant, { classHours: '1.00', credits: '2.00', points: '5.00' });
    const resourceId = await mintResource(tenant, courseId);
    await set('points', { enabled: false });
    await watchWhole(tenant, me, resourceId);
    expect(await ok(me, CHECK_IN)).toMatchObject({ streak: 1, points: 0 });
    expect(await ok(me, HOME)).toMatchObject({ totalPoints: 0, totalCredits: 2, totalHours: 1 });
    expect((await ok(me, MONTH)).rules).toBeNull();
    await set('points', { enabled: true });
    const other = await mintPerson(tenant);
    await watchWhole(tenant, other, resourceId);
    expect(await pointsOf(other)).toBe(5);
    expect(await pointsOf(me)).toBe(0);
  });
});

describe('rankings', () => {
  const year = new Date().getFullYear();
  beforeEach(async () => {
    await post(tenant, me, { kind: 'points', amount: '10' });
    await post(tenant, admin, { kind: 'points', amount: '20' });
    await post(tenant, me, { kind: 'points', amount: '3', at: new Date(`${year - 1}-06-01`) });
    await post(tenant, me, { kind: 'credits', amount: '3' });
  });

  it('that are off show nobody, on no request', async () => {
    expect((await ok(me, POINTS)).totalCount).toBe(2);
    await set('rankings', { points: false });
    expect(await ok(me, POINTS)).toMatchObject({ totalCount: 0, list: [] });
    expect(await ok(me, OWN)).toMatchObject({
      shown: false,
      rank: null,
      totalCount: 0,
      total: 10,
      kinds: ['credits', 'hours'],
    });
    expect((await ok(me, HOME)).rankings).toEqual(['credits', 'hours']);
    expect((await ok(me, CREDITS)).totalCount).toBe(1);
  });

  it('begin with a year, and leave out all years together', async () => {
    expect(await ok(me, OWN)).toMatchObject({ years: [year, year - 1], allYears: true });
    // Shown, although nobody has anything in it.
    expect(await ok(me, OWN, { year: year - 20 })).toMatchObject({ shown: true, totalCount: 0 });
    await set('rankings', { fromYear: year, allYears: false });
    expect(await ok(me, OWN)).toMatchObject({ years: [year], allYears: false, shown: true, rank: 2 });
    for (const closed of [0, year - 1]) {
      expect(await ok(me, POINTS, { year: closed })).toMatchObject({ totalCount: 0, list: [] });
      expect(await ok(me, OWN, { year: closed })).toMatchObject({ shown: false, rank: null });
    }
    const { revision, rules } = (await ok(admin, VIEW)).rankings;
    const later = { kind: 'rankings' as const, revision, rules: { ...rules, fromYear: year + 1 } };
    expect(await call(admin, SAVE, later)).toMatchObject({ code: 422, data: [{ field: 'rules.fromYear' }] });
  });

  it('let members appear without their name, or not at all, when the enterprise does', async () => {
    expect(await ok(me, OWN)).toMatchObject({ names: null });
    expect(await call(me, CHOICE, { names: 'hidden' })).toMatchObject({ code: 409 });
    await set('rankings', { ownChoice: true });
    expect(await ok(me, OWN)).toMatchObject({ names: 'name' });
    await ok(me, CHOICE, { names: 'department' });
    const seen = await ok(admin, POINTS);
    expect(seen.list.map(({ userName, department }) => [userName, department])[1]).toEqual(['匿名同事', 'Works']);
    // To themselves they have their name.
    expect((await ok(me, POINTS)).list[1]).toMatchObject({ userName: 'Lea Learner', mine: true });
    await ok(me, CHOICE, { names: 'hidden' });
    // What is earned later does not bring them back.
    await post(tenant, me, { kind: 'points', amount: '100' });
    expect(await ok(admin, POINTS)).toMatchObject({ totalCount: 1 });
    expect(await ok(me, OWN)).toMatchObject({ rank: null, names: 'hidden', total: 110 });
    // Going back is possible when the others cannot choose any more.
    await set('rankings', { ownChoice: false });
    await ok(me, CHOICE, { names: 'name' });
    expect(await ok(me, OWN)).toMatchObject({ rank: 1, names: null });
  });
});

describe('orders', () => {
  let buyer: TestPerson;
  let courseId: string;
  beforeEach(async () => {
    buyer = await mintPerson(tenant, { userType: 3 });
    courseId = await mintPaidCourse(tenant);
  });
  const place = async (userIds: string[], seats = 2) => {
    await ok(buyer, CART, { courseId, seats, userIds });
    const bill = { submitKey: randomUUID(), total: (seats * 9990) / 100, currency: 'CNY' };
    return (await ok(buyer, SUBMIT, bill)).id;
  };
  const stateOf = async (person: TestPerson) => (await ok(person, COURSE, { id: courseId })).studyState;

  it('and requests are refused when they are off', async () => {
    await ok(buyer, CART, { courseId, seats: 1, userIds: [me.userId] });
    await set('orders', { requests: false });
    expect(await call(me, CART, { courseId })).toMatchObject({ code: 409 });
    expect((await ok(me, COURSE, { id: courseId })).purchase).toMatchObject({
      state: 'notOffered',
      mayAskAgain: false,
    });
    await set('orders', { requests: true });
    const { instanceId } = await ok(me, CART, { courseId });
    await set('orders', { ordering: false });
    const bill = { submitKey: randomUUID(), total: 99.9, currency: 'CNY' };
    expect(await call(buyer, SUBMIT, bill)).toMatchObject({ code: 409 });
    expect(await call(buyer, CART, { courseId })).toMatchObject({ code: 409 });
    expect(await ok(buyer, 'GET /course/auth/order/cart/list')).toMatchObject({ ordering: false });
    // A request that was made before cannot be approved either.
    const approval = { id: instanceId!, action: 'approve' as const, comment: '' };
    expect(await call(admin, 'POST /user/auth/flow/instance/submitFlow', approval)).toMatchObject({ code: 409 });
    await set('orders', { ordering: true });
    await ok(buyer, SUBMIT, bill);
  });

  it('up to a total need no approval', async () => {
    await set('orders', { approvedUpTo: 199.79 });
    const waits = await place([me.userId]);
    expect(await ok(buyer, ORDER, { id: waits })).toMatchObject({ state: 'pending' });
    expect(await stateOf(me)).toBe('purchaseFirst');
    await set('orders', { approvedUpTo: 199.8 });
    const other = await mintPerson(tenant);
    const done = await place([other.userId]);
    expect(await ok(buyer, ORDER, { id: done })).toMatchObject({
      state: 'approved',
      instanceId: null,
      canAssign: true,
    });
    expect(await stateOf(other)).toBe('open');
  });

  it('give seats for some months; who lost one can ask for another', async () => {
    const late = await mintPerson(tenant);
    const before = await place([]);
    await decide(admin, (await ok(admin, ORDER, { id: before })).instanceId!, 'approve');
    await set('orders', { seatMonths: 6 });
    const orderId = await place([me.userId]);
    const seat = async (userId: string, id = orderId) =>
      (await ok(buyer, ORDER, { id })).items
        .find((item) => item.courseId === courseId)!
        .people.find((each) => each.userId === userId)!;
    expect(await seat(me.userId)).toMatchObject({ expiresAt: null });
    await decide(admin, (await ok(admin, ORDER, { id: orderId })).instanceId!, 'approve');
    const months = (at: string | null) => Math.round((Date.parse(at!) - Date.now()) / 86_400_000 / 30.4);
    expect(months((await seat(me.userId)).expiresAt)).toBe(6);
    await ok(buyer, SEAT, { orderId, courseId, userIds: [late.userId] });
    expect(months((await seat(late.userId)).expiresAt)).toBe(6);
    // A seat of another course of the order begins when it is given, and leaves the first one as it is.
    const end = new Date(Date.now() + 30 * 86_400_000);
    const second = await mintPaidCourse(tenant);
    await withTenant(tenant.id, async (db) => {
      await db.execute(sql`insert into course_order_item (enterprise_id, order_id, course_id, seats, price)
        values (${tenant.id}, ${orderId}, ${second}, 1, 1)`);
      await db.execute(
        sql`update course_seat set expires_at = ${end.toISOString()}::timestamptz where user_id = ${late.userId}`,
      );
    });
    await ok(buyer, SEAT, { orderId, courseId: second, userIds: [late.userId] });
    expect(months((await seat(late.userId)).expiresAt)).toBe(1);
    // Seats that are given stay valid as long as they were.
    await set('orders', { seatMonths: 0 });
    expect(months((await seat(me.userId)).expiresAt)).toBe(6);
    expect(await stateOf(me)).toBe('open');
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update course_seat set expires_at = now() - interval '1 second' where user_id = ${me.userId}`),
    );
    expect(await stateOf(me)).toBe('purchaseFirst');
    expect((await ok(me, COURSE, { id: courseId })).purchase).toMatchObject({ state: 'expired', mayAskAgain: true });
    await ok(buyer, SEAT, { orderId: before, courseId, userIds: [me.userId] });
    expect(await stateOf(me)).toBe('open');
    expect(await seat(me.userId, before)).toMatchObject({ expiresAt: null });
  });

  it('say until when a seat can be taken back', async () => {
    const resourceId = await mintResource(tenant, courseId);
    await set('orders', { approvedUpTo: 1000 });
    const [idle, busy] = [await mintPerson(tenant), await mintPerson(tenant)];
    const orderId = await place([me.userId, idle.userId, busy.userId], 3);
    await withTenant(tenant.id, (db) =>
      db.execute(sql`insert into course_progress (enterprise_id, user_id, course_id, status, study_progress)
        values (${tenant.id}, ${busy.userId}, ${courseId}, 'learning', 10)`),
    );
    await watchWhole(tenant, me, resourceId);
    const take = (person: TestPerson) => call(buyer, UNSEAT, { orderId, courseId, userId: person.userId });
    const canTake = async () =>
      Object.fromEntries(
        (await ok(buyer, ORDER, { id: orderId })).items[0]!.people.map((each) => [each.userId, each.canTakeBack]),
      );
    await set('orders', { takeBack: 'never' });
    expect(Object.values(await canTake())).toEqual([false, false, false]);
    expect(await take(idle)).toMatchObject({ code: 409 });
    await set('orders', { takeBack: 'beforeStart' });
    expect(await canTake()).toMatchObject({ [idle.userId]: true, [busy.userId]: false, [me.userId]: false });
    expect(await take(busy)).toMatchObject({ code: 409 });
    await set('orders', { takeBack: 'beforeCompletion' });
    expect(await canTake()).toMatchObject({ [idle.userId]: true, [busy.userId]: true, [me.userId]: false });
    expect(await take(me)).toMatchObject({ code: 409 });
    expect(await take(busy)).toMatchObject({ code: 200 });
    expect(await stateOf(busy)).toBe('purchaseFirst');
  });
});
