import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importPack } from '#src/server/content/import-pack.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { liveMessage, liveSession } from '#src/server/live/tables.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';

const CLASS = 'courses/13-live-port-state-control.yaml';
const NEXT = 'courses/14-live-carbon.yaml';
let folder: string;

beforeAll(async () => {
  ({ folder } = await copyDemoPack('bluebay'));
});
const edit = (name: string, change: (text: string) => string) => editPack(folder, name, change);

async function classes(enterpriseId: string) {
  return withTenant(enterpriseId, async (db) => {
    const rows = await db
      .select({ code: course.code, session: liveSession, resource: courseResource })
      .from(liveSession)
      .innerJoin(courseResource, eq(courseResource.id, liveSession.resourceId))
      .innerJoin(course, eq(course.id, liveSession.courseId));
    const messages = await db.select().from(liveMessage);
    return { byCode: new Map(rows.map((row) => [row.code, row])), messages };
  });
}

it('imports a coming class, and one with recording and chat; again changes nothing, and not what has begun', async () => {
  const now = new Date('2026-03-02T10:00:00Z');
  const { enterpriseId } = await importPack(folder, { now });
  const { byCode, messages } = await classes(enterpriseId);
  const [past, next] = [byCode.get('live-port-state-control')!, byCode.get('live-carbon')!];
  expect(past.resource).toMatchObject({ activity: 'live', totalDuration: 26, published: true });
  expect(past.session).toMatchObject({ status: 'ended', recordingFileId: expect.any(String) as string });
  expect(messages.map(({ atSecond }) => atSecond).sort((a, b) => a - b)).toEqual([1, 5, 9, 13, 18, 22]);
  expect(next.session).toMatchObject({ status: 'planned', requiredPercent: 70 });
  expect(next.session.startAt > now).toBe(true);

  expect(await importPack(folder, { now })).toMatchObject({ created: 0, updated: 0, unpublished: 0 });
  await withTenant(enterpriseId, (db) =>
    db.update(liveSession).set({ status: 'live', openedAt: now }).where(eq(liveSession.id, next.session.id)),
  );
  await edit(NEXT, (text) => text.replace('start: +6d13h', 'start: +6d12h'));
  await importPack(folder, { now });
  const again = await classes(enterpriseId);
  expect(again.byCode.get('live-carbon')!.session.startAt).toEqual(next.session.startAt);
  expect(again.messages).toHaveLength(messages.length);
});

it('reports mistakes of a class by file and line', async () => {
  await edit(NEXT, (text) => text.replace(/live: \{.*\}/, 'live: { start: +6d14h, end: +6d13h, chats: [] }'));
  await edit(CLASS, (text) =>
    text.replace('recording: media/live-port-state-control.mp4', 'recording: media/none.mp4'),
  );
  const { mistakes } = await readPack(folder);
  const lines = mistakes.map(({ file, message }) => `${file} ${message}`);
  expect(lines).toEqual([
    expect.stringMatching(/^courses\/13-.* there is no file "media\/none\.mp4"/),
    expect.stringMatching(/^courses\/14-.* unknown key "chats" \(did you mean "chat"\?\)/),
    expect.stringMatching(/^courses\/14-.* should be later than "start"/),
  ]);
});
