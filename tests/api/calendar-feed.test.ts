import ICAL from 'ical.js';
import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { calendarFeed } from '#src/server/calendar-feed/tables.ts';
import { auditLog, rateLimit } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { mintCourse } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { mintLive, setLive } from '../factories/live.ts';
import { ok, portal } from '../factories/portal.ts';
import { mintRequirement } from '../factories/requirement.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';
import { mintClass, mintSeats, mintSession } from '../factories/training.ts';

const VIEW = 'GET /user/auth/calendar/feed/view';
const RENEW = 'POST /user/auth/calendar/feed/renew';
const REVOKE = 'DELETE /user/auth/calendar/feed/revoke';
let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
});

/** Reads an address as a calendar program does: without any session. */
const read = (url: string, headers: Record<string, string> = {}, host = new URL(url).host) =>
  portal.request(`http://${host}${new URL(url).pathname}`, { headers: { host, ...headers } });

async function eventsOf(url: string) {
  const response = await read(url);
  expect(response.status).toBe(200);
  const text = await response.text();
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      title: event.summary,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
      sequence: event.sequence,
      url: component.getFirstPropertyValue('url'),
    };
  });
}

/** A learner with one date of each kind. */
async function mintBusy() {
  const person = await mintPerson(tenant);
  const { courseId, resourceId } = await mintClass(tenant, { title: '叉车' });
  const sessionId = await mintSession(tenant, resourceId, { startsIn: 3000, title: '实操; 第一场, 下午' });
  await mintSeats(tenant, sessionId, [person]);
  const liveCourse = await mintCourse(tenant, { courseType: 3 });
  const live = await mintLive(tenant, liveCourse, {
    startAt: new Date(Date.now() + 86_400_000),
    endAt: new Date(Date.now() + 90_000_000),
  });
  const taskId = await mintTask(tenant, [person], [{ courseId: liveCourse }]);
  const exam = await mintExam(tenant);
  await mintTask(tenant, [person], [{ examId: exam.id }]);
  return { person, courseId, resourceId, sessionId, liveId: live.id, taskId, examId: exam.id };
}

