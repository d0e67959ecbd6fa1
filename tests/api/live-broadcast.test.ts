import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { fileStore } from '#src/server/file/store.ts';
import { convertBroadcasts, finishBroadcasts } from '#src/server/live/broadcast/convert-broadcasts.ts';
import { settleSession } from '#src/server/live/settle-session.ts';
import { liveBroadcast } from '#src/server/live/tables.ts';
import { fragmentsOf, recordingOf, sendFragment } from '../factories/broadcast.ts';
import { mintCourse } from '../factories/course.ts';
import { ingest, mintLive, readLive, setLive } from '../factories/live.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Live classes from a browser: fragments of what its recorder writes become segments (decision 099). */

const SECONDS = 12;
let tenant: TestTenant;
let admin: TestPerson;
let learner: TestPerson;
let courseId: string;
let mp4: Buffer[];
let webm: Buffer[];

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  learner = await mintPerson(tenant);
  courseId = await mintCourse(tenant, { courseType: 3 });
  mp4 = fragmentsOf(recordingOf('mp4', SECONDS), SECONDS);
  webm = fragmentsOf(recordingOf('webm', SECONDS), SECONDS);
});

const START = 'POST /course/auth/live/broadcast/start';
const size = { width: 320, height: 180 };
async function running(container: 'mp4' | 'webm', more: Parameters<typeof mintLive>[2] = { status: 'live' }) {
  const { id } = await mintLive(tenant, courseId, more);
  const { broadcastId } = await ok(admin, START, { id, container, ...size });
  return { id, broadcastId };
}
const key = (sessionId: string) => ({ enterpriseId: tenant.id, sessionId });
const read = async (broadcastId: string) => {
  const rows = await withTenant(tenant.id, (db) =>
    db.select().from(liveBroadcast).where(eq(liveBroadcast.id, broadcastId)),
  );
  return rows[0]!;
};
async function sendAll(broadcastId: string, fragments: Buffer[], from = 0) {
  for (const [n, bytes] of fragments.entries())
    expect(await sendFragment(admin, broadcastId, from + n, bytes)).toMatchObject({
      code: 200,
      data: { next: from + n + 1 },
    });
}
const get = (path: string) => portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host } });
async function playlist(id: string) {
  const { playback } = await ok(learner, 'GET /course/auth/live/view', { id });
  const text = await (await get(playback!.url)).text();
  const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map((match) => Number(match[1]));
  return { text, url: playback!.url, seconds: durations.reduce((sum, each) => sum + each, 0) };
}
const leftFragments = async (sessionId: string) => {
  const store = await fileStore();
  const { objects } = await store.listAll(`${tenant.id}/live/${sessionId}`, { recursive: true });
  return [...objects].filter(({ name }) => /^\d+$/.test(name)).length;
};

describe.each(['mp4', 'webm'] as const)('a broadcast in %s', (container) => {
  it('becomes the stream and the recording of the class, and leaves no fragment', async () => {
    const { id, broadcastId } = await running(container);
    await sendAll(broadcastId, container === 'mp4' ? mp4 : webm);
    await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: broadcastId });
    await finishBroadcasts(key(id));
    const { text, url, seconds } = await playlist(id);
    expect(seconds).toBeCloseTo(SECONDS, 0);
    expect(text.match(/#EXT-X-DISCONTINUITY|#EXT-X-GAP/)).toBeNull();
    const names = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const name of names) expect((await get(new URL(name, `http://x${url}`).pathname)).status).toBe(200);
    expect(text.includes('#EXT-X-MAP')).toBe(container === 'mp4');
    expect(await leftFragments(id)).toBe(0);
    await ok(admin, 'POST /course/auth/live/status/save', { id, status: 'ended' });
    await settleSession(key(id), new Date());
    const { session, resource } = await readLive(tenant, id);
    expect(session.recordingFileId).not.toBeNull();
    expect(resource.totalDuration).toBeGreaterThanOrEqual(SECONDS - 1);
  });

  it('goes on where another process was interrupted, and nothing is lost or twice', async () => {
    const { id, broadcastId } = await running(container);
    const all = container === 'mp4' ? mp4 : webm;
    await sendAll(broadcastId, all.slice(0, 7));
    await vi.waitFor(async () => expect((await read(broadcastId)).segmentCount).toBeGreaterThan(0), 20_000);
    // Its process is gone: another one has become the converter, and is killed, too.
    await setLive(tenant, id, { converter: randomUUID(), converterUntil: new Date(Date.now() + 3_600_000) });
    await convertBroadcasts(key(id));
    await setLive(tenant, id, { converterUntil: new Date(0) });
    await sendAll(broadcastId, all.slice(7), 7);
    await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: broadcastId });
    await finishBroadcasts(key(id));
    expect((await playlist(id)).seconds).toBeCloseTo(SECONDS, 0);
    expect(await leftFragments(id)).toBe(0);
  });
});

