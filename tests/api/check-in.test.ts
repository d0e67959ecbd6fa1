import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayAfter, weekday } from '#src/contract/rules/check-in.ts';
import { dayOf } from '#src/lib/dates.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { saveCheckIn } from '#src/server/record/save-check-in.ts';
import { viewCheckIns } from '#src/server/record/view-check-ins.ts';
import { viewContribution } from '#src/server/record/view-contribution.ts';
import { viewLecturer } from '#src/server/lecturer/view-lecturer.ts';
import { viewHome } from '#src/server/home/view-home.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { call, ok } from '../factories/portal.ts';
import { post } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /data/auth/user/sign/save';
const MONTH = 'GET /data/auth/user/sign/month/view';
const HOME = 'GET /data/auth/user/home/view';
const LINES = 'POST /data/auth/user/credit/hour/change/record/page';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

/** Runs an operation as a user at a given time. */
function at<T>(
  person: TestPerson,
  moment: string,
  operation: (ctx: Context) => Promise<T>,
  timeZone = 'Asia/Shanghai',
) {
  return withTenant(tenant.id, (db) =>
    operation({
      db,
      tenant: { id: tenant.id, lang: 'zh', timeZone },
      viewer: { userId: person.userId },
      now: () => new Date(moment),
    } as Context),
  );
}

describe('check-in', () => {
  it('counts once a day for repeated requests, with points in ledger and ranking', async () => {
    const me = await mintPerson(tenant);
    const today = dayOf(new Date(), 'Asia/Shanghai');
    expect((await ok(me, HOME)).checkIn).toMatchObject({ signed: false, streak: 0, points: 1 });

    const answers = await Promise.all(Array.from({ length: 20 }, () => ok(me, SAVE)));
    const answer = { day: today, streak: 1, points: 1, annualPoints: 1, totalPoints: 1 };
    expect(answers).toEqual(Array.from({ length: 20 }, () => answer));
    expect(await ok(me, SAVE)).toEqual(answer);

    const lines = await ok(me, LINES);
    expect(lines.list.map(({ kind, amount, title }) => [kind, amount, title])).toEqual([['points', 1, '每日签到']]);
    const rank = await ok(me, 'GET /user/auth/enterprise/user/account/current/integral/rank');
    expect(rank).toMatchObject({ rank: 1, total: 1 });

    const { checkIn } = await ok(me, HOME);
    expect(checkIn).toMatchObject({ signed: true, streak: 1, points: 1 });
    expect(checkIn.week.map(({ signed }) => signed)).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => i === weekday(today)));
    expect(checkIn.week[0]!.day).toBe(dayAfter(today, -weekday(today)));
    expect(await ok(me, MONTH)).toEqual({
      ...{ today, month: today.slice(0, 7), signed: true, streak: 1, points: 1, offered: true },
      rules: { points: 1, bonusEvery: 7, bonusPoints: 5 },
      ...{ list: [{ day: today, points: 1 }], longestStreak: 1, totalDays: 1, firstMonth: today.slice(0, 7) },
    });
  });

  it('changes the day at midnight in the time zone of the enterprise', async () => {
    const me = await mintPerson(tenant);
    // 23:59:59 and 00:00:00 in Shanghai are the same day in UTC.
    expect(await at(me, '2026-03-01T15:59:59.999Z', saveCheckIn)).toMatchObject({ day: '2026-03-01', streak: 1 });
    expect(await at(me, '2026-03-01T16:00:00Z', saveCheckIn)).toMatchObject({ day: '2026-03-02', streak: 2 });
    // 1 January in Shanghai is 31 December in UTC: the points count to the new year.
    await at(me, '2026-12-31T16:00:00Z', saveCheckIn);
    const { list } = await ok(me, LINES);
    expect(list.map(({ year }) => year)).toEqual([2027, 2026, 2026]);

    const overseas = await mintPerson(tenant);
    const new_york = 'America/New_York';
    // The day of the change to daylight saving time counts like any other.
    await at(overseas, '2026-03-08T04:59:59Z', saveCheckIn, new_york);
    await at(overseas, '2026-03-08T05:00:00Z', saveCheckIn, new_york);
    expect(await at(overseas, '2026-03-09T03:59:59Z', saveCheckIn, new_york)).toMatchObject({ day: '2026-03-08' });
    expect(await at(overseas, '2026-03-09T04:00:00Z', saveCheckIn, new_york)).toMatchObject({
      day: '2026-03-09',
      streak: 3,
    });
  });

  it('adds a bonus on the seventh consecutive day, and restarts the streak after a missed day', async () => {
    const me = await mintPerson(tenant);
    const days = Array.from({ length: 9 }, (_, i) => dayAfter('2026-02-25', i));
    const given = [];
    for (const day of days) given.push(await at(me, `${day}T01:00:00Z`, saveCheckIn));
    expect(given.map(({ streak }) => streak)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(given.map(({ points }) => Number(points))).toEqual([1, 1, 1, 1, 1, 1, 6, 1, 1]);
    expect(given.at(-1)).toMatchObject({ annualPoints: '14.00', totalPoints: '14.00' });

    const see = (day: string, month?: string) => at(me, `${day}T01:00:00Z`, (ctx) => viewCheckIns(ctx, { month }));
    expect(await see('2026-03-06')).toMatchObject({ signed: false, streak: 9, points: 1, month: '2026-03' });
    const march = await see('2026-03-07');
    expect(march).toMatchObject({ signed: false, streak: 0, longestStreak: 9, totalDays: 9, firstMonth: '2026-02' });
    expect(march.list.map(({ day, points }) => [day.slice(-2), Number(points)])).toEqual([
      ['01', 1],
      ['02', 1],
      ['03', 6],
      ['04', 1],
      ['05', 1],
    ]);
    expect((await see('2026-03-07', '2026-02')).list).toHaveLength(4);
    expect(await at(me, '2026-03-07T01:00:00Z', saveCheckIn)).toMatchObject({ streak: 1 });

    // The streak of the dashboard continues from Sunday to Monday.
    const sunday = await mintPerson(tenant);
    await at(sunday, '2026-11-15T01:00:00Z', saveCheckIn);
    const monday = await at(sunday, '2026-11-16T01:00:00Z', viewHome);
    expect(monday.checkIn).toMatchObject({ signed: false, streak: 1 });
    expect(monday.checkIn.week).toEqual(
      Array.from({ length: 7 }, (_, i) => ({ day: dayAfter('2026-11-16', i), signed: false })),
    );
  });

  it('is separate for each user and enterprise', async () => {
    const me = await mintPerson(tenant);
    const colleague = await mintPerson(tenant);
    const other = await mintTenant();
    const stranger = await mintPerson(other);
    await ok(me, SAVE);
    for (const person of [colleague, stranger]) {
      expect(await ok(person, MONTH)).toMatchObject({ signed: false, totalDays: 0, firstMonth: null, list: [] });
    }
    expect((await call({ ...stranger, host: tenant.host }, SAVE)).code).toBe(300);
    expect((await call(tenant.anonymous, SAVE)).code).toBe(300);
    for (const month of ['2026-13', '2026-1', '1999-01', 'x', "2026-01'--"]) {
      expect(await call(me, MONTH, { month })).toMatchObject({ code: 422, data: [{ field: 'month' }] });
    }
  });
});

