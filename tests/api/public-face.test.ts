import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { file } from '#src/server/file/tables.ts';
import { article, website } from '#src/server/site/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintCourse } from '../factories/course.ts';
import { call, ok, portal, type Caller } from '../factories/portal.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* A closed tenant shows content to its members only; others get only what login needs. */

let closed: TestTenant;
let open: TestTenant;
let member: TestPerson;
/** Logged in, but not to an enterprise. */
let stranger: Caller;

const setFace = async (tenant: TestTenant, publicFace: boolean) => {
  await withTenant(tenant.id, (db) =>
    db.update(website).set({ publicFace }).where(eq(website.enterpriseId, tenant.id)),
  );
  forgetTenants();
};

beforeAll(async () => {
  closed = await mintTenant('Closed');
  open = await mintTenant('Open');
  member = await mintPerson(closed);
  const userId = randomUUID();
  await withPortal((db) => db.insert(userAccount).values({ id: userId, phone: `19${String(Date.now()).slice(-9)}` }));
  stranger = { host: closed.host, token: await mintSession(userId, null) };
  for (const tenant of [closed, open]) {
    await mintCourse(tenant);
    await mintAnnouncement(tenant);
    await withTenant(tenant.id, (db) =>
      db.insert(article).values(
        ['about', 'agreement', 'privacy'].map((code) => ({
          enterpriseId: tenant.id,
          code,
          title: { zh: code },
          body: { zh: code },
        })),
      ),
    );
  }
  await setFace(closed, false);
});

/**
 * Operations that everybody can call at a closed tenant: login and what it needs. An operation that shows content is
 * not added here but declared with `auth: 'visitor'`.
 */
const STAYS_OPEN: Call[] = [
  'POST /user/api/user/info/login/pwd',
  'POST /user/api/user/info/login/verification/code',
  'POST /user/api/user/info/send/verification/code',
  'POST /user/api/user/info/login/ewx',
  'POST /user/api/user/info/login/oidc',
  'POST /user/api/user/info/login/begin',
  'POST /user/api/user/info/login/continue',
  'POST /user/api/user/info/login/handoff',
  'GET /user/api/user/info/login/way/list',
  'PUT /user/api/user/info/reset/password',
  'POST /user/api/user/info/pwd/update',
  'GET /user/api/user/info/get/image/verification/code',
  'POST /user/api/user/info/invitation/view',
  'POST /user/api/user/info/invitation/accept',
  'POST /user/api/notice/unsubscribe/view',
  'POST /user/api/notice/unsubscribe/save',
  'POST /system/api/region/list',
  'POST /system/api/website/view',
  'POST /system/api/sys/article/list',
  'GET /system/api/sys/article/view',
  'GET /system/api/enum/list',
  'POST /user/api/user/info/login/second',
  'POST /user/api/user/info/login/passkey/begin',
  'POST /user/api/user/info/login/passkey',
  // Whoever holds a statement proves with its number, which cannot be guessed.
  'GET /data/api/statement/verify',
  // People log in at a shared terminal, and a browser becomes one with a code.
  'POST /user/api/terminal/register',
  'GET /user/api/terminal/view',
  'POST /user/api/terminal/login',
  // Anybody may check a certificate or a dispute file.
  'GET /course/api/certificate/verify',
  'GET /exam/api/evidence/key',
];
const ALL = Object.entries(calls) as [Call, CallContract][];
const ofVisitors = ALL.filter(([, { auth }]) => auth === 'visitor').map(([name]) => name);

