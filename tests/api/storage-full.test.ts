import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { storageError } from '#src/server/http/storage-error.ts';
import { settings } from '#src/server/core/settings.ts';
import sharp from 'sharp';
import { mintCourse } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { pictureForm } from '../factories/upload.ts';

/* Responses while storage cannot be written. The errors are raised by the database. */

const TABLES = ['course_registration', 'file', 'export_record', 'exam_answer'];
const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
  await owner.connect();
  await owner.query(`
    create function portal.raise_disk_full() returns trigger language plpgsql as $$
    begin
      if new.enterprise_id = '${tenant.id}' then
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
      end if;
      return new;
    end $$`);
  for (const table of TABLES)
    await owner.query(
      `create trigger raise_disk_full before insert or update on ${table} for each row execute function portal.raise_disk_full()`,
    );
});
afterAll(async () => {
  await owner.query('drop function portal.raise_disk_full cascade');
  await owner.end();
});

/** Returns a request that saves an answer of an open attempt. */
async function openAttempt() {
  const exam = await mintExam(tenant);
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id });
  return { attemptId, epoch: 1, answers: [{ questionId: exam.ids.single[0], epoch: 1, revision: 1, answer: 'A' }] };
}

async function answerTo(path: string, body: BodyInit, type?: string) {
  const response = await portal.request(`http://${tenant.host}/gateway${path}`, {
    method: 'POST',
    headers: {
      host: tenant.host,
      authorization: `Bearer ${person.token}`,
      cookie: companionCookie(person.token),
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  });
  const { code } = (await response.json()) as { code: number };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

it.each([
  [
    'a save',
    '/course/auth/course/registration/save',
    async () => ({ courseId: await mintCourse(tenant, { registrationRequired: true }) }),
  ],
  ['a save of exam answers', '/exam/auth/user/exam/answer/save', openAttempt],
  ['an export', '/data/auth/credit/hour/change/record/export', async () => ({})],
])('%s returns 503 with Retry-After when the disk of the database is full', async (_what, path, input) => {
  const answer = await answerTo(path, JSON.stringify(await input()), 'application/json');
  expect(answer).toEqual({ status: 503, code: 503, retryAfter: '30' });
});

it('an upload returns 503 with Retry-After when the disk of the database is full', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const answer = await answerTo('/system/auth/upload/pic', pictureForm(picture));
  expect(answer).toEqual({ status: 503, code: 503, retryAfter: '30' });
});

it('returns 503 when the database is read-only', async () => {
  const readOnly = withTenant(tenant.id, async (_db, client) => {
    await client.query('set transaction read only');
    await client.query('delete from course_registration');
  });
  const error: unknown = await readOnly.catch((caught: unknown) => caught);
  expect(storageError(error, () => undefined)).toMatchObject({ code: 503, retryAfter: 30 });
});

it('converts a full disk of the file store to 503', async () => {
  const folder = join(settings().dataDir, 'files', tenant.id);
  await mkdir(folder, { recursive: true });
  await symlink('/dev/full', join(folder, 'full'));
  const store = await fileStore();
  // Node reports ENOENT for a new folder on a read-only file system.
  await symlink('/nowhere/at/all', join(folder, 'gone'));
  const writes = [
    () => store.put(`${tenant.id}/full`, Buffer.from('x')),
    () => store.put(`${tenant.id}/gone/new/file`, Buffer.from('x')),
    () => writeFile('/dev/full', 'x'),
  ];
  const logged: string[] = [];
  for (const write of writes) {
    const error: unknown = await write().then(
      () => expect.fail('must not be written'),
      (caught: unknown) => caught,
    );
    expect(storageError(error, (level, msg) => logged.push(`${level} ${msg}`))).toMatchObject({ code: 503 });
  }
  expect(logged).toEqual(writes.map(() => 'error storage cannot be written'));
  expect(storageError(new Error('other'), () => expect.fail('no storage error'))).toBeNull();
});
