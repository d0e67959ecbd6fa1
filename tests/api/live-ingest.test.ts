import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { liveSegment } from '#src/server/live/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { sweepLive } from '#src/server/jobs/settle-live.ts';
import { deleteSegments } from '#src/server/live/delete-segments.ts';
import { MAX_PLACES } from '#src/server/live/store-playlist.ts';
import { MAX_SESSION_BYTES } from '#src/server/live/store-segment.ts';
import { settleSession } from '#src/server/live/settle-session.ts';
import { findFfmpeg } from '../config/find-ffmpeg.ts';
import { mintCourse, mintRegistration } from '../factories/course.ts';
import { referenceLoop, turnRatio } from '../factories/event-loop.ts';
import { ingest, mintLive, readLive, setLive } from '../factories/live.ts';
import { playlistOf } from '../factories/playlist.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let admin: TestPerson;
let learner: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  learner = await mintPerson(tenant);
  courseId = await mintCourse(tenant, { courseType: 3 });
});

async function running(more: Parameters<typeof mintLive>[2] = {}) {
  const { id, resourceId } = await mintLive(tenant, courseId, { status: 'live', ...more });
  const { key } = await ok(admin, 'POST /course/auth/live/key/issue', { id });
  return { id, key, resourceId };
}
const get = (path: string) => portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host } });
async function playlist(id: string) {
  const { playback } = await ok(learner, 'GET /course/auth/live/view', { id });
  const text = await (await get(playback!.url)).text();
  return { url: playback!.url, text, names: text.split('\n').filter((line) => line !== '' && !line.startsWith('#')) };
}

describe('the key', () => {
  it('is needed, replaced by a new one, and revoked', async () => {
    const { id, key } = await running();
    expect(await ingest(tenant, key, 'a0.ts', 'zero')).toBe(200);
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    for (const other of [wrong, 'x', key.slice(0, 32)]) expect(await ingest(tenant, other, 'a1.ts', 'one')).toBe(404);
    const { key: next } = await ok(admin, 'POST /course/auth/live/key/issue', { id });
    expect(await ingest(tenant, key, 'a1.ts', 'one')).toBe(404);
    expect(await ingest(tenant, next, 'a1.ts', 'one')).toBe(200);
    await ok(admin, 'POST /course/auth/live/key/revoke', { id });
    expect(await ingest(tenant, next, 'a2.ts', 'two')).toBe(404);
    expect(await ingest(await mintTenant(), next, 'a2.ts', 'two')).toBe(404);
    expect((await readLive(tenant, id)).session.keyHash).toBeNull();
  });

  it('is accepted from an hour before the start until the end', async () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const early = await running({ status: 'planned', startAt: at(61), endAt: at(120) });
    expect(await ingest(tenant, early.key, 'a0.ts', 'zero')).toBe(409);
    await setLive(tenant, early.id, { startAt: at(59) });
    expect(await ingest(tenant, early.key, 'a0.ts', 'zero')).toBe(200);
    const over = await running({ status: 'ended', endedAt: at(-2) });
    expect(await ingest(tenant, over.key, 'a0.ts', 'zero')).toBe(409);
    const cancelled = await running({ status: 'cancelled' });
    expect(await ingest(tenant, cancelled.key, 'a0.ts', 'zero')).toBe(409);
  });
});