describe('operations of a closed tenant', () => {
  it('are public only where login or proof needs them', () => {
    const open = ALL.filter(([, { auth }]) => auth === 'public').map(([name]) => name);
    expect(open.sort()).toEqual([...STAYS_OPEN].sort());
    expect(ofVisitors.length).toBeGreaterThan(15);
  });

  it.each(ofVisitors)(
    '%s returns 300 to visitors, 301 without an enterprise, and data to members and at an open tenant',
    async (name) => {
      expect((await call(closed.anonymous, name, {})).code).toBe(300);
      expect((await call(stranger, name, {})).code).toBe(301);
      expect((await call({ ...member, host: open.host }, name, {})).code).not.toBe(300);
      for (const who of [member, open.anonymous]) expect([200, 404, 422]).toContain((await call(who, name, {})).code);
    },
  );

  it('return only the texts that require consent to non-members, and never a cached response of a member', async () => {
    const codes = async (who: Caller) =>
      (await ok(who, 'POST /system/api/sys/article/list')).list.map(({ code }) => code);
    for (let i = 0; i < 2; i++) {
      expect((await codes(member)).sort()).toEqual(['about', 'agreement', 'privacy']);
      expect((await codes(closed.anonymous)).sort()).toEqual(['agreement', 'privacy']);
      expect((await codes(stranger)).sort()).toEqual(['agreement', 'privacy']);
      for (const [who, code] of [
        [member, 200],
        [closed.anonymous, 404],
        [stranger, 404],
      ] as const)
        expect((await call(who, 'GET /system/api/sys/article/view', { id: 'about' })).code).toBe(code);
      expect((await call(closed.anonymous, 'GET /system/api/sys/article/view', { id: 'privacy' })).code).toBe(200);
    }
  });
});

it('serves pictures to members, and logo and icon to everybody', async () => {
  const picture = async () => {
    const id = randomUUID();
    await withTenant(closed.id, (db) =>
      db.insert(file).values({
        enterpriseId: closed.id,
        id,
        storeKey: id,
        sha256: id.replaceAll('-', '').repeat(2),
        fileName: 'x.png',
        contentType: 'image/png',
        fileSize: 0,
        visibility: 'public',
      }),
    );
    return id;
  };
  const [cover, logo] = [await picture(), await picture()];
  await withTenant(closed.id, (db) =>
    db.update(website).set({ logoFileId: logo }).where(eq(website.enterpriseId, closed.id)),
  );
  const get = (id: string, who: Caller, more = '') =>
    portal.request(`http://${closed.host}/media/${id}${more}`, {
      method: 'HEAD',
      headers: {
        host: who.host,
        ...(who.token && {
          authorization: `Bearer ${who.token}`,
          cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}`,
        }),
      },
    });
  expect((await get(cover, closed.anonymous)).status).toBe(404);
  expect((await get(cover, closed.anonymous, '?signature=x&expires=9999999999')).status).toBe(404);
  expect((await get(cover, closed.anonymous, '/320.webp')).status).toBe(404);
  expect((await get(cover, stranger)).status).toBe(404);
  expect((await get(logo, closed.anonymous)).status).toBe(200);
  const mine = await get(cover, member);
  expect(mine.status).toBe(200);
  expect(mine.headers.get('cache-control')).toContain('private');
});

it('excludes search engines', async () => {
  const get = (path: string) => portal.request(`http://${closed.host}${path}`, { headers: { host: closed.host } });
  expect(await (await get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  for (const path of [
    '/sitemap.xml',
    '/sitemap-lists-1.xml',
    '/sitemap-courses-1.xml',
    '/info/rss.xml',
    '/en/info/rss.xml',
    '/share/site.png',
  ])
    expect((await get(path)).status, path).toBe(404);
});

it('announces a change of publicFace to all processes', async () => {
  const tenant = await mintTenant('Switch');
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  const heard: { enterpriseId: string; tags: string[] }[] = [];
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload!) as (typeof heard)[number]));
  await listener.query('listen zhixing_changes');
  const known = async () =>
    (await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.id, tenant.id))))[0]!.publicFace;
  expect(await known()).toBe(true);
  for (const face of [false, true]) {
    await setFace(tenant, face);
    expect(await known()).toBe(face);
    await listener.query('select 1');
    expect(heard.filter(({ enterpriseId }) => enterpriseId === tenant.id).at(-1)?.tags).toEqual(['tenant', 'site']);
    expect((await call(tenant.anonymous, 'POST /course/api/course/info/page')).code).toBe(face ? 200 : 300);
  }
  await listener.end();
});
