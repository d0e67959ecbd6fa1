import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { fileRendition } from '#src/server/file/tables.ts';
import { resourceAnswer, resourceCaption } from '#src/server/study/tables/media.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { renditionUrl } from '#src/server/file/file-url.ts';
import { renditionKey } from '#src/server/file/rendition.ts';
import { fileStore } from '#src/server/file/store.ts';
import { mintCourse, mintLecturer, mintMediaQuestion, mintResource } from '../factories/course.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { openPlayer, passTime, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const ROOM = 'GET /course/auth/study/course/view';
const EXPLAIN = 'GET /course/auth/study/explain';
const ANSWER = 'POST /course/auth/study/question/answer';
const RESULTS = 'GET /course/auth/study/question/results';
const ANSWERS = 'POST /course/auth/study/question/answer/page';

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
});

/** A course with one video of 1000 s, and a learner. */
async function lesson(more: Parameters<typeof mintCourse>[1] = {}) {
  const learner = await mintPerson(tenant);
  const courseId = await mintCourse(tenant, more);
  const resourceId = await mintResource(tenant, courseId, { totalDuration: 1000 });
  return { learner, courseId, resourceId };
}

describe('a course without skipping', () => {
  it('refuses seconds beyond what was watched, explains them, and accepts them once they follow', async () => {
    const { learner, courseId, resourceId } = await lesson({ noSkipping: true });
    expect(await ok(learner, ROOM, { courseId })).toMatchObject({ noSkipping: true });
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 300);
    expect(await player.report([[0, 30]])).toMatchObject({ acceptedSeconds: 30, refusal: null });
    expect(await player.report([[500, 520]])).toMatchObject({
      ...{ acceptedSeconds: 0, refusedSeconds: 20, refusal: 'skippedAhead' },
      resource: { watched: [[0, 30]] },
    });
    expect((await ok(learner, EXPLAIN, { resourceId })).refusals).toMatchObject([
      { reason: 'skippedAhead', claimedSeconds: 20, acceptedSeconds: 0 },
    ]);
    // Within the tolerance, and in the same report as what lies between.
    expect(await player.report([[33, 50], [50, 60], [600, 610]])).toMatchObject({
      ...{ acceptedSeconds: 27, refusedSeconds: 10, refusal: 'skippedAhead' },
    }); // prettier-ignore
    expect(await player.report([[5, 40]])).toMatchObject({ acceptedSeconds: 3, refusal: null });
  });

  it('lets a complete video be played freely', async () => {
    const { learner, courseId } = await lesson({ noSkipping: true, completionThreshold: 50 });
    const resourceId = await mintResource(tenant, courseId, { totalDuration: 100 });
    await watchWhole(tenant, learner, resourceId, 50);
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 30);
    expect(await player.report([[80, 90]])).toMatchObject({ acceptedSeconds: 10, refusal: null });
  });

  it('is a rule of its course only', async () => {
    const { learner, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 30);
    expect(await player.report([[500, 520]])).toMatchObject({ acceptedSeconds: 20, refusal: null });
  });
});

describe('the highest speed of a course', () => {
  it('is what the player offers and what counts', async () => {
    const { learner, courseId, resourceId } = await lesson({ maxPlaybackRate: '1.25' });
    expect(await ok(learner, ROOM, { courseId })).toMatchObject({ maxPlaybackRate: 1.25 });
    const player = await openPlayer(learner, resourceId);
    await player.report([]);
    await passTime(tenant, learner, 100);
    const { acceptedSeconds, refusal } = await player.report([[0, 200]]);
    expect(refusal).toBe('tooFast');
    // 100 s at 1.25, and the tolerance of 2 s.
    expect(acceptedSeconds).toBeGreaterThanOrEqual(125);
    expect(acceptedSeconds).toBeLessThanOrEqual(132);
  });
});

describe('the watermark of a course', () => {
  it('names the learner and the end of their phone number, only where it is set', async () => {
    const { learner, courseId } = await lesson({ watermark: true });
    const { watermark } = await ok(learner, ROOM, { courseId });
    expect(watermark).toMatch(/^\S.* \d{4}$/);
    const plain = await lesson();
    expect(await ok(plain.learner, ROOM, { courseId: plain.courseId })).toMatchObject({ watermark: null });
  });
});