describe('the calendar feed of a member', () => {
  it('has their classes, live classes, exams, tasks and requirements, with links to the exact place', async () => {
    const { person, courseId, resourceId, sessionId, liveId, taskId, examId } = await mintBusy();
    const people = [{ userId: person.userId }];
    const requirementId = await mintRequirement(tenant, { title: '焊接', subject: { courseId }, rules: [], people });
    const { url } = await ok({ ...person, locale: 'en' }, RENEW);
    const host = tenant.host.split(':')[0];
    const events = await eventsOf(url);
    const byUid = new Map(events.map((event) => [event.uid, event]));
    const at = (id: string) => byUid.get(`${id}@${host}`);
    expect(at(sessionId)).toMatchObject({ title: '实操; 第一场, 下午', status: 'CONFIRMED', sequence: 0 });
    expect(at(sessionId)!.url).toContain(`/en/watch/course?id=${courseId}&resource=${resourceId}`);
    expect(at(liveId)!.url).toContain(`/en/live/watch/${liveId}`);
    expect(at(`task-${taskId}`)).toMatchObject({ title: expect.stringMatching(/^Task due: /) as string });
    expect(at(`task-${taskId}`)!.url).toContain(`/en/account/task/${taskId}`);
    expect(at(`exam-${examId}-0`)!.url).toContain(`/en/test/id?id=${examId}`);
    expect(at(`requirement-${requirementId}`)!.url).toContain('/en/account/requirements');
  });

  it('tells a moved class as a change, a cancelled one and a lost place as cancelled', async () => {
    const { person, sessionId, liveId } = await mintBusy();
    const { url } = await ok(person, RENEW);
    const find = async (id: string) => (await eventsOf(url)).find(({ uid }) => uid.startsWith(id))!;
    const before = await find(sessionId);
    const startAt = new Date(Date.now() + 5 * 86_400_000);
    await setLive(tenant, liveId, { startAt, endAt: new Date(startAt.getTime() + 3_600_000) });
    const moved = await find(liveId);
    expect(moved).toMatchObject({
      sequence: 1,
      status: 'CONFIRMED',
      start: `${startAt.toISOString().slice(0, 19)}.000Z`,
    });
    await ok(person, 'POST /course/auth/training/seat/cancel', { sessionId });
    expect(await find(sessionId)).toMatchObject({ ...before, status: 'CANCELLED', sequence: 1 });
    await setLive(tenant, liveId, { status: 'cancelled' });
    expect(await find(liveId)).toMatchObject({ status: 'CANCELLED', sequence: 2 });
  });

  it('answers 304 until something changes, and may be kept privately only', async () => {
    const { person, liveId } = await mintBusy();
    const { url } = await ok(person, RENEW);
    const first = await read(url);
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    const again = await read(url, { 'if-none-match': `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await setLive(tenant, liveId, { status: 'cancelled' });
    expect((await read(url, { 'if-none-match': etag })).status).toBe(200);
  });

  it('stores a hash of the secret only, and is renewed and revoked', async () => {
    const person = await mintPerson(tenant);
    expect(await ok(person, VIEW)).toEqual({ feed: null });
    const { url } = await ok(person, RENEW);
    expect((await ok(person, VIEW)).feed).toMatchObject({ lastReadAt: null });
    const secret = /feed\/([\w-]{43})\.ics$/.exec(url)![1]!;
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(calendarFeed).where(eq(calendarFeed.userId, person.userId)),
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await read(url)).status).toBe(200);
    expect((await ok(person, VIEW)).feed!.lastReadAt).not.toBeNull();
    const renewed = await ok(person, RENEW);
    expect((await read(url)).status).toBe(404);
    expect((await read(renewed.url)).status).toBe(200);
    expect(await ok(person, REVOKE)).toEqual({ count: 1 });
    expect(await ok(person, REVOKE)).toEqual({ count: 0 });
    expect((await read(renewed.url)).status).toBe(404);
    const actions = await withTenant(tenant.id, (db) =>
      db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.userId, person.userId))
        .orderBy(auditLog.id),
    );
    expect(actions.map(({ action }) => action)).toEqual([
      ...['calendarFeed.renewed', 'calendarFeed.renewed', 'calendarFeed.revoked'],
    ]);
  });

  it('is of one member of one enterprise, and gone with the membership', async () => {
    const person = await mintPerson(tenant);
    const { url } = await ok(person, RENEW);
    expect((await read(url, {}, other.host)).status).toBe(404);
    const set = (status: 'active' | 'disabled') =>
      withTenant(tenant.id, (db) =>
        db
          .update(enterpriseUser)
          .set({ status, disabledAt: status === 'active' ? null : new Date() })
          .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, person.userId))),
      );
    await set('disabled');
    expect((await read(url)).status).toBe(410);
    await set('active');
    expect((await read(url)).status).toBe(200);
    await withPortal((db) =>
      db.update(userAccount).set({ disabledAt: new Date() }).where(eq(userAccount.id, person.userId)),
    );
    expect((await read(url)).status).toBe(410);
  });

  it('is not read more than 60 times an hour', async () => {
    const person = await mintPerson(tenant);
    const { url } = await ok(person, RENEW);
    expect((await read(url)).status).toBe(200);
    await withPortal((db) => db.update(rateLimit).set({ count: 60 }).where(like(rateLimit.key, 'calendar-feed %')));
    expect((await read(url)).status).toBe(429);
  });

  it('does not exist under what is no secret', async () => {
    for (const path of ['x.ics', `${'a'.repeat(43)}`, `${'a'.repeat(43)}.ics`, '..%2Fclasses.ics'])
      expect((await read(`http://${tenant.host}/calendar/feed/${path}`)).status).toBe(404);
  });
});
