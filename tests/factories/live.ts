import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import {
  liveAttendance,
  liveBroadcast,
  liveHand,
  liveMessage,
  livePoll,
  livePollVote,
  liveSegment,
  liveSession,
} from '#src/server/live/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintResource } from './course.ts';
import { portal } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type Filled = { tenant: TestTenant; liveId: string; learner: TestPerson };
type More = Partial<typeof liveSession.$inferInsert>;
const MINUTE = 60_000;

/** Inserts a live class, by default one whose waiting room is open. @returns its id and that of its resource */
export async function mintLive(tenant: TestTenant, courseId: string, more: More = {}) {
  const id = randomUUID();
  const title = more.title ?? '直播课';
  const resourceId = await mintResource(tenant, courseId, {
    subResourceName: title,
    resourceType: null,
    totalDuration: 0,
    fileId: null,
    activity: 'live',
  });
  const now = Date.now();
  await withTenant(tenant.id, (db) =>
    db.insert(liveSession).values({
      startAt: new Date(now + 5 * MINUTE),
      endAt: new Date(now + 65 * MINUTE),
      openedAt: more.status === 'live' || more.status === 'ended' ? new Date(now) : null,
      endedAt: more.status === 'ended' ? new Date(now) : null,
      ...more,
      enterpriseId: tenant.id,
      id,
      courseId,
      resourceId,
      title,
    }),
  );
  return { id, resourceId };
}

/** Changes a live class directly, e.g. its start. */
export const setLive = (tenant: TestTenant, id: string, change: More) =>
  withTenant(tenant.id, (db) =>
    db
      .update(liveSession)
      .set(change)
      .where(and(eq(liveSession.enterpriseId, tenant.id), eq(liveSession.id, id))),
  );

export const readLive = (tenant: TestTenant, id: string) =>
  withTenant(tenant.id, async (db) => {
    const [session] = await db.select().from(liveSession).where(eq(liveSession.id, id));
    const [resource] = await db.select().from(courseResource).where(eq(courseResource.id, session!.resourceId));
    return { session: session!, resource: resource! };
  });

/** Lets minutes of a running class pass. */
export async function passMinutes(tenant: TestTenant, id: string, minutes: number) {
  const { session } = await readLive(tenant, id);
  await setLive(tenant, id, { openedAt: new Date(session.openedAt!.getTime() - minutes * MINUTE) });
}

/** Inserts a message of a member. @returns its id */
export async function mintLiveMessage(
  { id: enterpriseId }: TestTenant,
  sessionId: string,
  userId: string,
  body = 'Text',
) {
  const id = randomUUID();
  await withTenant(enterpriseId, (db) =>
    db
      .insert(liveMessage)
      .values({ enterpriseId, id, sessionId, userId, kind: 'question', body, atSecond: 1, revision: 1 }),
  );
  return id;
}

/** Inserts a broadcast of a member, without fragments, which is going on. @returns its id */
export async function mintBroadcast({ id: enterpriseId }: TestTenant, sessionId: string, userId: string) {
  const id = randomUUID();
  await withTenant(enterpriseId, async (db) => {
    const number = 1 + (await db.$count(liveBroadcast, eq(liveBroadcast.sessionId, sessionId)));
    const size = { width: 640, height: 360 };
    const row = { enterpriseId, id, sessionId, userId, number, container: 'mp4' as const, rehearsal: true, ...size };
    await db.insert(liveBroadcast).values({ ...row, startedAt: new Date() });
  });
  return id;
}

/** Inserts an open poll with two options. @returns its id */
export async function mintPoll({ id: enterpriseId }: TestTenant, sessionId: string) {
  const id = randomUUID();
  await withTenant(enterpriseId, (db) =>
    db.insert(livePoll).values({ enterpriseId, id, sessionId, question: 'Question', options: ['A', 'B'] }),
  );
  return id;
}

/** Sends something to the ingest of a class. */
export async function ingest(
  tenant: TestTenant,
  key: string,
  name: string,
  body: BodyInit,
  more: { method?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const response = await portal.request(`http://${tenant.host}/live/ingest/${key}/${name}`, {
    method: more.method ?? 'PUT',
    headers: { host: tenant.host, ...more.headers },
    ...(more.method === 'DELETE' ? {} : { body, duplex: 'half' }),
  } as RequestInit);
  return response.status;
}

/** Inserts a row into every table of live classes, for the learner of the world. */
export async function fillLive({ tenant, liveId: sessionId, learner }: Filled): Promise<void> {
  const { id: enterpriseId } = tenant;
  const { userId } = learner;
  const pollId = await mintPoll(tenant, sessionId);
  await mintLiveMessage(tenant, sessionId, userId);
  await mintBroadcast(tenant, sessionId, userId);
  const at = new Date();
  await withTenant(enterpriseId, async (db) => {
    await db.insert(livePollVote).values({ enterpriseId, pollId, userId, choice: 1 });
    await db.insert(liveHand).values({ enterpriseId, sessionId, userId, raisedAt: at });
    await db.insert(liveSegment).values({ enterpriseId, sessionId, epoch: 0, name: 'a.ts' });
    await db
      .insert(liveAttendance)
      .values({ enterpriseId, sessionId, userId, minutes: '{[0,1)}', joinedAt: at, lastBeatAt: at });
  });
}