describe('questions in a video', () => {
  it('stop the counting until a required one is answered', async () => {
    const { learner, resourceId } = await lesson();
    const questionId = await mintMediaQuestion(tenant, resourceId, { atSecond: 20 });
    await mintMediaQuestion(tenant, resourceId, { atSecond: 5, required: false });
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 300);
    expect(await player.report([[0, 60]])).toMatchObject({
      ...{ acceptedSeconds: 23, refusedSeconds: 37, refusal: 'questionFirst' },
    });
    await ok(learner, ANSWER, { questionId, chosen: ['B'] });
    await passTime(tenant, learner, 60);
    expect(await player.report([[20, 60]])).toMatchObject({ acceptedSeconds: 37, refusal: null });
    expect((await ok(learner, EXPLAIN, { resourceId })).refusals).toMatchObject([{ reason: 'questionFirst' }]);
  });

  it('tell the solution only after an answer, and keep attempts and the first answer', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const questionId = await mintMediaQuestion(tenant, resourceId, { explanation: '停机检修前必须上锁。' });
    const asked = async () => (await ok(learner, ROOM, { courseId })).resources[0]!.questions[0]!;
    const before = await asked();
    expect(before).toMatchObject({ id: questionId, atSecond: 10, kind: 'single', required: true, answer: null });
    expect(JSON.stringify(before)).not.toContain('停机');
    expect(await ok(learner, ANSWER, { questionId, chosen: ['B'] })).toEqual({
      ...{ chosen: ['B'], isRight: false, attempts: 1, rightKeys: ['A'], explanation: '停机检修前必须上锁。' },
    });
    expect(await ok(learner, ANSWER, { questionId, chosen: ['A'] })).toMatchObject({ isRight: true, attempts: 2 });
    expect((await asked()).answer).toMatchObject({ chosen: ['A'], isRight: true, attempts: 2, rightKeys: ['A'] });
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(resourceAnswer).where(eq(resourceAnswer.questionId, questionId)),
    );
    expect(rows).toMatchObject([{ userId: learner.userId, firstRight: false, isRight: true, attempts: 2 }]);
  });

  it('accept several options in any order, and true or false', async () => {
    const { learner, resourceId } = await lesson();
    const options = ['A', 'B', 'C'].map((key) => ({ key, text: key }));
    const several = await mintMediaQuestion(tenant, resourceId, { kind: 'multiple', options, rightKeys: ['A', 'C'] });
    expect(await ok(learner, ANSWER, { questionId: several, chosen: ['C', 'A', 'A'] })).toMatchObject({
      ...{ chosen: ['A', 'C'], isRight: true },
    });
    expect(await ok(learner, ANSWER, { questionId: several, chosen: ['A'] })).toMatchObject({ isRight: false });
    const judge = await mintMediaQuestion(tenant, resourceId, { kind: 'judge', options: [], rightKeys: ['F'] });
    expect(await ok(learner, ANSWER, { questionId: judge, chosen: ['T'] })).toMatchObject({ isRight: false });
    expect(await ok(learner, ANSWER, { questionId: judge, chosen: ['F'] })).toMatchObject({ isRight: true });
  });

  it.each([
    ['an option that does not exist', ['C']],
    ['two options of a single choice', ['A', 'B']],
    ['nothing', []],
    ['no letter', ['<b>']],
  ])('reject %s', async (_, chosen) => {
    const { learner, resourceId } = await lesson();
    const questionId = await mintMediaQuestion(tenant, resourceId);
    expect(await call(learner, ANSWER, { questionId, chosen })).toMatchObject({ code: 422 });
  });

  it('are 404 elsewhere, unpublished or invented, and 403 in a course that is not open', async () => {
    const { learner, resourceId } = await lesson();
    const questionId = await mintMediaQuestion(tenant, resourceId, { published: false });
    const stranger = await mintPerson(other);
    const open = await mintMediaQuestion(tenant, resourceId);
    for (const [who, id] of [[learner, questionId], [learner, randomUUID()], [stranger, open]] as [TestPerson, string][])
      expect(await call(who, ANSWER, { questionId: id, chosen: ['A'] })).toMatchObject({ code: 404 }); // prettier-ignore
    const closed = await lesson({ registrationRequired: true });
    const there = await mintMediaQuestion(tenant, closed.resourceId);
    expect(await call(closed.learner, ANSWER, { questionId: there, chosen: ['A'] })).toMatchObject({ code: 403 });
  });

  it('show their results to the lecturer of the course and administrators only', async () => {
    const teacher = await mintPerson(tenant, { userType: 2 });
    const colleague = await mintPerson(tenant, { userType: 2 });
    const admin = await mintPerson(tenant, { isAdmin: true });
    const lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
    const { learner, courseId, resourceId } = await lesson({ lecturerId });
    const second = await mintPerson(tenant);
    const questionId = await mintMediaQuestion(tenant, resourceId);
    const unasked = await mintMediaQuestion(tenant, resourceId, { atSecond: 50 });
    await ok(learner, ANSWER, { questionId, chosen: ['B'] });
    await ok(learner, ANSWER, { questionId, chosen: ['A'] });
    await ok(second, ANSWER, { questionId, chosen: ['A'] });
    for (const who of [teacher, admin]) {
      expect(await ok(who, ROOM, { courseId })).toMatchObject({ teaches: true });
      expect((await ok(who, RESULTS, { courseId })).questions).toMatchObject([
        { id: questionId, answeredCount: 2, firstRightCount: 1, rightCount: 2 },
        { id: unasked, answeredCount: 0, firstRightCount: 0, rightCount: 0 },
      ]);
      const { list, totalCount } = await ok(who, ANSWERS, { questionId });
      expect(totalCount).toBe(2);
      expect(list).toMatchObject([
        { userId: second.userId, attempts: 1, firstRight: true, isRight: true, chosen: ['A'] },
        { userId: learner.userId, attempts: 2, firstRight: false, isRight: true, chosen: ['A'] },
      ]);
    }
    expect(await ok(learner, ROOM, { courseId })).toMatchObject({ teaches: false });
    for (const [who, code] of [[learner, 403], [colleague, 404]] as [TestPerson, number][]) {
      expect(await call(who, RESULTS, { courseId })).toMatchObject({ code });
      expect(await call(who, ANSWERS, { questionId })).toMatchObject({ code });
    } // prettier-ignore
  });
});