describe('limits', () => {
  it('refuse other names, and nothing leaves the folder of the session', async () => {
    const { key } = await running();
    for (const name of ['a.html', '..%2f..%2fsecret.ts', '%2e%2e%2fa.ts', 'a..ts', '.ts', 'a.ts%00.html', 'a%20b.ts'])
      expect(await ingest(tenant, key, name, 'x'), name).not.toBe(200);
    for (const name of ['A-1_b.ts', 'init.mp4', 'seg.m4s', 'subs.vtt'])
      expect(await ingest(tenant, key, name, name), name).toBe(200);
  });

  it('refuse a body of 1 GB early: by its declared size, or after 20 MB', async () => {
    const { key, id } = await running();
    const declared = { headers: { 'content-length': String(1024 ** 3) } };
    expect(await ingest(tenant, key, 'big.ts', 'x', declared)).toBe(413);
    let sent = 0;
    const chunk = Buffer.alloc(1024 * 1024);
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        if (sent > 1024 ** 3) controller.close();
        else controller.enqueue(chunk);
      },
    });
    expect(await ingest(tenant, key, 'big.ts', endless)).toBe(413);
    expect(sent).toBeLessThan(40 * 1024 * 1024);
    expect((await readLive(tenant, id)).session.ingestBytes).toBe(0);
  });

  it('refuse more than the bytes of a session, empty segments, and what is no playlist', async () => {
    const { key, id } = await running({ ingestBytes: MAX_SESSION_BYTES - 3 });
    expect(await ingest(tenant, key, 'a0.ts', 'four')).toBe(413);
    expect(await ingest(tenant, key, 'a0.ts', 'fit')).toBe(200);
    expect((await readLive(tenant, id)).session.ingestBytes).toBe(MAX_SESSION_BYTES);
    expect(await ingest(tenant, key, 'a1.ts', '')).toBe(422);
    expect(await ingest(tenant, key, 'a.m3u8', '<html>')).toBe(422);
  });
});

describe('a playlist of a whole day', () => {
  const day = (count: number) => {
    const names = Array.from({ length: count }, (_, n) => `#EXTINF:2,\ns${n}.ts`);
    return `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n${names.join('\n')}`;
  };
  const places = (sessionId: string) =>
    withTenant(tenant.id, (db) => db.$count(liveSegment, eq(liveSegment.sessionId, sessionId)));

  it('is read from its end', async () => {
    const { id, key } = await running();
    expect(await ingest(tenant, key, 'index.m3u8', day(40_000))).toBe(200);
    const sequences = await withTenant(tenant.id, (db) =>
      db.select({ sequence: liveSegment.sequence }).from(liveSegment).where(eq(liveSegment.sessionId, id)),
    );
    expect(sequences.map(({ sequence }) => sequence!).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, n) => 39_500 + n),
    );
  });

  it('holds up nobody with 1 MB', async () => {
    const text = day(60_000).slice(0, 1_000_000);
    const end = text.lastIndexOf('#EXTINF');
    const send = async () =>
      expect(await ingest(tenant, (await running()).key, 'a.m3u8', text.slice(0, end))).toBe(200);
    expect(await turnRatio(send, referenceLoop())).toBeLessThan(1);
  });

  it('is refused when the session has more segments than viewers can be given', async () => {
    const { id, key } = await running();
    await withTenant(tenant.id, (db) =>
      db.execute(sql`
        insert into live_segment (enterprise_id, session_id, epoch, name, sequence, duration_ms)
        select ${tenant.id}::uuid, ${id}::uuid, 0, 'x' || n || '.ts', n, 2000 from generate_series(0, ${MAX_PLACES - 2}::int) n`),
    );
    const next = (first: number, count: number) =>
      ingest(
        tenant,
        key,
        'a.m3u8',
        playlistOf(
          Array.from({ length: count }, (_, n) => `x${first + n}.ts`),
          first,
        ),
      );
    expect(await next(MAX_PLACES - 1, 1)).toBe(200);
    expect(await next(MAX_PLACES - 10, 10), 'nothing new').toBe(200);
    expect(await next(MAX_PLACES - 1, 2)).toBe(413);
    expect(await places(id)).toBe(MAX_PLACES);
  });
});