describe('fragments', () => {
  it('are stored in order, each once', async () => {
    const { broadcastId } = await running('mp4');
    expect(await sendFragment(admin, broadcastId, 1, mp4[1]!)).toMatchObject({ code: 200, data: { next: 0 } });
    await sendAll(broadcastId, mp4.slice(0, 2));
    expect(await sendFragment(admin, broadcastId, 0, mp4[5]!)).toMatchObject({ code: 200, data: { next: 2 } });
    expect(await sendFragment(admin, broadcastId, 7, mp4[7]!)).toMatchObject({ code: 200, data: { next: 2 } });
  });

  it('are refused when they are huge, empty, or no beginning of a recording', async () => {
    const { broadcastId } = await running('mp4');
    expect((await sendFragment(admin, broadcastId, 0, Buffer.alloc(8 * 1024 * 1024 + 1))).code).toBe(413);
    expect((await sendFragment(admin, broadcastId, 0, Buffer.alloc(0))).code).toBe(422);
    expect((await sendFragment(admin, broadcastId, 0, webm[0]!)).code).toBe(422);
    await sendAll(broadcastId, mp4.slice(0, 1));
  });

  it('that are garbage end a broadcast in MP4; the next one follows', async () => {
    const { id, broadcastId } = await running('mp4');
    await sendAll(broadcastId, [mp4[0]!, mp4[1]!, Buffer.alloc(1_000_000, 0xff)]);
    await vi.waitFor(async () => expect((await read(broadcastId)).doneAt).not.toBeNull(), 20_000);
    expect(await sendFragment(admin, broadcastId, 3, mp4[2]!)).toMatchObject({ code: 409 });
    const next = await ok(admin, START, { id, container: 'mp4', ...size });
    await sendAll(next.broadcastId, mp4);
    await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: next.broadcastId });
    await finishBroadcasts(key(id));
    expect((await playlist(id)).text).toContain('#EXTINF');
    expect(await leftFragments(id)).toBe(0);
  });

  it('that are garbage are passed over in WebM', async () => {
    const { id, broadcastId } = await running('webm');
    await sendAll(broadcastId, [...webm.slice(0, 5), Buffer.alloc(50_000, 0xff), ...webm.slice(5)]);
    await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: broadcastId });
    await finishBroadcasts(key(id));
    expect((await playlist(id)).seconds).toBeGreaterThan(SECONDS / 2);
  });

  it('are taken from the one who broadcasts only', async () => {
    const { id, broadcastId } = await running('mp4');
    const elsewhere = await mintTenant();
    const stranger = await mintPerson(elsewhere, { isAdmin: true });
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const colleague = await mintPerson(tenant, { isAdmin: true });
    for (const other of [stranger, learner, lecturer, colleague])
      expect((await sendFragment(other, broadcastId, 0, mp4[0]!)).code).toBe(404);
    expect((await sendFragment({ host: tenant.host }, broadcastId, 0, mp4[0]!)).code).toBe(300);
    const input = { id, container: 'mp4' as const, ...size, takeOver: true };
    expect((await call(stranger, START, input)).code).toBe(404);
    expect((await call(lecturer, START, input)).code).toBe(404);
    expect((await call(learner, START, input)).code).toBe(403);
  });
});