const fileOf = (resourceId: string) =>
  withTenant(tenant.id, async (db) => {
    const [row] = await db
      .select({ file })
      .from(courseResource)
      .innerJoin(file, and(eq(file.enterpriseId, courseResource.enterpriseId), eq(file.id, courseResource.fileId)))
      .where(eq(courseResource.id, resourceId));
    return row!.file;
  });

describe('captions', () => {
  it('are offered in several languages, with signed addresses', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const texts: Record<string, string> = { zh: 'WEBVTT\n\n00:01.000 --> 00:02.000\n你好', en: 'broken, but served' };
    for (const [lang, text] of Object.entries(texts)) {
      const fileId = randomUUID();
      await (await fileStore()).put(fileId, text);
      await withTenant(tenant.id, async (db) => {
        await db.insert(file).values({
          ...{ enterpriseId: tenant.id, id: fileId, storeKey: fileId, sha256: fileId, fileName: `${lang}.vtt` },
          ...{ contentType: 'text/vtt', fileSize: Buffer.byteLength(text), visibility: 'member' },
        });
        await db.insert(resourceCaption).values({ enterpriseId: tenant.id, resourceId, lang, fileId });
      });
    }
    const { captions } = (await ok(learner, ROOM, { courseId })).resources[0]!;
    expect(captions.map(({ lang }) => lang)).toEqual(['en', 'zh']);
    for (const { lang, url } of captions) {
      const response = await portal.request(`http://${tenant.host}${url}`, { headers: { host: tenant.host } });
      expect([response.status, await response.text()]).toEqual([200, texts[lang]]);
    }
    const unsigned = captions[0]!.url.split('?')[0]!;
    expect((await portal.request(`http://${tenant.host}${unsigned}`, { headers: { host: tenant.host } })).status).toBe(
      404,
    );
  });
});

