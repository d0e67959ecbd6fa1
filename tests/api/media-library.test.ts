import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { contentItem } from '#src/server/editing/tables.ts';
import { fileStore } from '#src/server/file/store.ts';
import { file } from '#src/server/file/tables.ts';
import { sweepMedia } from '#src/server/jobs/sweep-media.ts';
import { mediaFile, mediaUpload } from '#src/server/media/tables.ts';
import { finishUpload } from '#src/server/media/upload/finish-upload.ts';
import { http } from '../config/http.ts';
import { mintCourse } from '../factories/course.ts';
import { mintFolder, mintMedia, mintUpload } from '../factories/media.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The media library: uploads over real connections, and what is done with its files. */

const PATH = '/gateway/data/auth/media/upload';
const PAGE = 'POST /data/auth/media/page';
const VIEW = 'GET /data/auth/media/view';
const STATES = 'POST /data/auth/media/upload/states';
const OCTETS = 'application/offset+octet-stream';

let server: Server;
let port: number;
let tenant: TestTenant;
let editor: TestPerson;
let photo: Buffer;

beforeAll(async () => {
  server = createAdaptorServer({ fetch: portal.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  tenant = await mintTenant();
  editor = await mintPerson(tenant);
  await withTenant(tenant.id, (db) =>
    db.insert(roleGrant).values({ enterpriseId: tenant.id, userId: editor.userId, bundle: 'contentEditor' }),
  );
  photo = await sharp({ create: { width: 640, height: 360, channels: 3, background: { r: 9, g: 99, b: 199 } } })
    .png()
    .toBuffer();
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
type Metadata = Partial<Record<'filename' | 'folderId' | 'path' | 'fingerprint' | 'replacesId', string>>;
const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer, as = editor) =>
  http(port, as.host, path, {
    method,
    headers: {
      ...{ authorization: `Bearer ${as.token}`, cookie: companionCookie(as.token), 'tus-resumable': '1.0.0' },
      ...headers,
    },
    body,
  });
const create = (size: number, metadata: Metadata = {}, as = editor) =>
  send(
    'POST',
    PATH,
    {
      'upload-length': String(size),
      'upload-metadata': Object.entries({ filename: '照片.png', fingerprint: crypto.randomUUID(), ...metadata })
        .map(([name, value]) => `${name} ${base64(value)}`)
        .join(),
    },
    undefined,
    as,
  );
const patch = (address: string, offset: number, body: Buffer, as = editor) =>
  send('PATCH', address, { 'upload-offset': String(offset), 'content-type': OCTETS }, body, as);
/** Begins an upload. @returns its address */
async function begin(size: number, metadata?: Metadata): Promise<string> {
  const answer = await create(size, metadata);
  expect([answer.status, answer.text]).toEqual([201, '']);
  return answer.headers.location!;
}
const idOf = (address: string) => address.split('/').at(-1)!;
const finish = (id: string) => finishUpload({ enterpriseId: tenant.id, id }, new Date());
/** Uploads a file, as the job finishes it. @returns the state of the upload */
async function uploaded(bytes: Buffer, metadata?: Metadata) {
  const address = await begin(bytes.length, metadata);
  expect((await patch(address, 0, bytes)).status).toBe(204);
  await finish(idOf(address));
  return (await ok(editor, STATES, { ids: [idOf(address)] })).uploads[0]!;
}
const storedKeys = async () => {
  const keys: string[] = [];
  const { objects } = await (await fileStore()).listAll(tenant.id, { recursive: true });
  for (const each of objects) if (each.isFile) keys.push(each.key);
  return keys;
};
const pageOf = async (input: object = {}) => (await ok(editor, PAGE, input)).list.map(({ name }) => name);

describe('an upload', () => {
  it('arrives in pieces, and becomes a file of the library in the folders it was dropped with', async () => {
    const address = await begin(photo.length, { filename: 'photo.png', path: 'Courses/2026' });
    expect((await patch(address, 0, photo.subarray(0, 100))).headers['upload-offset']).toBe('100');
    expect((await send('HEAD', address)).headers).toMatchObject({ 'upload-offset': '100' });
    expect((await patch(address, 100, photo.subarray(100))).status).toBe(204);
    expect((await ok(editor, STATES, { ids: [idOf(address)] })).uploads).toMatchObject([{ state: 'checking' }]);
    await finish(idOf(address));
    const { folders } = await ok(editor, 'GET /data/auth/media/folder/list', {});
    expect(folders).toMatchObject([
      { name: '2026', count: 1 },
      { name: 'Courses', count: 0 },
    ]);
    const { list } = await ok(editor, PAGE, { folderId: folders[0]!.id });
    expect(list).toMatchObject([
      { name: 'photo.png', kind: 'picture', bytes: photo.length, width: 640, height: 360, uses: 0, fromPack: false },
    ]);
    const view = await ok(editor, VIEW, { id: list[0]!.id });
    const served = await http(port, tenant.host, view.url, {});
    expect([served.status, served.body.equals(photo)]).toEqual([200, true]);
    const small = await http(port, tenant.host, list[0]!.thumbnail!, {});
    expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await http(port, tenant.host, list[0]!.thumbnail!.split('?')[0]!, {})).status).toBe(404);
    // Only the file itself is left in the store.
    expect((await storedKeys()).filter((key) => key.includes('/uploads/'))).toEqual([]);
  });

  it('goes on where it was, also begun again in another tab', async () => {
    const fingerprint = 'top/1/2/photo.png';
    const address = await begin(photo.length, { fingerprint });
    await patch(address, 0, photo.subarray(0, 50));
    const { uploads } = await ok(editor, 'GET /data/auth/media/upload/list', {});
    expect(uploads).toMatchObject([{ id: idOf(address), fingerprint, received: 50, state: 'receiving' }]);
    const again = await create(photo.length, { fingerprint });
    expect([again.headers.location, again.headers['upload-offset']]).toEqual([address, '50']);
    const both = await Promise.all([0, 1].map(() => patch(address, 50, photo.subarray(50))));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    await finish(idOf(address));
    expect(await pageOf()).toHaveLength(1);
    // Somebody else with the same file has an upload of their own.
    const other = await mintPerson(tenant, { isAdmin: true });
    expect((await create(photo.length, { fingerprint }, other)).headers.location).not.toBe(address);
  });

  it.each([
    ['a page named as video', 'film.mp4', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', 'drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['an SVG named as PNG', 'drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a program', 'tool.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['bytes named as text', 'notes.txt', Buffer.from([1, 0, 2, 0, 3])],
  ])('is refused: %s', async (_, filename, bytes) => {
    const { state, problem, file: made } = await uploaded(bytes, { filename });
    expect([state, made]).toEqual(['refused', null]);
    expect(problem).toMatch(/./);
    expect(await storedKeys()).toEqual([]);
    expect(await pageOf()).toEqual([]);
  });

  it('gets the name of what it is', async () => {
    expect((await uploaded(photo, { filename: 'photo.jpg' })).file!.name).toBe('photo.png');
    expect((await uploaded(Buffer.from('# Read me'), { filename: 'a.md' })).file).toMatchObject({
      ...{ name: 'a.md', kind: 'document' },
    });
  });

  it('says which file has the same content already', async () => {
    const first = await uploaded(photo, { filename: 'one.png' });
    const second = await uploaded(photo, { filename: 'two.png' });
    const third = await uploaded(photo, { filename: 'one.png' });
    expect(first.sameAs).toBeNull();
    expect(second.sameAs).toMatchObject({ id: first.file!.id, name: 'one.png' });
    expect(third).toMatchObject({ file: { name: 'one (2).png' }, sameAs: { id: first.file!.id } });
    expect(await pageOf({ state: 'same', sort: 'name' })).toEqual(['one (2).png', 'one.png', 'two.png']);
  });

  it('does not exceed the largest file and the quota', async () => {
    expect((await create(4 * 1024 ** 3 + 1)).status).toBe(413);
    expect((await create(0)).status).toBe(422);
    await mintUpload(tenant, editor.userId, { fileSize: 500 * 1024 ** 3 - 10 });
    expect((await create(11)).status).toBe(409);
    expect((await create(10)).status).toBe(201);
    const { usedBytes, quotaBytes } = await ok(editor, 'GET /data/auth/media/quota', {});
    expect(usedBytes).toBe(quotaBytes);
  });

  it('is only for those who manage content, and only for its own user', async () => {
    const address = await begin(10);
    const learner = await mintPerson(tenant);
    const colleague = await mintPerson(tenant, { isAdmin: true });
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    expect((await create(10, {}, learner)).status).toBe(403);
    expect((await patch(address, 0, Buffer.alloc(10), learner)).status).toBe(403);
    for (const other of [colleague, stranger])
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const headers = { 'upload-offset': '0', 'content-type': OCTETS };
        expect((await send(method, address, headers, method === 'PATCH' ? photo : undefined, other)).status).toBe(404);
      }
    const foreign = await mintFolder(await mintTenant(), 'Elsewhere');
    expect((await create(10, { folderId: foreign })).status).toBe(404);
    expect((await create(10, { replacesId: crypto.randomUUID() })).status).toBe(404);
    expect((await send('DELETE', address)).status).toBe(204);
    expect((await send('HEAD', address)).status).toBe(404);
  });

  it('is removed after days without bytes, with its parts', async () => {
    const address = await begin(photo.length);
    await patch(address, 0, photo.subarray(0, 100));
    expect(await storedKeys()).toHaveLength(1);
    const later = new Date(Date.now() + (MEDIA_LIMITS.uploadDays * 24 + 1) * 3_600_000);
    await sweepMedia((error) => {
      throw error;
    }, later);
    expect(await storedKeys()).toEqual([]);
    expect((await send('HEAD', address)).status).toBe(404);
  });

  it('whose process was killed while it was joined is taken over by another one, and counts once', async () => {
    const address = await begin(photo.length);
    await patch(address, 0, photo);
    const id = idOf(address);
    const mine = and(eq(mediaUpload.enterpriseId, tenant.id), eq(mediaUpload.id, id));
    const set = (busyAt: Date) =>
      withTenant(tenant.id, (db) =>
        db
          .update(mediaUpload)
          .set({ busyAt, joinKey: `${tenant.id}/media/lost` })
          .where(mine),
      );
    await (await fileStore()).put(`${tenant.id}/media/lost`, 'half');
    await set(new Date());
    await finish(id);
    expect(await pageOf()).toEqual([]);
    await set(new Date(Date.now() - 120_000));
    await Promise.all([finish(id), finish(id)]);
    expect(await pageOf()).toHaveLength(1);
    expect(await storedKeys()).toHaveLength(1);
  });
});

describe('a file', () => {
  /** A course whose resource is the file. */
  async function inCourse(fileId: string, more: Partial<typeof courseResource.$inferInsert> = {}) {
    const courseId = await mintCourse(tenant);
    const id = crypto.randomUUID();
    await withTenant(tenant.id, (db) =>
      db.insert(courseResource).values({
        ...{ enterpriseId: tenant.id, id, courseId, code: id, subResourceName: 'Lesson', contentType: 2 },
        ...{ resourceType: 2, fileId, ...more },
      }),
    );
    return { id, courseId };
  }

  it('is found by name, kind, folder, use and captions', async () => {
    const folderId = await mintFolder(tenant, 'Films');
    const used = await mintMedia(tenant, 'video', { name: 'Used film.mp4', folderId });
    await mintMedia(tenant, 'video', { name: 'Other film.mp4' });
    await mintMedia(tenant, 'picture', { name: 'Picture.png', packHash: 'x' });
    await inCourse(used);
    await ok(editor, 'POST /data/auth/media/caption/upload', { id: used, lang: 'zh', file: vtt('你好') });
    expect(await pageOf({ keyword: 'FILM', sort: 'name' })).toEqual(['Other film.mp4', 'Used film.mp4']);
    expect(await pageOf({ kind: 'picture' })).toEqual(['Picture.png']);
    expect(await pageOf({ folderId })).toEqual(['Used film.mp4']);
    expect(await pageOf({ place: 'top', sort: '-name' })).toEqual(['Picture.png', 'Other film.mp4']);
    expect(await pageOf({ state: 'unused', sort: 'name' })).toEqual(['Other film.mp4', 'Picture.png']);
    expect(await pageOf({ state: 'uncaptioned' })).toEqual(['Other film.mp4']);
    expect(await pageOf({ source: 'pack' })).toEqual(['Picture.png']);
  });

  it('says where it is used, is deleted only when it is not, and can be restored', async () => {
    const [used, unused] = [await mintMedia(tenant), await mintMedia(tenant)];
    const { courseId } = await inCourse(used);
    expect((await ok(editor, VIEW, { id: used })).places).toMatchObject([
      { kind: 'resource', title: 'Lesson', underId: courseId },
    ]);
    const ids = [used, unused];
    const plan = await ok(editor, 'POST /data/auth/media/delete/plan', { ids });
    expect(plan).toMatchObject({ deletable: 1, usedCount: 1, used: [{ id: used, places: [{ kind: 'resource' }] }] });
    const remove = 'POST /data/auth/media/delete';
    expect(await call(editor, remove, { ids, deletable: 2 })).toMatchObject({ code: 409 });
    expect(await ok(editor, remove, { ids, deletable: 1 })).toEqual({ count: 1 });
    expect((await ok(editor, PAGE, {})).list.map(({ id }) => id)).toEqual([used]);
    expect((await ok(editor, PAGE, { place: 'deleted' })).list.map(({ id }) => id)).toEqual([unused]);
    expect(await ok(editor, 'PUT /data/auth/media/restore', { ids: [unused] })).toEqual({ count: 1 });
    expect((await ok(editor, PAGE, {})).totalCount).toBe(2);
  });

  it('is used by texts that show it, also by those of drafts', async () => {
    const [shown, drafted, other] = [
      await mintMedia(tenant, 'picture'),
      await mintMedia(tenant, 'picture'),
      await mintMedia(tenant, 'picture'),
    ];
    const { courseId } = await inCourse(await mintMedia(tenant));
    const text = (id: string) => `Before\n\n![A pump](/media/${id})`;
    const key = { enterpriseId: tenant.id, id: courseId };
    await withTenant(tenant.id, async (db) => {
      await db
        .update(course)
        .set({ description: text(shown) })
        .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
      await db.insert(contentItem).values({ ...key, kind: 'course', draft: { description: text(drafted) } });
    });
    for (const id of [shown, drafted])
      expect((await ok(editor, VIEW, { id })).places).toMatchObject([{ kind: 'course', id: courseId }]);
    expect((await ok(editor, VIEW, { id: other })).places).toEqual([]);
    const plan = await ok(editor, 'POST /data/auth/media/delete/plan', { ids: [shown, drafted, other] });
    expect(plan).toMatchObject({ deletable: 1, usedCount: 2 });
  });

  it('is used where its address stands in a text or its id in a draft, once for each place', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, () => mintMedia(tenant, 'picture')));
    const [first, shown, twice, covering, inItem, named] = files as [string, string, string, string, string, string];
    const id = await mintCourse(tenant, {
      description: `${named} /media/x ![](/media/${shown}) ![](/media/${twice}) ![](/media/${twice}) ![](/media/${first}`,
    });
    const draft = { coverFileId: covering, summary: named, items: [{ fileId: inItem, name: named }] };
    await withTenant(tenant.id, (db) =>
      db.insert(contentItem).values({ enterpriseId: tenant.id, id, kind: 'course', draft }),
    );
    const uses = new Map((await ok(editor, PAGE, { pageSize: 100 })).list.map((each) => [each.id, each.uses]));
    expect(files.map((each) => uses.get(each))).toEqual([1, 1, 1, 1, 1, 0]);
    const unused = await ok(editor, PAGE, { pageSize: 100, state: 'unused' });
    expect(unused).toMatchObject({ totalCount: 1, list: [{ id: named }] });
  });

  it('that was deleted is removed after a while, unless it is used again', async () => {
    const deletedAt = new Date(Date.now() - (MEDIA_LIMITS.deletedDays + 1) * 86_400_000);
    const [gone, used, fresh, older] = [
      await mintMedia(tenant, 'video', { deletedAt }),
      await mintMedia(tenant, 'video', { deletedAt }),
      await mintMedia(tenant, 'video', { deletedAt: new Date() }),
      await mintMedia(tenant, 'video', { deletedAt: new Date(Date.now() - 60_000) }),
    ];
    await ok(editor, 'POST /data/auth/media/caption/upload', { id: gone, lang: 'zh', file: vtt('你好') });
    await inCourse(used);
    await sweepMedia((error) => {
      throw error;
    });
    expect((await ok(editor, PAGE, {})).list.map(({ id }) => id)).toEqual([used]);
    expect((await ok(editor, PAGE, { place: 'deleted' })).list.map(({ id }) => id)).toEqual([fresh, older]);
    expect(await storedKeys()).toHaveLength(3);
    expect(await withTenant(tenant.id, (db) => db.$count(file, eq(file.id, gone)))).toBe(0);
  });

  it('is renamed with the revision that was read, and moved', async () => {
    const id = await mintMedia(tenant);
    const rename = 'PUT /data/auth/media/rename';
    expect(await ok(editor, rename, { id, name: 'First.mp4', revision: 1 })).toEqual({ revision: 2 });
    expect(await call(editor, rename, { id, name: 'Second.mp4', revision: 1 })).toMatchObject({ code: 409 });
    const folderId = await mintFolder(tenant, 'Films');
    const found = { filter: { keyword: 'first' }, count: 1 };
    expect(await ok(editor, 'PUT /data/auth/media/move', { found, folderId })).toEqual({ count: 1 });
    expect(await pageOf({ folderId })).toEqual(['First.mp4']);
    const wrong = { found: { ...found, count: 2 }, folderId: null };
    expect(await call(editor, 'PUT /data/auth/media/move', wrong)).toMatchObject({ code: 409 });
  });

  it('is replaced under its id: the length of its resources follows, the former version can be restored', async () => {
    const id = await mintMedia(tenant, 'video', { seconds: 100, content: 'former bytes' });
    const own = await inCourse(id, { totalDuration: 100 });
    const set = await inCourse(id, { totalDuration: 90 });
    const uploadId = await mintUpload(tenant, editor.userId, { replacesId: id });
    const before = await ok(editor, VIEW, { id });
    const plan = await ok(editor, 'GET /data/auth/media/replacement/view', { uploadId });
    expect(plan).toMatchObject({ before: { seconds: 100 }, after: { seconds: 60 }, placeCount: 2, studyingCount: 0 });
    const apply = 'POST /data/auth/media/replacement/apply';
    expect(await call(editor, apply, { uploadId, plan: 'another' })).toMatchObject({ code: 409 });
    expect(await ok(editor, apply, { uploadId, plan: plan.plan })).toEqual({ id });
    const durations = async () => {
      const rows = await withTenant(tenant.id, (db) => db.select().from(courseResource));
      return [own, set].map((of) => rows.find((row) => row.id === of.id)!.totalDuration);
    };
    expect(await durations()).toEqual([60, 90]);
    // Who watches the former version goes on with it; who opens it now gets the new one.
    expect((await http(port, tenant.host, before.url, {})).text).toBe('former bytes');
    const after = await ok(editor, VIEW, { id });
    expect((await http(port, tenant.host, after.url, {})).text).toBe('other bytes');
    expect(after).toMatchObject({ version: 2, seconds: 60, versions: [{ version: 1, seconds: 100 }] });
    expect((await http(port, tenant.host, after.url.replace('v=2', 'v=1'), {})).status).toBe(404);
    const back = await ok(editor, 'GET /data/auth/media/version/view', { id, version: 1 });
    await ok(editor, 'POST /data/auth/media/version/restore', { id, version: 1, plan: back.plan });
    const restored = await ok(editor, VIEW, { id });
    expect(restored).toMatchObject({ version: 3, seconds: 100, versions: [{ version: 2, seconds: 60 }] });
    expect((await http(port, tenant.host, restored.url, {})).text).toBe('former bytes');
    expect(await durations()).toEqual([100, 90]);
    await sweepMedia(
      (error) => {
        throw error;
      },
      new Date(Date.now() + (MEDIA_LIMITS.deletedDays + 1) * 86_400_000),
    );
    expect((await ok(editor, VIEW, { id })).versions).toEqual([]);
    expect(await storedKeys()).toHaveLength(1);
  });

  it('is not replaced by another kind of file', async () => {
    const id = await mintMedia(tenant, 'video');
    const { state, problem } = await uploaded(photo, { replacesId: id });
    expect([state, problem !== null]).toEqual(['refused', true]);
    expect((await storedKeys()).sort()).toEqual([`${tenant.id}/media/${id}`]);
  });

  it('has captions in several languages, read from WebVTT and SRT, with what was left out', async () => {
    const id = await mintMedia(tenant, 'video');
    const upload = 'POST /data/auth/media/caption/upload';
    const srt =
      '1\r\n00:00:01,500 --> 00:00:02,000\r\nTom & <i>Jerry</i>\r\n\r\n2\r\n00:00:09,000 --> 00:00:03,000\r\nlate\r\n';
    const answer = await ok(editor, upload, { id, lang: 'en', file: new File([srt], 'a.srt') });
    expect(answer).toMatchObject({ count: 1, problems: [{ line: 6 }] });
    // As Chinese Windows saves it.
    const gbk = new Uint8Array([0x31, 0x0a, ...Buffer.from('00:00:01,000 --> 00:00:02,000\n'), 0xc4, 0xe3, 0xba, 0xc3]);
    await ok(editor, upload, { id, lang: 'zh', file: new File([gbk], 'b.srt') });
    const { captionFiles } = await ok(editor, VIEW, { id });
    expect(captionFiles).toMatchObject([
      { lang: 'en', endSecond: 2 },
      { lang: 'zh', endSecond: 2 },
    ]);
    const texts = await Promise.all(captionFiles.map(async ({ url }) => (await http(port, tenant.host, url, {})).text));
    expect(texts[0]).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:02.000\nTom &amp; Jerry\n\n');
    expect(texts[1]).toContain('你好');
    expect(await call(editor, upload, { id, lang: 'de', file: new File(['nothing'], 'c.vtt') })).toMatchObject({
      ...{ code: 422, data: [{ field: 'file' }] },
    });
    const kept = await storedKeys();
    await ok(editor, upload, { id, lang: 'en', file: vtt('again') });
    expect(await storedKeys()).toHaveLength(kept.length);
    await ok(editor, 'DELETE /data/auth/media/caption/delete', { id, lang: 'en' });
    expect((await ok(editor, PAGE, {})).list[0]!.captions).toEqual(['zh']);
  });

  it('has a picture that stands for it, which is public', async () => {
    const id = await mintMedia(tenant, 'video');
    const poster = { id, file: new File([new Uint8Array(photo)], 'poster.png') };
    const { url } = await ok(editor, 'POST /data/auth/media/poster/upload', poster);
    expect((await http(port, tenant.host, url, {})).headers['content-type']).toBe('image/webp');
    expect((await ok(editor, PAGE, {})).list[0]!.thumbnail).toBe(`${url}/320.webp`);
    const picture = await mintMedia(tenant, 'picture');
    expect(await call(editor, 'POST /data/auth/media/poster/upload', { ...poster, id: picture })).toMatchObject({
      code: 409,
    });
    await ok(editor, 'DELETE /data/auth/media/poster/delete', { id });
    expect((await http(port, tenant.host, url, {})).status).toBe(404);
  });

  it('is made public when it is chosen for visitors; of two with the same content and name one is', async () => {
    const { file: chosen } = await uploaded(photo, { filename: 'cover.png' });
    expect((await http(port, tenant.host, `/media/${chosen!.id}`, {})).status).toBe(404);
    expect(await ok(editor, 'PUT /data/auth/media/publish', { ids: [chosen!.id] })).toEqual({ ids: [chosen!.id] });
    expect((await http(port, tenant.host, `/media/${chosen!.id}`, {})).status).toBe(200);
    const again = await uploaded(photo, { filename: 'cover.png' });
    expect(await ok(editor, 'PUT /data/auth/media/publish', { ids: [again.file!.id] })).toEqual({ ids: [chosen!.id] });
  });
});

