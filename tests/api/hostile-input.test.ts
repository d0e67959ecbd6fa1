import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls } from '#src/contract/calls.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { sharedTransaction, withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { isSignedFor, memberFileUrl } from '#src/server/file/file-url.ts';
import { settings } from '#src/server/core/settings.ts';
import { mintCourse } from '../factories/course.ts';
import { call, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Values that the clients of the portal do not send. */

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});
afterEach(() => vi.restoreAllMocks());

/** Makes a call with input that its type does not allow. */
const hostile = (name: string, input: unknown) =>
  call(admin, name as 'POST /course/api/course/info/page', input as never);

describe('NUL characters', () => {
  it.each([
    ['POST /course/api/course/info/page', { keyword: '\0' }, 'keyword'],
    ['POST /course/auth/course/registration/save', { courseId: randomUUID(), note: 'a\0b' }, 'note'],
    ['POST /user/auth/lecturer/info/page', { keyword: 'x\0' }, 'keyword'],
    ['GET /system/api/sys/article/view', { id: '\0' }, 'id'],
    ['GET /system/api/enum/list', { enumName: '\0' }, 'enumName'],
    ['PUT /user/auth/enterprise/user/info/update', { userName: '\0' }, 'userName'],
    ['POST /exam/auth/user/exam/task/record/page', { list: [{ deep: '\0' }] }, 'list.0.deep'],
    ['POST /exam/auth/user/exam/task/record/page', { 'a\0': 1 }, ''],
  ])('in the input of %s are rejected at the field: %j', async (name, input, field) => {
    const { code, data } = await hostile(name, input);
    expect(code).toBe(422);
    expect(data).toMatchObject([{ field }]);
  });
});

it.each([
  ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['objects', `{"keyword":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_001)}`],
])('rejects a body of %s with too deep nesting, with 422', async (_kind, body) => {
  const headers = { host: tenant.host, 'content-type': 'application/json' };
  const url = `http://${tenant.host}/gateway/course/api/course/info/page`;
  const response = await portal.request(url, { method: 'POST', headers, body });
  expect(response.status).toBe(422);
});

describe('values that PostgreSQL does not accept', () => {
  it('are rejected with 422, also when only the database detects them', async () => {
    // A lone surrogate: valid text for JavaScript and zod, but not valid JSON for PostgreSQL.
    const courseId = await mintCourse(tenant, { registrationRequired: true });
    const asked = await hostile('POST /course/auth/course/registration/save', { courseId, note: 'x\ud800' });
    expect(asked).toMatchObject({ code: 422, data: null });
  });

  it('do not affect other calls of a page', async () => {
    const page = sharedTransaction(tenant.id);
    await expect(page.run((db) => db.execute(sql`select ${'secret'}::uuid`))).rejects.toThrow('SQLSTATE 22P02');
    expect((await page.run((db) => db.execute(sql`select count(*)::int as n from website`))).rows).toEqual([{ n: 1 }]);
    await page.end('COMMIT');
  });

  it('are not logged: errors contain the statement without its parameters', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const { logLevel } = settings();
    Object.assign(settings(), { logLevel: 'debug' });
    const courseId = await mintCourse(tenant, { registrationRequired: true });
    await hostile('POST /course/auth/course/registration/save', { courseId, note: 'very secret\ud800' });
    Object.assign(settings(), { logLevel });
    expect(lines.join('')).toContain('SQLSTATE 22');
    expect(lines.join('')).not.toMatch(/very secret|params:/);

    const errors = await Promise.all(
      [
        withTenant(tenant.id, (db) => db.execute(sql`select ${'very secret'}::uuid`)),
        withPortal((db) => db.insert(userAccount).values({ id: admin.userId, phone: admin.phone })),
      ].map((failing) =>
        failing.then(
          () => expect.fail('must fail'),
          (error: Error) => error,
        ),
      ),
    );
    for (const error of errors) {
      const { stack, message, cause } = error;
      expect(`${stack}${message}${JSON.stringify(error)}${JSON.stringify(cause)}`).not.toContain(admin.phone);
      expect(`${stack}${message}${JSON.stringify(error)}${(cause as Error).stack}`).not.toContain('very secret');
    }
  });
});

describe('numbers', () => {
  const PAGE = 'POST /course/api/course/info/page';

  it.each([
    true,
    false,
    null,
    '',
    ' 1',
    '0x10',
    '1e3',
    '1.0',
    'Infinity',
    [1],
    {},
    1.5,
    0,
    -1,
    9_999_999_999,
    '9999999999',
  ])('of a page cannot be %j', async (pageCurrent) => {
    expect(await hostile(PAGE, { pageCurrent })).toMatchObject({ code: 422, data: [{ field: 'pageCurrent' }] });
  });

  it('of a page can be decimal digits, and far beyond the last page', async () => {
    expect((await hostile(PAGE, { pageCurrent: '2', pageSize: '5' })).data).toMatchObject({
      pageCurrent: 2,
      pageSize: 5,
    });
    expect((await hostile(PAGE, { pageCurrent: 1_000_000 })).data).toMatchObject({ list: [] });
  });

  it('of all pages are bounded', async () => {
    const paged = Object.entries(calls).filter(([name]) => name.startsWith('POST') && /page$/.test(name));
    expect(paged.length).toBeGreaterThan(20);
    for (const [name, { input }] of paged) {
      // Feeds have positions instead of page numbers.
      const field = 'pageCurrent' in (input as { shape: object }).shape ? 'pageCurrent' : 'pageSize';
      expect((await hostile(name, { [field]: 9_999_999_999 })).data, name).toContainEqual(
        expect.objectContaining({ field }),
      );
    }
  });

  it('in the address of a file have one form only', () => {
    const now = new Date('2026-05-01T10:20:00Z');
    const id = randomUUID();
    const query = new URL(memberFileUrl(tenant.id, id, now), 'http://x').searchParams;
    expect(isSignedFor(tenant.id, id, query, now)).toBe(true);
    const expires = Number(query.get('expires'));
    for (const written of [
      `0x${expires.toString(16)}`,
      `${expires}.0`,
      ` ${expires}`,
      `0${expires}`,
      `${expires / 1000}e3`,
    ]) {
      query.set('expires', written);
      expect(isSignedFor(tenant.id, id, query, now), written).toBe(false);
    }
  });
});