describe('the playlist', () => {
  it('is made of what has arrived, in order, with nothing of the encoder’s addresses', async () => {
    const { id, key } = await running();
    expect(await ingest(tenant, key, 'init.mp4', 'init')).toBe(200);
    // Out of order, twice, as POST, and a deleted one.
    expect(await ingest(tenant, key, 's1.m4s', 'one', { method: 'POST' })).toBe(200);
    const client = playlistOf(['https://evil.example/s0.m4s?x=1', '../s1.m4s', 's2.m4s', 's3.m4s'], 7, 'init.mp4');
    expect(await ingest(tenant, key, 'index.m3u8', client)).toBe(200);
    expect(await ingest(tenant, key, 's3.m4s', 'three')).toBe(200);
    expect(await ingest(tenant, key, 's1.m4s', 'one')).toBe(200);
    expect(await ingest(tenant, key, 's0.m4s', 'zero')).toBe(200);
    expect(await ingest(tenant, key, 's0.m4s', '', { method: 'DELETE' })).toBe(200);
    let list = await playlist(id);
    expect(list.names).toEqual(['0-7.m4s', '0-8.m4s', '0-9.m4s', '0-10.m4s']);
    expect(list.text).toMatch(/#EXT-X-GAP\n#EXTINF:2\.000,\n0-9\.m4s/);
    expect(list.text).toContain('#EXT-X-MAP:URI="0-init.mp4"');
    expect(list.text).not.toMatch(/evil|\.\.|ENDLIST/);
    const base = list.url.replace('index.m3u8', '');
    const body = async (name: string) => {
      const response = await get(base + name);
      return response.status === 200 ? response.text() : response.status;
    };
    expect(await body('0-7.m4s')).toBe('zero');
    expect(await body('0-9.m4s')).toBe(404);
    expect(await body('0-init.mp4')).toBe('init');
    expect(await ingest(tenant, key, 's2.m4s', 'two')).toBe(200);
    expect(await body('0-9.m4s')).toBe('two');
    await expect.poll(async () => (list = await playlist(id)).text).not.toContain('GAP');
    expect(list.names).toHaveLength(4);
    // A changed signature, another tenant and another session.
    for (const wrong of [base.replace(/.\/$/, '_/'), base.replace(id, courseId)])
      expect((await get(`${wrong}index.m3u8`)).status).toBe(404);
  });

  it('keeps the discontinuities of the encoder, also when its list moves on', async () => {
    const { id, key } = await running();
    const send = async (text: string) => expect(await ingest(tenant, key, 'out.m3u8', text)).toBe(200);
    for (const n of [0, 1, 2, 3]) expect(await ingest(tenant, key, `s${n}.ts`, `${n}`)).toBe(200);
    const cut = (names: string[], first: number, before: string) =>
      playlistOf(names, first).replace(`#EXTINF:2.000000,\n${before}`, '#EXT-X-DISCONTINUITY\n$&');
    await send(playlistOf(['s0.ts']));
    await send(cut(['s0.ts', 's1.ts'], 0, 's1.ts'));
    await send(cut(['s0.ts', 's1.ts', 's2.ts'], 0, 's1.ts'));
    await send(cut(['s1.ts', 's2.ts'], 1, 's1.ts'));
    await send(playlistOf(['s2.ts', 's3.ts'], 2));
    const { text, names } = await playlist(id);
    expect(names).toEqual(['0-0.ts', '1-1.ts', '1-2.ts', '1-3.ts']);
    expect(text.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(1);
    expect(text).toMatch(/0-0\.ts\n#EXT-X-DISCONTINUITY\n/);
    expect(text).not.toContain('GAP');
  });

  it('takes an initialisation section of its own after a discontinuity', async () => {
    const { id, key } = await running();
    for (const name of ['a.mp4', 'b.mp4', 's0.m4s', 's1.m4s']) expect(await ingest(tenant, key, name, name)).toBe(200);
    const text = playlistOf(['s0.m4s', 's1.m4s'], 0, 'a.mp4').replace(
      '#EXTINF:2.000000,\ns1.m4s',
      '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="b.mp4"\n$&',
    );
    expect(await ingest(tenant, key, 'out.m3u8', text)).toBe(200);
    const { url, names } = await playlist(id);
    expect(names).toEqual(['0-0.m4s', '1-1.m4s']);
    for (const [name, content] of [
      ['0-init.mp4', 'a.mp4'],
      ['1-init.mp4', 'b.mp4'],
    ] as const)
      expect(await (await get(url.replace('index.m3u8', name))).text()).toBe(content);
  });

  it('takes a segment that is named twice once', async () => {
    const { id, key } = await running();
    for (const name of ['s0.ts', 's1.ts']) expect(await ingest(tenant, key, name, name)).toBe(200);
    expect(await ingest(tenant, key, 'out.m3u8', playlistOf(['s0.ts', 's1.ts', 's0.ts']))).toBe(200);
    expect((await playlist(id)).names).toEqual(['0-0.ts', '0-1.ts']);
  });

  it('is refused with byte ranges or keys, which say what to change', async () => {
    const { key } = await running();
    const plain = playlistOf(['s0.ts']);
    const send = (tag: string) => ingest(tenant, key, 'out.m3u8', plain.replace('#EXTINF', `${tag}\n#EXTINF`));
    expect(await send('#EXT-X-BYTERANGE:100@0')).toBe(422);
    expect(await send('#EXT-X-MAP:URI="main.mp4",BYTERANGE="604@0"')).toBe(422);
    expect(await send('#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/1"')).toBe(422);
    expect(await send('#EXT-X-KEY:METHOD=NONE')).toBe(200);
  });

  it('goes on with a discontinuity when the encoder starts again under the same names', async () => {
    const { id, key } = await running();
    for (const round of ['first', 'second']) {
      expect(await ingest(tenant, key, 'out0.ts', `${round} 0`)).toBe(200);
      expect(await ingest(tenant, key, 'out.m3u8', playlistOf(['out0.ts']))).toBe(200);
      expect(await ingest(tenant, key, 'out1.ts', `${round} 1`)).toBe(200);
      expect(await ingest(tenant, key, 'out.m3u8', playlistOf(['out0.ts', 'out1.ts']))).toBe(200);
    }
    await ok(admin, 'POST /course/auth/live/status/save', { id, status: 'ended' });
    const { text, url } = await playlist(id);
    expect(text.replace(/#EXT(M3U|-X-(VERSION|TARGET|MEDIA-SEQ|PLAYLIST).*|INF.*)\n/g, '')).toBe(
      '0-0.ts\n0-1.ts\n#EXT-X-DISCONTINUITY\n1-0.ts\n1-1.ts\n#EXT-X-ENDLIST\n',
    );
    expect(await (await get(url.replace('index.m3u8', '1-0.ts'))).text()).toBe('second 0');
  });

  it('shows viewers nothing of the test before the start', async () => {
    const { id, key } = await running({ status: 'planned', openedAt: null });
    await ingest(tenant, key, 'a0.ts', 'test');
    await ingest(tenant, key, 'a.m3u8', playlistOf(['a0.ts']));
    expect((await ok(learner, 'GET /course/auth/live/view', { id })).playback).toBeNull();
    const { previewUrl } = await ok(admin, 'GET /course/auth/live/host/view', { id });
    expect(await (await get(previewUrl!)).text()).toContain('0-0.ts');
    await ok(admin, 'POST /course/auth/live/status/save', { id, status: 'live' });
    await ingest(tenant, key, 'a1.ts', 'class');
    await ingest(tenant, key, 'a.m3u8', playlistOf(['a0.ts', 'a1.ts']));
    const { names, url } = await playlist(id);
    expect(names).toEqual(['0-1.ts']);
    expect((await get(url.replace('index.m3u8', '0-0.ts'))).status).toBe(404);
    expect((await call(learner, 'GET /course/auth/live/host/view', { id })).code).toBe(403);
  });
});

/** Sends six seconds of a test picture in three segments. */
async function sendPicture(key: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zhixing-live-'));
  try {
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10', '-t', '6'];
    const codec = ['-c:v', 'libx264', '-g', '20', '-f', 'hls', '-hls_time', '2', '-hls_list_size', '0'];
    const made = spawnSync(findFfmpeg(), [...source, ...codec, 'out.m3u8'], { cwd: folder });
    expect(made.status, made.stderr.toString()).toBe(0);
    for (const name of ['out0.ts', 'out1.ts', 'out2.ts', 'out.m3u8'])
      expect(await ingest(tenant, key, name, readFileSync(join(folder, name)))).toBe(200);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const view = (id: string) => ok(learner, 'GET /course/auth/live/view', { id });
const end = (id: string) => ok(admin, 'POST /course/auth/live/status/save', { id, status: 'ended' });
const settle = (id: string) => settleSession({ enterpriseId: tenant.id, sessionId: id }, new Date());
/** The segments of a class: their keys in the store, and how many rows there are. */
async function segmentsOf(id: string) {
  const rows = await withTenant(tenant.id, (db) =>
    db
      .select({ storeKey: file.storeKey })
      .from(liveSegment)
      .innerJoin(file, eq(file.id, liveSegment.fileId))
      .where(eq(liveSegment.sessionId, id)),
  );
  return rows.map(({ storeKey }) => storeKey);
}

describe('the recording', () => {
  it('becomes one file with a poster and the duration of what arrived, and counts as a part of the course', async () => {
    const { id, key, resourceId } = await running();
    await sendPicture(key);
    await end(id);
    expect(await view(id)).toMatchObject({ playback: { kind: 'hls' }, posterUrl: null });
    await mintRegistration(tenant, learner, courseId, 'approved');
    for (let i = 0; i < 2; i++) await settle(id);
    const notices = await ok(learner, 'POST /user/auth/notice/page');
    expect(notices.list.filter(({ path }) => path === `/live/watch/${id}`)).toMatchObject([
      { kind: 'live', detail: { event: 'recording' } },
    ]);
    const found = await view(resourceId);
    expect(found).toMatchObject({ recordingSeconds: 6, playback: { kind: 'file' } });
    const answer = await get(found.playback!.url);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(4, 8)
        .toString(),
    ).toBe('ftyp');
    const poster = await get(found.posterUrl!);
    expect(poster.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).toMatchObject({ width: 160, height: 90 });
    expect((await get(found.posterUrl!.replace(/.\/poster/, '_/poster'))).status).toBe(404);
  });

  it('replaces the segments a day after the end; after an interruption the next sweep goes on', async () => {
    const { id, key } = await running();
    await sendPicture(key);
    await end(id);
    await settle(id);
    const keys = await segmentsOf(id);
    expect(keys).toHaveLength(3);
    const store = await fileStore();
    const settledBefore = (hours: number) =>
      setLive(tenant, id, { settledAt: new Date(Date.now() - hours * 3600_000) });
    const failed: unknown[] = [];
    const sweep = () => sweepLive((error) => failed.push(error));
    await settledBefore(23);
    await sweep();
    expect(await segmentsOf(id)).toEqual(keys);
    // As if a sweep had been killed after the bytes of one segment.
    await store.delete(keys[0]!);
    await settledBefore(25);
    for (let again = 0; again < 2; again++) await sweep();
    expect(failed).toEqual([]);
    expect(await segmentsOf(id)).toEqual([]);
    expect(await Promise.all(keys.map((each) => store.exists(each)))).toEqual([false, false, false]);
    await settle(id);
    const found = await view(id);
    expect(found).toMatchObject({ recordingSeconds: 6, hasRecording: true, playback: { kind: 'file' } });
    expect((await get(found.playback!.url)).status).toBe(200);
    expect((await ok(admin, 'GET /course/auth/live/host/view', { id })).previewUrl).toBeNull();
  });

  it('stays in segments where they cannot become one file, or where one came after it', async () => {
    const broken = await running();
    expect(await ingest(tenant, broken.key, 'a0.ts', 'no picture')).toBe(200);
    expect(await ingest(tenant, broken.key, 'a.m3u8', playlistOf(['a0.ts']))).toBe(200);
    const late = await running();
    await sendPicture(late.key);
    for (const { id } of [broken, late]) {
      await end(id);
      await settle(id);
    }
    expect(await ingest(tenant, late.key, 'out3.ts', 'late')).toBe(200);
    await deleteSegments(tenant.id, new Date(Date.now() + 25 * 3600_000));
    expect((await view(broken.id)).playback?.kind).toBe('hls');
    expect(await segmentsOf(broken.id)).toHaveLength(1);
    expect(await segmentsOf(late.id)).toHaveLength(4);
  });
});
