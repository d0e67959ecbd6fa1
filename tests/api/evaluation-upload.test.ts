import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { docxParts, pptxParts } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { EVIDENCE_BYTES, EVIDENCE_QUOTA } from '#src/contract/rules/evaluation.ts';
import { erasePerson } from '#src/server/privacy/erase-person.ts';
import { findMember } from '#src/server/account/person/find-member.ts';
import { evidenceUpload } from '#src/server/evaluation/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { fileStore } from '#src/server/file/store.ts';
import { sweepEvaluations } from '#src/server/jobs/sweep-evaluations.ts';
import { http, type Answer } from '../config/http.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintEvaluated } from '../factories/evaluation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Resumable uploads (tus 1.0) of evidence over real connections. */

const PATH = '/gateway/course/auth/evaluation/upload';
const START = 'POST /course/auth/evaluation/start';
const VIEW = 'GET /course/auth/evaluation/view';

let server: Server;
let port: number;
/** Statuses of the server's answers, also of those that nobody received. */
const answered: number[] = [];
let tenant: TestTenant;
let teacher: TestPerson;
let person: TestPerson;
let evaluationId: string;
let photo: Buffer;

beforeAll(async () => {
  const fetch: typeof portal.fetch = async (...of) => {
    const answer = await portal.fetch(...of);
    answered.push(answer.status);
    return answer;
  };
  server = createAdaptorServer({ fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  tenant = await mintTenant();
  teacher = await mintPerson(tenant, { userType: 2 });
  const noise = { create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian' } } };
  photo = await sharp(noise as never)
    .png()
    .toBuffer();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  person = await mintPerson(tenant);
  const lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
  const courseId = await mintCourse(tenant, { lecturerId });
  evaluationId = (await ok(person, START, { resourceId: await mintEvaluated(tenant, courseId) })).id;
});

const headersOf = ({ token }: TestPerson) => ({
  authorization: `Bearer ${token}`,
  cookie: companionCookie(token),
  'tus-resumable': '1.0.0',
});
const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
  as = person,
): Promise<Answer> => http(port, as.host, path, { method, headers: { ...headersOf(as), ...headers }, body });
/** Sends the first bytes of a longer request and closes the connection. */
const breakOff = (
  method: string,
  path: string,
  headers: Record<string, string>,
  { part = Buffer.alloc(2_000, 65), after = 0 } = {},
) =>
  new Promise<void>((resolve) => {
    const broken = httpRequest({
      ...{ host: '127.0.0.1', port, path, method },
      headers: { ...headersOf(person), host: person.host, ...headers, 'content-length': String(part.length + 9_000) },
    });
    broken.on('error', () => resolve());
    broken.write(part, () => setTimeout(() => broken.destroy(new Error('broken')), after));
  });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const create = (size: number, { name = '照片.png', id = evaluationId, as = person } = {}) =>
  send(
    'POST',
    PATH,
    {
      'upload-length': String(size),
      'upload-metadata': `filename ${base64(name)},evaluationId ${base64(id)}`,
    },
    undefined,
    as,
  );
/** Creates an upload. @returns its address */
async function created(size: number, name?: string): Promise<string> {
  const answer = await create(size, { name });
  expect(answer.status).toBe(201);
  return answer.headers.location!;
}
const patch = (address: string, offset: number, body: Buffer, as = person) =>
  send('PATCH', address, { 'upload-offset': String(offset), 'content-type': OCTETS }, body, as);
const OCTETS = 'application/offset+octet-stream';
const offsetOf = async (address: string) => Number((await send('HEAD', address)).headers['upload-offset']);
const evidence = async (as = person) => (await ok(as, VIEW, { id: evaluationId })).evidence;

describe('the protocol', () => {
  it('names its version and extensions, and refuses other versions', async () => {
    const options = await send('OPTIONS', PATH);
    expect(options.status).toBe(204);
    expect(options.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-resumable': '1.0.0',
      'tus-extension': 'creation,expiration,termination',
      'tus-max-size': String(EVIDENCE_BYTES),
    });
    const old = await send('POST', PATH, { 'tus-resumable': '0.2.2', 'upload-length': '5' });
    expect(old.status).toBe(412);
    expect(old.headers['tus-version']).toBe('1.0.0');
  });

  it('takes a file in pieces, tells the offset, and shows it to the assessor with its content', async () => {
    const address = await created(photo.length);
    const first = await patch(address, 0, photo.subarray(0, 1000));
    expect(first.status).toBe(204);
    expect(first.headers['upload-offset']).toBe('1000');
    expect(Date.parse(first.headers['upload-expires'] as string)).toBeGreaterThan(Date.now());
    const head = await send('HEAD', address);
    expect(head.headers).toMatchObject({
      'upload-offset': '1000',
      'upload-length': String(photo.length),
      'cache-control': 'no-store',
    });
    expect(await evidence()).toMatchObject([{ received: 1000, url: null }]);
    expect((await call(person, 'POST /course/auth/evaluation/submit', { id: evaluationId, note: 'x' })).code).toBe(409);
    expect((await patch(address, 1000, photo.subarray(1000))).status).toBe(204);
    await ok(person, 'POST /course/auth/evaluation/submit', { id: evaluationId, note: '见照片' });
    const [shown] = await evidence(teacher);
    expect(shown).toMatchObject({ fileName: '照片.png', mime: 'image/png', fileSize: photo.length });
    const served = await http(port, tenant.host, shown!.url!);
    expect(served.body.equals(photo)).toBe(true);
    // What is submitted stays as it is.
    expect((await send('DELETE', address)).status).toBe(409);
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(evidenceUpload).where(eq(evidenceUpload.evaluationId, evaluationId)),
    );
    expect(row).toMatchObject({ parts: [], received: photo.length });
  });

  it('keeps what has arrived when the line breaks', async () => {
    const whole = Buffer.concat([photo, randomBytes(9 * 1024 * 1024)]);
    const address = await created(whole.length);
    await breakOff(
      'PATCH',
      address,
      { 'upload-offset': '0', 'content-type': OCTETS },
      { part: whole.subarray(0, 6 * 1024 * 1024) },
    );
    await expect.poll(() => offsetOf(address), { timeout: 10_000 }).toBeGreaterThan(0);
    // Nothing is lost: continuing at the acknowledged offset gives the same bytes.
    let offset = await offsetOf(address);
    await expect
      .poll(async () => {
        const answer = await patch(address, offset, whole.subarray(offset));
        if (answer.status === 409) offset = await offsetOf(address);
        return answer.status;
      })
      .toBe(204);
    const [shown] = await evidence();
    expect((await http(port, tenant.host, shown!.url!)).body.equals(whole)).toBe(true);
  });

  it('is no fault of the portal when the line breaks within a call, a form or a piece', async () => {
    const log: string[] = [];
    const { logLevel } = settings();
    settings().logLevel = 'info';
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => log.push(String(line)) > 0);
    const rounds = [
      // Before the portal reads the body, and while it waits for more of it.
      { after: 0, address: await created(9 * 1024 * 1024) },
      { after: 100, address: await created(9 * 1024 * 1024) },
    ];
    answered.length = 0;
    for (const { after, address } of rounds) {
      await breakOff(
        'PUT',
        '/gateway/user/auth/user/info/update/phone',
        { 'content-type': 'application/json' },
        { after },
      );
      await breakOff(
        'POST',
        '/gateway/system/auth/upload/pic',
        { 'content-type': 'multipart/form-data; boundary=x' },
        { after },
      );
      await breakOff('PATCH', address, { 'upload-offset': '0', 'content-type': OCTETS }, { after });
    }
    await expect.poll(() => answered, { timeout: 10_000 }).toEqual(Array(6).fill(422));
    spy.mockRestore();
    settings().logLevel = logLevel;
    expect(log).toEqual([]);
  });

  it('refuses a wrong offset; of two writers at the same offset one wins', async () => {
    const address = await created(photo.length);
    expect((await patch(address, 5, photo.subarray(5))).status).toBe(409);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => patch(address, 0, photo.subarray(0, 2000)).then(({ status }) => status)),
    );
    expect(answers.sort()).toEqual([204, 409, 409, 409]);
    expect(await offsetOf(address)).toBe(2000);
    const last = await Promise.all(
      Array.from({ length: 3 }, () => patch(address, 2000, photo.subarray(2000)).then(({ status }) => status)),
    );
    expect(last.sort()).toEqual([204, 409, 409]);
    expect(await evidence()).toMatchObject([{ received: photo.length, mime: 'image/png' }]);
    expect((await http(port, tenant.host, (await evidence())[0]!.url!)).body.equals(photo)).toBe(true);
  });

  it('of two last parts the one that comes second is refused, also when the parts it reads have been joined meanwhile', async () => {
    const address = await created(photo.length);
    await patch(address, 0, photo.subarray(0, 2000));
    const last = () => patch(address, 2000, photo.subarray(2000)).then(({ status }) => status);
    const store = await fileStore();
    const read = store.getStream.bind(store);
    const statuses: number[] = [];
    const slow = vi.spyOn(store, 'getStream').mockImplementationOnce(async (...of) => {
      statuses.push(await last());
      return read(...of);
    });
    statuses.push(await last());
    slow.mockRestore();
    expect(statuses).toEqual([204, 409]);
    expect(await evidence()).toMatchObject([{ received: photo.length, mime: 'image/png' }]);
    expect((await http(port, tenant.host, (await evidence())[0]!.url!)).body.equals(photo)).toBe(true);
  });

  it('refuses files that are too large, more bytes than announced, too many files, and more than the quota', async () => {
    expect((await create(EVIDENCE_BYTES + 1)).status).toBe(413);
    expect((await create(0)).status).toBe(422);
    const address = await created(10);
    expect((await patch(address, 0, Buffer.alloc(11))).status).toBe(413);
    expect(await offsetOf(address)).toBe(0);
    for (let n = 1; n < 5; n += 1) await created(10);
    expect((await create(10)).status).toBe(409);
    await withTenant(tenant.id, (db) =>
      db
        .update(evidenceUpload)
        .set({ fileSize: EVIDENCE_QUOTA })
        .where(eq(evidenceUpload.id, address.split('/').at(-1)!)),
    );
    const other = await mintEvaluated(tenant, await mintCourse(tenant, { lecturerId: await mintLecturer(tenant) }), {
      assessors: [teacher],
    });
    const { id } = await ok(person, START, { resourceId: other });
    expect(await create(10, { id })).toMatchObject({ status: 409, text: expect.stringContaining('空间') });
  });

  it('checks files by their content, not by their name', async () => {
    const script = Buffer.from('<html><script>alert(1)</script></html>');
    const address = await created(script.length, 'photo.png');
    const answer = await patch(address, 0, script);
    expect(answer.status).toBe(415);
    expect((await send('HEAD', address)).status).toBe(404);
    expect(await evidence()).toEqual([]);
    const folder = `${tenant.id}/evidence/${address.split('/').at(-1)}`;
    expect(await (await fileStore()).exists(folder)).toBe(false);
    expect((await send('PATCH', await created(3), { 'upload-offset': '0' }, Buffer.from('abc'))).status).toBe(415);
  });

  it('refuses what a browser or an office would run: GIF, pages with the first bytes of a picture, macros, bombs', async () => {
    const gif = await sharp(photo).resize(8, 8).gif().toBuffer();
    const macros = (type: string, name: string) => {
      const parts = type === 'pptx' ? pptxParts([{ title: 'x', points: [] }]) : docxParts([]);
      const types = String(parts['[Content_Types].xml']).replaceAll(
        /application\/vnd\.openxmlformats-[\w.-]*main\+xml/g,
        name,
      );
      return zip({ ...parts, '[Content_Types].xml': types, 'ppt/vbaProject.bin': 'Sub AutoOpen()' });
    };
    const hostile: [string, Buffer][] = [
      ['a GIF', gif],
      ['a page that begins like a GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1')],
      ['a page that begins like a PDF, further down', Buffer.from(`<html>${' '.repeat(2_000)}%PDF-1.7`)],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['slides with macros', macros('pptx', 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml')],
      ['a text with macros', macros('docx', 'application/vnd.ms-word.document.macroEnabled.main+xml')],
      ['a table of contents of 100 MB', zip({ '[Content_Types].xml': ' '.repeat(100_000_000) })],
      ['an archive', zip({ 'a.html': '<script>alert(1)</script>' })],
    ];
    // Making them takes as long as the server keeps an idle connection: the client has to notice that it is closed.
    await sleep(100);
    for (const [what, bytes] of hostile)
      expect((await patch(await created(bytes.length, 'photo.png'), 0, bytes)).status, what).toBe(415);
    expect(await evidence()).toEqual([]);
  });

  it('serves Office files of others as downloads that no page can use, whatever they contain and are called', async () => {
    const parts = pptxParts([{ title: '<script>alert(1)</script>', points: [] }]);
    const slides = zip({ ...parts, 'ppt/evil.html': '<script>alert(document.cookie)</script>' });
    const name = 'a"; filename=evil.html; x=.html';
    expect((await patch(await created(slides.length, name), 0, slides)).status).toBe(204);
    await ok(person, 'POST /course/auth/evaluation/submit', { id: evaluationId, note: 'x' });
    const [shown] = await evidence(teacher);
    expect(shown).toMatchObject({ mime: expect.stringContaining('presentationml'), fileSize: slides.length });
    const served = await http(port, tenant.host, shown!.url!);
    expect(served.body.equals(slides)).toBe(true);
    expect(served.headers).toMatchObject({
      'content-type': expect.stringContaining('presentationml'),
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect(served.headers.x).toBeUndefined();
    // The address is signed for this file and this tenant.
    const url = new URL(shown!.url!, `http://${tenant.host}`);
    for (const wrong of [
      url.pathname,
      url.pathname + url.search.replace(/expires=\d+/, 'expires=99999999999'),
      url.pathname.replace(/[0-9a-f](?=$)/, (digit) => (digit === '0' ? '1' : '0')) + url.search,
    ])
      expect((await http(port, tenant.host, wrong)).status, wrong).toBe(404);
    expect((await http(port, (await mintTenant()).host, shown!.url!)).status).toBe(404);
  });

  it('answers 404 for uploads and evaluations of others and of other tenants, and 401 without a session', async () => {
    const address = await created(photo.length);
    const elsewhere = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const as of [await mintPerson(tenant), teacher, await mintPerson(tenant, { isAdmin: true }), elsewhere]) {
      expect((await send('HEAD', address, {}, undefined, as)).status).toBe(404);
      expect((await patch(address, 0, photo, as)).status).toBe(404);
      expect((await send('DELETE', address, {}, undefined, as)).status).toBe(404);
      expect((await create(10, { as })).status).toBe(404);
    }
    expect((await create(10, { id: randomUUID() })).status).toBe(404);
    const { status } = await http(port, tenant.host, address, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect(status).toBe(401);
    const foreign = await send('POST', PATH, { origin: 'https://evil.example', 'upload-length': '5' });
    expect(foreign.status).toBe(403);
  });

  it('deletes a file with its bytes, and expired uploads with their parts', async () => {
    const address = await created(photo.length);
    await patch(address, 0, photo);
    const stored = () =>
      withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.uploadedBy, person.userId)));
    const { storeKey } = (await stored())[0]!;
    expect(await (await fileStore()).exists(storeKey)).toBe(true);
    expect((await send('DELETE', address)).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect(await (await fileStore()).exists(storeKey)).toBe(false);

    const old = await created(photo.length);
    await patch(old, 0, photo.subarray(0, 500));
    const id = old.split('/').at(-1)!;
    const ofOld = eq(evidenceUpload.id, id);
    const read = async () => (await withTenant(tenant.id, (db) => db.select().from(evidenceUpload).where(ofOld)))[0];
    const [part] = (await read())!.parts;
    await withTenant(tenant.id, (db) =>
      db
        .update(evidenceUpload)
        .set({ expiresAt: new Date(0) })
        .where(ofOld),
    );
    expect((await send('HEAD', old)).status).toBe(404);
    expect((await patch(old, 500, photo.subarray(500))).status).toBe(404);
    const failed: unknown[] = [];
    await sweepEvaluations((error) => failed.push(error));
    expect(failed).toEqual([]);
    expect(await read()).toBeUndefined();
    expect(await (await fileStore()).exists(part!)).toBe(false);
  });

  it('deletes the parts of unfinished uploads when the data of the person are erased', async () => {
    const address = await created(photo.length);
    for (const [from, to] of [
      [0, 500],
      [500, 900],
    ] as const)
      expect((await patch(address, from, photo.subarray(from, to))).status).toBe(204);
    const [stored] = await withTenant(tenant.id, (db) =>
      db.select().from(evidenceUpload).where(eq(evidenceUpload.userId, person.userId)),
    );
    expect(stored!.parts).toHaveLength(2);
    await erasePerson(await findMember(tenant.key, { phone: person.phone }), { now: new Date() });
    const store = await fileStore();
    expect(await Promise.all(stored!.parts.map((part) => store.exists(part)))).toEqual([false, false]);
  });
});