describe('folders', () => {
  const save = 'POST /data/auth/media/folder/save';

  it('are named once, moved without circles, and deleted when they are empty', async () => {
    const { id: top } = await ok(editor, save, { name: 'Top' });
    const { id: below } = await ok(editor, save, { name: 'Below', parentId: top });
    expect(await call(editor, save, { name: 'Below', parentId: top })).toMatchObject({
      ...{ code: 422, data: [{ field: 'name' }] },
    });
    const was = { name: 'Top', parentId: null };
    expect(await call(editor, save, { id: top, name: 'Top', parentId: below, was })).toMatchObject({ code: 422 });
    const remove = 'DELETE /data/auth/media/folder/delete';
    expect(await call(editor, remove, { id: top })).toMatchObject({ code: 409 });
    await mintMedia(tenant, 'video', { folderId: below });
    expect(await call(editor, remove, { id: below })).toMatchObject({ code: 409 });
    await withTenant(tenant.id, (db) => db.update(mediaFile).set({ deletedAt: new Date() }));
    await ok(editor, remove, { id: below });
    expect((await ok(editor, 'GET /data/auth/media/folder/list', {})).folders).toMatchObject([{ id: top }]);
  });

  it('are listed by name, numbers by their value', async () => {
    for (const name of ['第10讲', '第2讲', 'b', '第1讲', 'A']) await mintFolder(tenant, name);
    const { folders } = await ok(editor, 'GET /data/auth/media/folder/list', {});
    expect(folders.map(({ name }) => name).filter((name) => name.endsWith('讲'))).toEqual(['第1讲', '第2讲', '第10讲']);
    expect(folders.map(({ name }) => name).filter((name) => name.length === 1)).toEqual(['A', 'b']);
  });

  it('that somebody else has renamed or moved meanwhile is not changed', async () => {
    const [id, other] = [await mintFolder(tenant, 'Shown'), await mintFolder(tenant, 'Other')];
    const was = { name: 'Shown', parentId: null };
    await ok(editor, save, { id, name: 'Shown', parentId: other, was });
    expect(await call(editor, save, { id, name: 'Mine', parentId: null, was })).toMatchObject({ code: 409 });
    const { folders } = await ok(editor, 'GET /data/auth/media/folder/list', {});
    expect(folders).toContainEqual(expect.objectContaining({ id, name: 'Shown', parentId: other }));
  });

  it('moved into each other at once make no circle', async () => {
    const [a, b] = [await mintFolder(tenant, 'A'), await mintFolder(tenant, 'B')];
    const answers = await Promise.all([
      call(editor, save, { id: a, name: 'A', parentId: b, was: { name: 'A', parentId: null } }),
      call(editor, save, { id: b, name: 'B', parentId: a, was: { name: 'B', parentId: null } }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422]);
  });
});

const vtt = (text: string) => new File([`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`], 'captions.vtt');
