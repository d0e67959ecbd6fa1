import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { fileRendition } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { makeRendition } from '#src/server/file/make-rendition.ts';
import { queueRenditions } from '#src/server/file/queue-renditions.ts';
import { MAX_ATTEMPTS } from '#src/server/file/rendition-row.ts';
import { fileStore } from '#src/server/file/store.ts';
import { makeRenditionJob } from '#src/server/jobs/make-rendition.ts';
import { findFfmpeg } from '../config/find-ffmpeg.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { ok, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Videos become HLS: with the real ffmpeg, with one that is killed, and without one. */

/** Length of the film, seconds. */
const SECONDS = 9;
const run = promisify(execFile);
let tenant: TestTenant;
let learner: TestPerson;
let folder: string;
let film: Buffer;
beforeAll(async () => {
  settings().ffmpegPath = findFfmpeg();
  folder = await mkdtemp(join(tmpdir(), 'd-rendition-'));
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=12:duration=${SECONDS}`];
  const sound = ['-f', 'lavfi', '-i', `sine=duration=${SECONDS}`];
  const path = join(folder, 'film.mp4');
  await run(settings().ffmpegPath!, [
    ...picture,
    ...sound,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
    path,
  ]);
  film = await readFile(path);
  tenant = await mintTenant();
  learner = await mintPerson(tenant);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A course with a video of these bytes. */
async function video(bytes: Buffer) {
  const [storeKey, courseId] = [`${tenant.id}/${randomUUID()}`, await mintCourse(tenant)];
  await (await fileStore()).put(storeKey, bytes);
  const resourceId = await mintResource(tenant, courseId, { totalDuration: SECONDS });
  const fileId = await withTenant(tenant.id, async (db) => {
    const [resource] = await db.select().from(courseResource).where(eq(courseResource.id, resourceId));
    await db.update(file).set({ storeKey, fileSize: bytes.length }).where(eq(file.id, resource!.fileId!));
    await db.insert(fileRendition).values({ enterpriseId: tenant.id, fileId: resource!.fileId! });
    return resource!.fileId!;
  });
  const job = { enterpriseId: tenant.id, fileId };
  const row = () =>
    withTenant(tenant.id, async (db) => {
      const here = and(eq(fileRendition.enterpriseId, tenant.id), eq(fileRendition.fileId, fileId));
      return (await db.select().from(fileRendition).where(here))[0]!;
    });
  const shown = async () => (await ok(learner, 'GET /course/auth/study/course/view', { courseId })).resources[0]!;
  return { job, row, shown };
}
const get = (path: string) => portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host } });

/** An executable in place of ffmpeg. */
async function program(script: string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}
async function withFfmpeg<T>(path: string, act: () => Promise<T>): Promise<T> {
  const real = settings().ffmpegPath;
  settings().ffmpegPath = path;
  try {
    return await act();
  } finally {
    settings().ffmpegPath = real;
  }
}

describe('a video', () => {
  it('becomes HLS in three qualities not above its own, with thumbnails, that ffmpeg can read', async () => {
    const { job, row, shown } = await video(film);
    expect(await shown()).toMatchObject({ hlsUrl: null, qualities: [], thumbnails: null });
    expect(await makeRendition(job, new Date())).toBeNull();
    expect(await row()).toMatchObject({ status: 'ready', attempts: 1, heights: [360, 240, 144], error: null });
    const { hlsUrl, qualities, thumbnails } = await shown();
    expect(qualities).toEqual([360, 240, 144]);
    const base = hlsUrl!.replace(/[^/]+$/, '');
    const master = await (await get(hlsUrl!)).text();
    for (const height of qualities) {
      expect(master).toMatch(new RegExp(`RESOLUTION=\\d+x${height}\\b`));
      expect(master).toContain(`\n${height}p.m3u8`);
      const playlist = await (await get(`${base}${height}p.m3u8`)).text();
      const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map((match) => Number(match[1]));
      expect(lengths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(SECONDS, 0);
      expect(playlist).toContain('#EXT-X-ENDLIST');
      const [first] = /\S+\.ts/.exec(playlist)!;
      const segment = join(folder, first);
      await writeFile(segment, Buffer.from(await (await get(base + first)).arrayBuffer()));
      const { stderr } = await run(settings().ffmpegPath!, ['-v', 'error', '-i', segment, '-f', 'null', '-']);
      expect(stderr).toBe('');
    }
    const { interval, count, columns, width, height, url } = thumbnails!;
    expect([interval, count, columns, width, height]).toEqual([2, 5, 5, 160, 90]);
    const picture = await sharp(Buffer.from(await (await get(url)).arrayBuffer())).metadata();
    expect([picture.width, picture.height]).toEqual([800, 90]);
    // A job that runs again changes nothing.
    const before = await row();
    expect(await makeRendition(job, new Date())).toBeNull();
    expect(await row()).toEqual(before);
  });

  it('that cannot be converted stays playable, is logged, and is left alone after some attempts', async () => {
    const { job, row, shown } = await video(Buffer.from('no video at all'));
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await expect(makeRenditionJob(job)).rejects.toThrow('no video that ffmpeg can read');
      expect(await row()).toMatchObject({ status: attempt < MAX_ATTEMPTS ? 'pending' : 'failed', attempts: attempt });
    }
    await makeRenditionJob(job);
    expect(await row()).toMatchObject({ status: 'failed', attempts: MAX_ATTEMPTS });
    const { hlsUrl, fileUrl } = await shown();
    expect(hlsUrl).toBeNull();
    expect(await (await get(fileUrl!)).text()).toBe('no video at all');
  });

  it('whose conversion is killed stays playable and is converted by the next attempt', async () => {
    const { job, row, shown } = await video(film);
    const real = settings().ffmpegPath!;
    // It reads the source, and dies while it writes.
    const dying = await program(`case "$*" in *-f\\ hls*) kill -9 $$ ;; *) exec ${real} "$@" ;; esac`);
    expect(await withFfmpeg(dying, () => makeRendition(job, new Date()))).toContain('a signal');
    expect(await row()).toMatchObject({ status: 'pending', attempts: 1, folder: null });
    expect(await shown()).toMatchObject({ hlsUrl: null });
    expect(await makeRendition(job, new Date())).toBeNull();
    expect(await row()).toMatchObject({ status: 'ready', attempts: 2, error: null });
  });

  it('waits where ffmpeg is not installed', async () => {
    const { job, row } = await video(film);
    expect(await withFfmpeg('/nowhere/ffmpeg', () => makeRendition(job, new Date()))).toBeNull();
    expect(await row()).toMatchObject({ status: 'pending', attempts: 0 });
  });
});

it('videos of members are queued once, other files never', async () => {
  const here = await mintTenant();
  const courseId = await mintCourse(here);
  await mintResource(here, courseId);
  await mintResource(here, courseId, { resourceType: 4, mime: 'application/pdf' });
  const queue = () => withTenant(here.id, (db) => queueRenditions(db, here.id));
  expect(await queue()).toBe(1);
  expect(await queue()).toBe(0);
});
