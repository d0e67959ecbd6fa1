import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseProgress, resourceProgress, studyClock, studyTaskUser } from '#src/server/study/tables/study.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { file } from '#src/server/file/tables.ts';
import { liveAttendance, liveSegment } from '#src/server/live/tables.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { deleteSegments, SEGMENT_BATCH } from '#src/server/live/delete-segments.ts';
import { settleSession } from '#src/server/live/settle-session.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintLive, readLive, setLive } from '../factories/live.ts';
import { ok } from '../factories/portal.ts';
import { countedPool } from '../factories/statements.ts';
import { mintTask, openPlayer, passTime } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { attendanceOf, mintClass, mintSeats, mintSession } from '../factories/training.ts';

/* Statements on the wire, from BEGIN to COMMIT, and what they store. */

const REWARDS = { classHours: '1', credits: '1', points: '1' };
/** Statements of a request that nobody shares: the session is looked up by a statement of its own. */
const MOST_OF_REPORT = 6;
const MINUTE = 60_000;

let tenant: TestTenant;
let admin: TestPerson;
let counter: Awaited<ReturnType<typeof countedPool>>;

beforeAll(async () => {
  counter = await countedPool();
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});
afterAll(() => counter.close());

const mintPeople = async (count: number) => {
  const people: TestPerson[] = [];
  for (let n = 0; n < count; n++) people.push(await mintPerson(tenant));
  return people;
};
/** What is stored about people, by table. */
const storedOf = (people: Pick<TestPerson, 'userId'>[]) =>
  withTenant(tenant.id, async (db) => {
    const ids = people.map(({ userId }) => userId);
    return {
      resources: await db.select().from(resourceProgress).where(inArray(resourceProgress.userId, ids)),
      courses: await db.select().from(courseProgress).where(inArray(courseProgress.userId, ids)),
      tasks: await db.select().from(studyTaskUser).where(inArray(studyTaskUser.userId, ids)),
      clocks: await db.select().from(studyClock).where(inArray(studyClock.userId, ids)),
      ledger: await db.select().from(ledgerEntry).where(inArray(ledgerEntry.userId, ids)),
    };
  });
const sumOf = (ledger: { amount: string }[]) => ledger.reduce((sum, { amount }) => sum + Number(amount), 0);