describe('an HLS rendition', () => {
  const FILES = {
    'master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n360p.m3u8\n',
    '360p.m3u8': '#EXTM3U\n#EXTINF:4,\n360p-00000.ts\n#EXT-X-ENDLIST\n',
    '360p-00000.ts': 'segment',
    'thumbnails.jpg': 'picture',
    // Beside the rendition, not of it.
    'secret.txt': 'secret',
  };
  const get = (path: string, host = tenant.host, headers: Record<string, string> = {}) =>
    portal.request(`http://${host}${path}`, { headers: { host, ...headers } });

  async function rendered() {
    const found = await lesson();
    const source = await fileOf(found.resourceId);
    const folder = randomUUID();
    for (const [name, text] of Object.entries(FILES))
      await (await fileStore()).put(renditionKey(source.storeKey, folder, name), text);
    const thumbnails = { interval: 5, count: 10, columns: 5, width: 160, height: 90 };
    await withTenant(tenant.id, (db) =>
      db.insert(fileRendition).values({
        ...{ enterpriseId: tenant.id, fileId: source.id, status: 'ready', folder, heights: [360], thumbnails },
      }),
    );
    const { hlsUrl, ...more } = (await ok(found.learner, ROOM, { courseId: found.courseId })).resources[0]!;
    return { ...found, source, hlsUrl: hlsUrl!, more, base: hlsUrl!.slice(0, hlsUrl!.lastIndexOf('/')) };
  }

  it('is served file by file under one signature, with ranges', async () => {
    const { hlsUrl, base, more } = await rendered();
    expect(more).toMatchObject({ qualities: [360], thumbnails: { url: `${base}/thumbnails.jpg`, count: 10 } });
    const master = await get(hlsUrl);
    expect([master.status, master.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.mpegurl']);
    expect(await master.text()).toBe(FILES['master.m3u8']);
    expect(await (await get(`${base}/360p.m3u8`)).text()).toBe(FILES['360p.m3u8']);
    const part = await get(`${base}/360p-00000.ts`, tenant.host, { range: 'bytes=0-2' });
    expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([206, 'seg', 'video/mp2t']);
    expect(part.headers.get('cache-control')).toBe('private, max-age=3600');
  });

  it('is 404 with another signature, tenant, video or name', async () => {
    const { base, hlsUrl, source } = await rendered();
    const [, , id, , key] = hlsUrl.split('/') as [string, string, string, string, string];
    const [expires, signature, folder] = key.split('.') as [string, string, string];
    const late = renditionUrl(tenant.id, source.id, folder, 'master.m3u8', new Date(Date.now() - 10 * 3600_000));
    const foreign = renditionUrl(other.id, source.id, folder, 'master.m3u8', new Date());
    const wrong = [
      `/media/${id}/hls/${Number(expires) + 3600}.${signature}.${folder}/master.m3u8`,
      `/media/${id}/hls/${expires}.${signature.slice(0, -1)}_.${folder}/master.m3u8`,
      `/media/${id}/hls/${expires}../master.m3u8`,
      `/media/${id}/hls/${expires}.${signature}/master.m3u8`,
      `/media/${id}/hls/${expires}.${signature}.${randomUUID()}/master.m3u8`,
      `/media/${randomUUID()}/hls/${key}/master.m3u8`,
      `/media/${await fileOf(await mintResource(tenant, (await lesson()).courseId)).then((row) => row.id)}/hls/${key}/master.m3u8`,
      late,
      foreign,
      `${base}/480p.m3u8`,
      `${base}/secret.txt`,
      `${base}/..%2f..%2fsecret.txt`,
      `${base}/%2e%2e%2fsecret.txt`,
      `${base}/360p.m3u8%00.ts`,
      // The signature of playlist and segments is not one of the original.
      `/media/${id}?expires=${expires}&signature=${signature}`,
    ];
    for (const path of wrong) expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get(hlsUrl, other.host)).status).toBe(404);
    expect((await get(foreign, other.host)).status).toBe(404);
    await withTenant(tenant.id, (db) =>
      db.update(fileRendition).set({ status: 'pending' }).where(eq(fileRendition.fileId, source.id)),
    );
    expect((await get(hlsUrl)).status).toBe(404);
  });
});
