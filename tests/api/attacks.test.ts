import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { trainingAttendance } from '#src/server/training/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { signToken } from '#src/server/training/sign-code.ts';
import { mintLecturer } from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintClass, mintSeats, mintSession, seatsOf } from '../factories/training.ts';

/* What members do who want more than is theirs: many requests at once, and requests of others or of earlier again. */

const BOOK = 'POST /course/auth/training/seat/save';
const CANCEL = 'POST /course/auth/training/seat/cancel';
const SIGN = 'POST /course/auth/training/sign/save';

let tenant: TestTenant;
let resourceId: string;
beforeAll(async () => {
  tenant = await mintTenant();
  const teacher = await mintPerson(tenant, { userType: 2 });
  ({ resourceId } = await mintClass(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) }));
});

const people = (count: number) => Promise.all(Array.from({ length: count }, () => mintPerson(tenant)));
const tokenOf = (sessionId: string, at = new Date()) => signToken({ enterpriseId: tenant.id, sessionId }, 'in', at);
const attendances = (sessionId: string) =>
  withTenant(tenant.id, (db) =>
    db.select().from(trainingAttendance).where(eq(trainingAttendance.sessionId, sessionId)),
  );

describe('the seats of a class', () => {
  it('are never more than it has, nor twice one person’s, while everybody books and gives up at once', async () => {
    const capacity = 3;
    const sessionId = await mintSession(tenant, resourceId, { startsIn: 600, capacity });
    const all = await people(8);
    for (let round = 0; round < 4; round++) {
      const requests = all.flatMap((person, n) => [
        call(person, BOOK, { sessionId }),
        call(person, BOOK, { sessionId }),
        ...((n + round) % 2 ? [call(person, CANCEL, { sessionId })] : []),
      ]);
      for (const { code } of await Promise.all(requests)) expect(code).toBeLessThan(500);
      const seats = await seatsOf(tenant, sessionId);
      const booked = seats.filter(({ status }) => status === 'booked');
      expect(booked.length, `round ${round}`).toBeLessThanOrEqual(capacity);
      expect(new Set(seats.map(({ userId }) => userId)).size).toBe(seats.length);
      // Nobody waits while a seat is free.
      if (seats.some(({ status }) => status === 'waiting')) expect(booked).toHaveLength(capacity);
    }
  });
});

describe('the code of a class', () => {
  it('signs a person in once, however often and at once it is sent', async () => {
    const sessionId = await mintSession(tenant, resourceId);
    const [person] = (await people(1)) as [TestPerson];
    await mintSeats(tenant, sessionId, [person]);
    const code = tokenOf(sessionId);
    const answers = await Promise.all(Array.from({ length: 15 }, () => call(person, SIGN, { sessionId, code })));
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([200]));
    expect(answers.filter(({ data }) => !data.repeated)).toHaveLength(1);
    expect(await attendances(sessionId)).toHaveLength(1);
  });

  it('that was recorded is worth nothing later, in another class, or without a seat', async () => {
    const sessionId = await mintSession(tenant, resourceId);
    const [person, friend] = (await people(2)) as [TestPerson, TestPerson];
    await mintSeats(tenant, sessionId, [person]);
    const recorded = tokenOf(sessionId, new Date(Date.now() - 45_000));
    expect((await call(person, SIGN, { sessionId, code: recorded })).code).toBe(409);
    // Sent on to somebody who is not expected, and who sends it for a session of their own.
    const fresh = tokenOf(sessionId);
    expect((await call(friend, SIGN, { sessionId, code: fresh })).code).toBe(403);
    const own = await mintSession(tenant, resourceId);
    await mintSeats(tenant, own, [friend]);
    expect((await call(friend, SIGN, { sessionId: own, code: fresh })).code).toBe(422);
    expect(await attendances(own)).toEqual([]);
    expect(await attendances(sessionId)).toEqual([]);
  });

  it('does not sign anybody in whose seat is given up at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const sessionId = await mintSession(tenant, resourceId, { startsIn: 10 });
      const [person] = (await people(1)) as [TestPerson];
      await mintSeats(tenant, sessionId, [person]);
      const [signed, cancelled] = await Promise.all([
        call(person, SIGN, { sessionId, code: tokenOf(sessionId) }),
        call(person, CANCEL, { sessionId }),
      ]);
      const [seat] = await seatsOf(tenant, sessionId);
      const isThere = (await attendances(sessionId)).length === 1;
      expect([signed.code === 200, isThere], `round ${round}`).toEqual([isThere, signed.code === 200]);
      if (isThere) expect([cancelled.code, seat!.status]).toEqual([409, 'booked']);
      else expect([200, 409]).toContain(cancelled.code);
    }
  });

  it('is not usable by an account that was disabled meanwhile', async () => {
    const sessionId = await mintSession(tenant, resourceId);
    const [person] = (await people(1)) as [TestPerson];
    await mintSeats(tenant, sessionId, [person]);
    await ok(person, 'PUT /user/auth/user/info/logout', {});
    expect((await call(person, SIGN, { sessionId, code: tokenOf(sessionId) })).code).toBe(300);
    expect(await attendances(sessionId)).toEqual([]);
  });
});