describe('a report', () => {
  /** A course with a video of 1,000 s, one of 100 s and others that nobody watches, and a learner who plays the first one. */
  async function lesson({ others = 0, tasks = 0 } = {}) {
    const learner = await mintPerson(tenant);
    const courseId = await mintCourse(tenant, REWARDS);
    const long = await mintResource(tenant, courseId, { totalDuration: 1000 });
    const short = await mintResource(tenant, courseId, { totalDuration: 100 });
    for (let n = 0; n < others; n++) await mintResource(tenant, courseId, { totalDuration: 100 });
    for (let n = 0; n < tasks; n++) await mintTask(tenant, [learner], [{ courseId }]);
    return { learner, courseId, long, short };
  }

  it.each([
    { others: 0, tasks: 0, most: MOST_OF_REPORT - 1 },
    { others: 0, tasks: 3, most: MOST_OF_REPORT },
    { others: 40, tasks: 1, most: MOST_OF_REPORT },
  ])('takes $most statements with $others other resources and $tasks tasks', async ({ others, tasks, most }) => {
    const { learner, courseId, long } = await lesson({ others, tasks });
    const player = await openPlayer(learner, long);
    await player.report([]);
    const counts: number[] = [];
    for (let from = 0; from < 90; from += 15) {
      await passTime(tenant, learner, 15);
      const report = () => player.report([[from, from + 15]], { position: from + 15, studiedSeconds: from + 15 });
      counts.push(await counter.once(report));
    }
    expect(counts).toEqual(Array(6).fill(most));
    const stored = await storedOf([learner]);
    expect(stored.resources).toMatchObject([
      { resourceId: long, watched: '{[0,90)}', watchedSeconds: 90, position: 90, studyProgress: 9, studySeconds: 90 },
    ]);
    const percent = Math.floor((9 * 1000) / (1100 + others * 100));
    expect(stored.courses).toMatchObject([
      { courseId, studyProgress: percent, status: 'learning', lastResourceId: long, studySeconds: 90 },
    ]);
    expect(stored.tasks.map(({ studyProgress }) => studyProgress)).toEqual(Array(tasks).fill(percent));
    expect(stored.clocks).toMatchObject([{ playerId: player.playerId, active: true, playerSeconds: 90 }]);
  });

  it('that completes a resource takes as many, and one that completes course and task three more', async () => {
    const { learner, courseId, long, short } = await lesson({ tasks: 1 });
    const counts: number[] = [];
    for (const [resourceId, seconds] of [
      [short, 100],
      [long, 1000],
    ] as const) {
      const player = await openPlayer(learner, resourceId);
      await player.report([]);
      await passTime(tenant, learner, seconds);
      counts.push(await counter.once(() => player.report([[0, seconds]], { studiedSeconds: seconds })));
    }
    const stored = await storedOf([learner]);
    expect(stored.resources.map(({ studyProgress, completedAt }) => [studyProgress, completedAt !== null])).toEqual([
      [100, true],
      [100, true],
    ]);
    expect(stored.courses).toMatchObject([{ courseId, studyProgress: 100, status: 'completed', studySeconds: 1100 }]);
    expect(stored.tasks).toMatchObject([{ studyProgress: 100, completedAt: stored.courses[0]!.completedAt }]);
    expect(stored.ledger.map(({ kind }) => kind).sort()).toEqual(['credits', 'hours', 'points']);
    // Sources and entries of the course; the reminders of the task.
    expect(counts).toEqual([MOST_OF_REPORT, MOST_OF_REPORT + 3]);
  });

  it('of which nothing counts writes no more than the refusal', async () => {
    const { learner, long } = await lesson();
    const first = await openPlayer(learner, long);
    await first.report([]);
    const second = await openPlayer(learner, long);
    const before = await storedOf([learner]);
    expect(await counter.once(() => first.report([[0, 10]]))).toBe(MOST_OF_REPORT - 1);
    expect(await storedOf([learner])).toEqual(before);
    expect((await second.report([])).takenOver).toBe(false);
  });

  /** Runs `other` in a transaction that is committed when the report waits for its lock. */
  async function whileLocked<T>(
    other: (db: Parameters<Parameters<typeof withTenant>[1]>[0]) => Promise<unknown>,
    report: () => Promise<T>,
  ) {
    let reported!: Promise<T>;
    await withTenant(tenant.id, async (db) => {
      await other(db);
      reported = report();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    return reported;
  }

  it('that waits for another report counts what that one has left', async () => {
    const { learner, long } = await lesson();
    const player = await openPlayer(learner, long);
    await player.report([]);
    await passTime(tenant, learner, 60);
    const { userId } = learner;
    const answer = await whileLocked(
      async (db) => {
        const ofUser = eq(studyClock.userId, userId);
        await db.update(studyClock).set({ lastReportAt: new Date(), budgetMs: 7_000 }).where(ofUser);
        await db
          .insert(resourceProgress)
          .values({ enterpriseId: tenant.id, userId, resourceId: long, courseId: randomUUID(), watched: '{[0,10)}' })
          .onConflictDoUpdate({
            target: [resourceProgress.enterpriseId, resourceProgress.userId, resourceProgress.resourceId],
            set: { watched: '{[0,10)}', watchedSeconds: 10 },
          });
      },
      () => player.report([[0, 40]]),
    );
    // The budget that the other report has left, and the time of this test.
    expect(answer.acceptedSeconds).toBeGreaterThanOrEqual(7);
    expect(answer.acceptedSeconds).toBeLessThan(12);
    const { resources } = await storedOf([learner]);
    const watchedSeconds = 10 + answer.acceptedSeconds;
    expect(resources).toMatchObject([{ watched: `{[0,${watchedSeconds})}`, watchedSeconds }]);
  });

  it('that waits while another resource is completed completes the course', async () => {
    const { learner, courseId, long, short } = await lesson();
    const { userId } = learner;
    const player = await openPlayer(learner, short);
    await player.report([]);
    await passTime(tenant, learner, 100);
    const at = new Date();
    const completion = { enterpriseId: tenant.id, userId, at, timeZone: 'Asia/Shanghai' };
    const answer = await whileLocked(
      (db) => completeResources(db, completion, [{ id: long, courseId }]),
      () => player.report([[0, 100]]),
    );
    expect(answer).toMatchObject({
      resource: { completed: true },
      course: { status: 'completed', studyProgress: 100 },
    });
    expect((await storedOf([learner])).ledger).toHaveLength(3);
  });

  it('that is the first one in a course waits for a completion that began before', async () => {
    const { learner, courseId, long, short } = await lesson();
    const player = await openPlayer(learner, short);
    await passTime(tenant, learner, 100);
    const completion = { enterpriseId: tenant.id, userId: learner.userId, at: new Date(), timeZone: 'Asia/Shanghai' };
    const answer = await whileLocked(
      (db) => completeResources(db, completion, [{ id: long, courseId }]),
      () => player.report([[0, 60]]),
    );
    expect(answer.acceptedSeconds).toBeGreaterThan(0);
    const { courses, resources } = await storedOf([learner]);
    expect(courses).toHaveLength(1);
    expect(resources).toHaveLength(2);
    expect(courses[0]!.studyProgress).toBeGreaterThan(90);
  });

  it('uses a plan of its connection and does not plan its statements again', async () => {
    const { learner, long } = await lesson({ tasks: 1 });
    const player = await openPlayer(learner, long);
    for (let n = 0; n < 10; n++) await player.report([[n, n + 1]]);
    const plans = await withTenant(tenant.id, async (db) => {
      type Plan = { name: string; generic: number; custom: number };
      const { rows } = await db.execute<Plan>(`
        select name, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where name in ('study-report', 'study-report-store')`);
      return rows;
    });
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.map(({ custom }) => custom)).toEqual(plans.map(() => 0));
  });
});

describe('confirming attendance', () => {
  const CONFIRM = 'POST /course/auth/training/attendance/confirm';

  async function session(count: number) {
    const people = await mintPeople(count);
    const { courseId, resourceId } = await mintClass(tenant);
    const sessionId = await mintSession(tenant, resourceId, { startsIn: -200, capacity: 100 });
    await mintTask(tenant, people, [{ courseId }]);
    await mintSeats(tenant, sessionId, people);
    const correct = async (who: TestPerson[], state: 'present' | 'absent') => {
      for (const { userId } of who)
        await ok(admin, 'POST /course/auth/training/attendance/correct', { sessionId, userId, state, reason: state });
    };
    const confirm = async () => {
      let result!: { completedCount: number; withdrawnCount: number; absentCount: number };
      const statements = await counter.once(async () => (result = await ok(admin, CONFIRM, { sessionId })));
      return { result, statements };
    };
    return { people, sessionId, courseId, resourceId, correct, confirm };
  }

  it('takes as many statements for 20 members as for one, to complete and to take back', async () => {
    const counts: number[][] = [];
    for (const count of [1, 20]) {
      const { people, sessionId, courseId, resourceId, correct, confirm } = await session(count);
      await correct(people, 'present');
      const confirmed = await confirm();
      expect(confirmed.result).toEqual({ completedCount: count, withdrawnCount: 0, absentCount: 0 });
      const stored = await storedOf(people);
      expect(stored.resources.map((row) => [row.resourceId, row.studyProgress, row.completedAt !== null])).toEqual(
        Array(count).fill([resourceId, 100, true]),
      );
      expect(stored.courses.map((row) => [row.courseId, row.status])).toEqual(
        Array(count).fill([courseId, 'completed']),
      );
      expect(stored.tasks.map(({ studyProgress, completedAt }) => [studyProgress, completedAt !== null])).toEqual(
        Array(count).fill([100, true]),
      );
      expect(stored.ledger).toHaveLength(3 * count);
      expect(sumOf(stored.ledger)).toBe(10 * count);
      for (const person of people)
        expect(await attendanceOf(tenant, sessionId, person)).toMatchObject({
          state: 'present',
          confirmedState: 'present',
        });

      await correct(people, 'absent');
      const withdrawn = await confirm();
      expect(withdrawn.result).toEqual({ completedCount: 0, withdrawnCount: count, absentCount: count });
      const after = await storedOf(people);
      expect(after.resources.map((row) => [row.studyProgress, row.completedAt])).toEqual(Array(count).fill([0, null]));
      expect(after.courses.map((row) => [row.studyProgress, row.status, row.completedAt])).toEqual(
        Array(count).fill([0, 'learning', null]),
      );
      expect(after.tasks.map((row) => [row.studyProgress, row.completedAt])).toEqual(Array(count).fill([0, null]));
      expect(after.ledger).toHaveLength(6 * count);
      expect(sumOf(after.ledger)).toBe(0);

      // Half of them again, now with sources of their own, and the same confirmation once more changes nothing.
      await correct(people.slice(0, Math.ceil(count / 2)), 'present');
      const again = await confirm();
      expect(again.result.completedCount).toBe(Math.ceil(count / 2));
      expect(sumOf((await storedOf(people)).ledger)).toBe(10 * Math.ceil(count / 2));
      const settled = await storedOf(people);
      expect((await confirm()).result).toMatchObject({ completedCount: 0, withdrawnCount: 0 });
      expect(await storedOf(people)).toEqual(settled);
      counts.push([confirmed.statements, withdrawn.statements, again.statements]);
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(Math.max(...counts[0]!)).toBeLessThanOrEqual(23);
  });

  it('of two sessions of a class at the same time completes and takes back in opposite directions without an error', async () => {
    const people = await mintPeople(12);
    const { courseId, resourceId } = await mintClass(tenant);
    const sessions = [0, 1].map(() => mintSession(tenant, resourceId, { startsIn: -200, capacity: 100 }));
    const ids = await Promise.all(sessions);
    for (const sessionId of ids) await mintSeats(tenant, sessionId, people);
    const [left, right] = [people.slice(0, 6), people.slice(6)];
    const correct = async (sessionId: string, present: TestPerson[]) => {
      for (const { userId } of people) {
        const state = present.some((one) => one.userId === userId) ? ('present' as const) : ('absent' as const);
        const input = { sessionId, userId, state, reason: state };
        await ok(admin, 'POST /course/auth/training/attendance/correct', input);
      }
    };
    for (let round = 0; round < 6; round++) {
      const sides = round % 2 === 0 ? [left, right] : [right, left];
      for (const [n, sessionId] of ids.entries()) await correct(sessionId, sides[n]!);
      await Promise.all(ids.map((sessionId) => ok(admin, CONFIRM, { sessionId })));
      // A second one, because each has seen the other's session as it was before.
      for (const sessionId of ids) await ok(admin, CONFIRM, { sessionId });
    }
    const { courses, ledger } = await storedOf(people);
    expect(courses.every((row) => row.courseId === courseId)).toBe(true);
    const complete = courses.filter(({ status }) => status === 'completed').length;
    expect(sumOf(ledger)).toBe(10 * complete);
  });
});

describe('settling a live class', () => {
  /** A class of ten minutes that has ended. `minutes`: what each person attended. */
  async function ended(people: Pick<TestPerson, 'userId'>[], minutes: (n: number) => number) {
    const courseId = await mintCourse(tenant, { courseType: 3, ...REWARDS });
    const now = Date.now();
    const period = { openedAt: new Date(now - 10 * MINUTE), endedAt: new Date(now), requiredPercent: 60 };
    const { id, resourceId } = await mintLive(tenant, courseId, { status: 'ended', ...period });
    const at = new Date(now);
    await withTenant(tenant.id, (db) =>
      db.insert(liveAttendance).values(
        people.map(({ userId }, n) => ({
          ...{ enterpriseId: tenant.id, sessionId: id, userId, joinedAt: at, lastBeatAt: at },
          minutes: minutes(n) > 0 ? `{[0,${minutes(n)})}` : '{}',
        })),
      ),
    );
    const settle = () => settleSession({ enterpriseId: tenant.id, sessionId: id }, new Date());
    return { id, courseId, resourceId, settle, endedAt: period.endedAt };
  }

  it('takes as many statements for 20 members as for one, and nothing changes when it runs again', async () => {
    const counts: number[] = [];
    for (const count of [1, 20]) {
      const people = await mintPeople(count);
      const { id, courseId, resourceId, settle, endedAt } = await ended(people, () => 6);
      await mintTask(tenant, people, [{ courseId }]);
      counts.push(await counter.once(settle));
      const stored = await storedOf(people);
      expect(stored.resources.map((row) => [row.resourceId, row.completedAt])).toEqual(
        Array(count).fill([resourceId, endedAt]),
      );
      expect(stored.courses.map((row) => row.status)).toEqual(Array(count).fill('completed'));
      expect(stored.tasks.map((row) => row.studyProgress)).toEqual(Array(count).fill(100));
      expect(stored.ledger).toHaveLength(3 * count);
      expect((await readLive(tenant, id)).session.settledAt).not.toBeNull();
      // Also what they do after that stays as it is.
      const later = new Date(endedAt.getTime() + MINUTE);
      const { userId } = people[0]!;
      const change = { gmtModified: later };
      await withTenant(tenant.id, (db) =>
        db.update(courseProgress).set(change).where(eq(courseProgress.userId, userId)),
      );
      const before = await storedOf(people);
      await settle();
      expect(await storedOf(people)).toEqual(before);
      expect(before.ledger).toEqual(stored.ledger);
    }
    expect(counts[1]).toBe(counts[0]);
    // Four of them look for what ffmpeg can make of the recording, three for a broadcast from a browser.
    expect(counts[0]).toBeLessThanOrEqual(30);
  });

  it('goes on after an interruption, in batches, by two processes at the same time, and posts once', async () => {
    const people = Array.from({ length: 450 }, (_, n) => ({
      id: randomUUID(),
      phone: `17${String(n).padStart(9, '0')}`,
    }));
    await withTenant(tenant.id, async (db) => {
      await db.insert(userAccount).values(people);
      const members = people.map(({ id, phone }) => ({ enterpriseId: tenant.id, userId: id, userName: phone }));
      await db.insert(enterpriseUser).values(members);
    });
    const attended = people.map(({ id }) => ({ userId: id }));
    const enough = (n: number) => n % 3 > 0;
    const { courseId, resourceId, settle, endedAt } = await ended(attended, (n) => (enough(n) ? 9 : 5));
    // As if a process had been killed after some of them.
    const done = attended.filter((_, n) => enough(n)).slice(0, 50);
    for (const { userId } of done)
      await withTenant(tenant.id, (db) =>
        completeResources(db, { enterpriseId: tenant.id, userId, at: endedAt, timeZone: 'Asia/Shanghai' }, [
          { id: resourceId, courseId },
        ]),
      );
    const before = await storedOf(done);
    const statements = await counter.once(() => Promise.all([settle(), settle()]));
    const stored = await storedOf(attended);
    const wanted = attended.filter((_, n) => enough(n)).map(({ userId }) => userId);
    expect(stored.courses.map(({ userId }) => userId).sort()).toEqual(wanted.toSorted());
    expect(stored.courses.every(({ status }) => status === 'completed')).toBe(true);
    expect(stored.ledger).toHaveLength(3 * wanted.length);
    expect(await storedOf(done)).toEqual(before);
    // Three batches each.
    expect(statements).toBeLessThanOrEqual(2 * 45);
  });
});

describe('deleting the segments of a recording', () => {
  /** A class that was recorded two days ago, with its segments. */
  async function recorded(count: number) {
    const { id } = await mintLive(tenant, await mintCourse(tenant, { courseType: 3 }), { status: 'ended' });
    const store = await fileStore();
    const files = Array.from({ length: count + 1 }, (_, n) => {
      const fileId = randomUUID();
      return {
        ...{ enterpriseId: tenant.id, id: fileId, storeKey: `${tenant.id}/live/${id}/${fileId}`, sha256: fileId },
        ...{ fileName: `${n}.ts`, contentType: 'video/mp2t', fileSize: 3, visibility: 'member' as const },
      };
    });
    const [recording, ...segments] = files;
    for (const { storeKey } of files) await store.put(storeKey, 'abc');
    await withTenant(tenant.id, async (db) => {
      await db.insert(file).values(files);
      const row = { enterpriseId: tenant.id, sessionId: id, epoch: 0 };
      await db
        .insert(liveSegment)
        .values([
          ...segments.map((each, n) => ({ ...row, name: `${n}.ts`, sequence: n, fileId: each.id })),
          { ...row, name: 'missing.ts', sequence: count, fileId: null },
        ]);
    });
    const ago = (hours: number) => new Date(Date.now() - hours * 3600_000);
    await setLive(tenant, id, { recordingFileId: recording!.id, settledAt: ago(48), lastSegmentAt: ago(49) });
    const keys = segments.map(({ storeKey }) => storeKey);
    const left = () =>
      withTenant(tenant.id, async (db) => ({
        segments: await db.$count(liveSegment, eq(liveSegment.sessionId, id)),
        files: await db.$count(file, and(eq(file.enterpriseId, tenant.id), inArray(file.storeKey, keys))),
        recording: await db.$count(file, eq(file.id, recording!.id)),
        bytes: (await Promise.all(keys.map((key) => store.exists(key)))).filter(Boolean).length,
        recorded: await store.exists(recording!.storeKey),
      }));
    return { keys, left };
  }

  it('takes as many statements for 20 segments as for one', async () => {
    const counts: number[] = [];
    for (const count of [1, 20]) {
      const { keys, left } = await recorded(count);
      // As if an earlier call had been killed after the bytes of one of them.
      if (count > 1) await (await fileStore()).delete(keys[0]!);
      let deleted = 0;
      counts.push(await counter.once(async () => (deleted = await deleteSegments(tenant.id, new Date()))));
      expect(deleted).toBe(count + 1);
      expect(await left()).toEqual({ segments: 0, files: 0, recording: 1, bytes: 0, recorded: true });
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBe(7);
  });

  it('goes on in batches, also by two processes at the same time', async () => {
    const { left } = await recorded(SEGMENT_BATCH + 20);
    const statements = await counter.once(() =>
      Promise.all([deleteSegments(tenant.id, new Date()), deleteSegments(tenant.id, new Date())]),
    );
    expect(await left()).toEqual({ segments: 0, files: 0, recording: 1, bytes: 0, recorded: true });
    expect(statements).toBeLessThanOrEqual(2 * 15);
    expect(await deleteSegments(tenant.id, new Date())).toBe(0);
  });
});