describe('one sender at a time', () => {
  it('another page has to want it, and the first one is told', async () => {
    const { id, broadcastId } = await running('mp4');
    await sendAll(broadcastId, mp4.slice(0, 6));
    const colleague = await mintPerson(tenant, { isAdmin: true });
    const input = { id, container: 'mp4' as const, ...size };
    expect((await call(colleague, START, input)).code).toBe(409);
    const { broadcastId: second } = await ok(colleague, START, { ...input, takeOver: true });
    expect(await sendFragment(admin, broadcastId, 6, mp4[6]!)).toMatchObject({
      code: 409,
      msg: '另一个页面或设备已接管推流',
    });
    for (const [n, bytes] of mp4.entries()) await sendFragment(colleague, second, n, bytes);
    await ok(colleague, 'POST /course/auth/live/broadcast/stop', { id: second });
    await finishBroadcasts(key(id));
    // What the first one had sent comes first, then the second one after a discontinuity.
    const { text, seconds } = await playlist(id);
    expect(text.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(1);
    expect(seconds).toBeGreaterThan(SECONDS);
  });

  it('an encoder gives way to a page that wants it, and comes back with a new key', async () => {
    const { id } = await mintLive(tenant, courseId, { status: 'live' });
    const { key: first } = await ok(admin, 'POST /course/auth/live/key/issue', { id });
    expect(await ingest(tenant, first, 'a0.ts', 'zero')).toBe(200);
    const input = { id, container: 'mp4' as const, ...size };
    expect((await call(admin, START, input)).msg).toBe('编码器正在向本场直播推流');
    const { broadcastId } = await ok(admin, START, { ...input, takeOver: true });
    expect(await ingest(tenant, first, 'a1.ts', 'one')).toBe(404);
    const { key: second } = await ok(admin, 'POST /course/auth/live/key/issue', { id });
    expect(await ingest(tenant, second, 'a1.ts', 'one')).toBe(409);
    await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: broadcastId });
    expect(await ingest(tenant, second, 'a1.ts', 'one')).toBe(200);
  });
});

it('nothing of a rehearsal is in the class', async () => {
  const { id, broadcastId } = await running('mp4', {});
  await sendAll(broadcastId, mp4);
  await vi.waitFor(async () => expect((await read(broadcastId)).segmentCount).toBeGreaterThan(2), 20_000);
  expect((await ok(learner, 'GET /course/auth/live/view', { id })).playback).toBeNull();
  const { previewUrl } = await ok(admin, 'GET /course/auth/live/host/view', { id });
  expect(await (await get(previewUrl!)).text()).toContain('#EXTINF');
  await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: broadcastId });
  await ok(admin, 'POST /course/auth/live/status/save', { id, status: 'live' });
  const second = await ok(admin, START, { id, container: 'mp4', ...size });
  expect(second.rehearsal).toBe(false);
  await sendAll(second.broadcastId, mp4);
  await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: second.broadcastId });
  await finishBroadcasts(key(id));
  const { text, seconds } = await playlist(id);
  expect(seconds).toBeCloseTo(SECONDS, 0);
  expect(text).not.toContain('#EXT-X-DISCONTINUITY');
});

it('without ffmpeg, WebM is refused with the reason, and MP4 is taken', async () => {
  const { id } = await mintLive(tenant, courseId, { status: 'live' });
  const before = settings().ffmpegPath;
  settings().ffmpegPath = '/nowhere/ffmpeg';
  try {
    expect((await ok(admin, 'GET /course/auth/live/host/view', { id })).canConvert).toBe(false);
    expect((await call(admin, START, { id, container: 'webm', ...size })).msg).toContain('ffmpeg');
    const { broadcastId } = await ok(admin, START, { id, container: 'mp4', ...size });
    await sendAll(broadcastId, mp4);
    await ok(admin, 'POST /course/auth/live/broadcast/stop', { id: broadcastId });
    await finishBroadcasts(key(id));
    expect((await playlist(id)).seconds).toBeCloseTo(SECONDS, 0);
  } finally {
    settings().ffmpegPath = before;
  }
});