describe('contribution', () => {
  it('returns points of the year by month and source, and the counts', async () => {
    const me = await mintPerson(tenant, { userType: 2 });
    const line = (source: string, amount: string, moment: string) =>
      post(tenant, me, { kind: 'points', source, amount, at: new Date(moment) });
    await line('course:a:points', '20', '2026-02-10T00:00:00Z');
    await line('exam:b:points', '15.5', '2026-02-28T15:59:59Z');
    await line('gift', '2', '2026-02-28T16:00:00Z');
    await line('course:c:points', '9', '2025-12-31T15:59:59Z');
    await at(me, '2026-03-01T01:00:00Z', saveCheckIn);
    await at(me, '2027-01-01T01:00:00Z', saveCheckIn);
    const lecturerId = await mintLecturer(tenant, { userId: me.userId });
    await withTenant(tenant.id, async (db) => {
      for (const [code, hours, moment] of [
        ['one', '2.5', '2026-01-01T00:00:00Z'],
        ['two', '1', '2026-12-31T15:59:59Z'],
        ['three', '40', '2026-12-31T16:00:00Z'],
      ]) {
        await db.execute(sql`
          insert into teaching_record (enterprise_id, lecturer_id, code, title, taught_at, class_hours)
          values (${tenant.id}, ${lecturerId}, ${code}, '课', ${moment}, ${hours})`);
      }
      for (const deleted of [null, '2026-05-02T00:00:00Z']) {
        await db.execute(sql`
          insert into comment (enterprise_id, subject_type, subject_id, user_id, body, gmt_create, deleted_at)
          values (${tenant.id}, 'course', gen_random_uuid(), ${me.userId}, '好', '2026-05-01T00:00:00Z', ${deleted})`);
      }
    });
    const seen = await ok(me, 'GET /data/auth/user/contribution/view', { year: 2026 });
    expect(seen).toMatchObject({ year: 2026, points: 38.5, courseCount: 0, examCount: 0 });
    expect(seen).toMatchObject({ commentCount: 1, checkInDays: 1 });
    expect(seen.list.map(({ total }) => total)).toEqual([0, 35.5, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(seen.list[1]).toMatchObject({ month: 2, study: 20, exam: 15.5, checkIn: 0, other: 0 });
    expect(seen.list[2]).toMatchObject({ month: 3, study: 0, exam: 0, checkIn: 1, other: 2 });

    // Of a past year what was taught in it, of the present one the figure of the pages of lecturers.
    const taught = (moment: string) => at(me, moment, (ctx) => viewContribution(ctx, { year: 2026 }));
    expect((await taught('2027-02-01T00:00:00Z')).teachingHours).toBe('3.50');
    for (const moment of ['2026-02-01T00:00:00Z', '2026-12-31T15:59:59.500Z']) {
      const { teachingHours } = await taught(moment);
      const shown = await at(me, moment, (ctx) => viewLecturer(ctx, { lecturerId }));
      expect(teachingHours).toBe(moment < '2026-03' ? '2.50' : '3.50');
      expect(Number(teachingHours)).toBe(Number(shown.annualTeachingHours));
    }
    const entered = await mintPerson(tenant);
    const other = await mintLecturer(tenant, { userId: entered.userId, annualTeachingHours: '96' });
    const shown = await ok(entered, 'GET /user/auth/lecturer/info/detail/view', { lecturerId: other });
    const own = await ok(entered, 'GET /data/auth/user/contribution/view');
    expect([own.teachingHours, shown.annualTeachingHours]).toEqual([96, 96]);

    const learner = await mintPerson(tenant);
    const year = await at(learner, '2026-12-31T16:00:00Z', (ctx) => viewContribution(ctx, {}));
    expect(year).toMatchObject({ year: 2027, teachingHours: null });
    expect(await call(learner, 'GET /data/auth/user/contribution/view', { year: 12 })).toMatchObject({ code: 422 });
  });
});
