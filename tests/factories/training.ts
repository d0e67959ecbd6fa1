import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import {
  trainingAssistant,
  trainingAttendance,
  trainingCost,
  trainingMaterial,
  trainingRoom,
  trainingSeat,
  trainingSession,
} from '#src/server/training/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintResource } from './course.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type SessionMore = Partial<typeof trainingSession.$inferInsert> & {
  /** Minutes from now; negative: before now. */
  startsIn?: number;
  /** Minutes. */
  length?: number;
};

/** Inserts a course of type 2 with one offline class. */
export async function mintClass(
  tenant: TestTenant,
  more: Parameters<typeof mintCourse>[1] = {},
): Promise<{ courseId: string; resourceId: string }> {
  const courseId = await mintCourse(tenant, { courseType: 2, classHours: '4', credits: '1', points: '5', ...more });
  const resourceId = await mintResource(tenant, courseId, {
    subResourceName: `${more.title ?? '消防'}实训`,
    contentType: 6,
    resourceType: null,
    totalDuration: 0,
    fileId: null,
    activity: 'training',
  });
  return { courseId, resourceId };
}

/** Inserts a session, by default one that starts in 20 minutes: it can be booked, and members can sign in. @returns its id */
export async function mintSession(
  tenant: TestTenant,
  resourceId: string,
  { startsIn = 20, length = 90, ...more }: SessionMore = {},
): Promise<string> {
  const id = randomUUID();
  const startAt = new Date(Date.now() + startsIn * 60_000);
  await withTenant(tenant.id, async (db) => {
    await db.insert(trainingSession).values({
      ...{ place: '培训中心', room: '201', capacity: 10, code: id, startAt },
      endAt: new Date(startAt.getTime() + length * 60_000),
      ...more,
      ...{ enterpriseId: tenant.id, id, resourceId },
    });
    await db.update(courseResource).set({ activity: 'training' }).where(eq(courseResource.id, resourceId));
  });
  return id;
}

/** Gives members a place in a session. */
export async function mintSeats(
  tenant: TestTenant,
  sessionId: string,
  people: Pick<TestPerson, 'userId'>[],
  status: 'booked' | 'waiting' = 'booked',
): Promise<void> {
  await withTenant(tenant.id, async (db) => {
    const first = (await db.$count(trainingSeat, eq(trainingSeat.sessionId, sessionId))) + 1;
    const rows = people.map(({ userId }, i) => ({ userId, status, position: first + i }));
    await db.insert(trainingSeat).values(rows.map((row) => ({ ...row, enterpriseId: tenant.id, sessionId })));
  });
}

/** Inserts a room, a material and a cost of a session. */
export async function fillSession({ id: enterpriseId }: TestTenant, sessionId: string): Promise<void> {
  const fileId = randomUUID();
  const name = `${fileId}.pdf`;
  const stored = {
    storeKey: `${enterpriseId}/${name}`,
    sha256: fileId,
    fileName: name,
    contentType: 'application/pdf',
  };
  await withTenant(enterpriseId, async (db) => {
    await db.insert(trainingRoom).values({ enterpriseId, name: fileId, address: 'Park 1' });
    await db.insert(file).values({ enterpriseId, id: fileId, ...stored, fileSize: 1, visibility: 'member' });
    await db.insert(trainingMaterial).values({ enterpriseId, sessionId, fileId, name });
    const lecturerId = randomUUID();
    const assistant = { id: lecturerId, code: lecturerId, lecturerName: name, lecturerLevel: 'Senior' };
    await db.insert(lecturer).values({ enterpriseId, ...assistant });
    await db.insert(trainingAssistant).values({ enterpriseId, sessionId, lecturerId });
    await db.insert(trainingCost).values({ enterpriseId, sessionId, kind: 'room', amount: '800' });
  });
}

/** Moves a session in time. @param startsIn minutes from now */
export async function moveSession(tenant: TestTenant, sessionId: string, startsIn: number, length = 90): Promise<void> {
  const startAt = new Date(Date.now() + startsIn * 60_000);
  await withTenant(tenant.id, (db) =>
    db
      .update(trainingSession)
      .set({ startAt, endAt: new Date(startAt.getTime() + length * 60_000) })
      .where(eq(trainingSession.id, sessionId)),
  );
}

/** Returns the stored seats of a session in the order of their requests. */
export const seatsOf = (tenant: TestTenant, sessionId: string) =>
  withTenant(tenant.id, (db) =>
    db.select().from(trainingSeat).where(eq(trainingSeat.sessionId, sessionId)).orderBy(trainingSeat.position),
  );

/** Returns the stored attendance of a member. */
export const attendanceOf = async (tenant: TestTenant, sessionId: string, { userId }: Pick<TestPerson, 'userId'>) => {
  const rows = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(trainingAttendance)
      .where(and(eq(trainingAttendance.sessionId, sessionId), eq(trainingAttendance.userId, userId))),
  );
  return rows[0];
};
