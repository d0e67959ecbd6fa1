import { and, eq } from 'drizzle-orm';
import { setDuration } from '#src/server/course/session-resource.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { liveMessage, liveSession } from '#src/server/live/tables.ts';
import { momentOf, writeUnlessEdited, type Importing } from '#src/server/pack/importing.ts';
import type { Resource } from '#src/server/pack/pack-courses.ts';
import type { Live } from '#src/server/pack/pack-live.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports the live classes of resources. A class that has begun in the portal is not changed. */
export async function importLive(importing: Importing, people: Ids, courses: Ids): Promise<void> {
  for (const course of importing.pack.courses) {
    const all = [...course.resources];
    // The list grows during the iteration: children are resources, too.
    for (const resource of all) all.push(...(resource.children ?? []));
    for (const resource of all)
      if (resource.live) await importClass(importing, people, courses.get(course.code)!, resource, resource.live);
  }
}

async function importClass(importing: Importing, people: Ids, courseId: string, resource: Resource, live: Live) {
  const { db, enterpriseId, pack, fileId } = importing;
  const [found] = await db
    .select({ id: courseResource.id })
    .from(courseResource)
    .where(
      and(
        eq(courseResource.enterpriseId, enterpriseId),
        eq(courseResource.courseId, courseId),
        eq(courseResource.code, resource.code),
      ),
    );
  const resourceId = found!.id;
  const [stored] = await db
    .select()
    .from(liveSession)
    .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.resourceId, resourceId)));
  const item = { kind: 'live class', name: resource.code };
  if (stored && (stored.openedAt !== null || stored.status === 'cancelled')) {
    importing.tally.add(item.kind, 'unchanged', item.name);
    return;
  }
  const [startAt, endAt] = [momentOf(importing, live.start), momentOf(importing, live.end)];
  const isOver = live.recording !== undefined;
  const known = { ...item, is: 'live class', code: resourceId };
  const sessionId = await writeUnlessEdited(importing, known, liveSession, stored, {
    courseId,
    resourceId,
    title: resource.subResourceName,
    startAt,
    endAt,
    requiredPercent: live.requiredPercent,
    recordingCounts: live.recordingCounts,
    ...(isOver && {
      status: 'ended',
      openedAt: startAt,
      endedAt: endAt,
      settledAt: endAt,
      recordingFileId: fileId(live.recording, 'member'),
    }),
  });
  if (!isOver) return;
  const seconds = Math.floor(pack.media.get(live.recording!)?.durationSeconds ?? 0);
  if (live.recordingCounts) await setDuration(db, enterpriseId, resourceId, seconds);
  for (const [index, { phone, at, text, kind, answered }] of live.chat.entries())
    await db.insert(liveMessage).values({
      enterpriseId,
      sessionId,
      userId: people.get(phone)!,
      kind,
      body: text,
      atSecond: at,
      answeredAt: answered ? endAt : null,
      revision: index,
      gmtCreate: new Date(startAt.getTime() + at * 1000),
    });
}
