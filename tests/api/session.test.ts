import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#src/server/account/session/token.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { analyze } from '#src/server/core/db/analyze.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { call, callWithCookies, ok } from '../factories/portal.ts';
import { companionOf, mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const LIST = 'GET /user/auth/user/info/session/list';
const END = 'DELETE /user/auth/user/info/session/end';
const OTHERS = 'DELETE /user/auth/user/info/session/end/others';
const VIEW = 'GET /user/auth/enterprise/user/info/current/view';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003133) NetType/WIFI Language/zh_CN';
const TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X810) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0';
const DINGTALK =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36 DingTalk/7.6.0';

let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant('一号企业');
});
beforeEach(async () => {
  person = await mintPerson(tenant);
});

/** Creates another session of the user. */
const another = async (more: Parameters<typeof mintSession>[2] = {}, at = tenant): Promise<TestPerson> => ({
  ...person,
  host: at.host,
  token: await mintSession(person.userId, at.id, more),
});
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const audited = (action: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.userId, person.userId), eq(auditLog.action, action))),
  );

it.each(['without', 'with'])('a request looks for its own session only, %s statistics of the tables', async (how) => {
  await withPortal((db) =>
    db.execute(sql`
      insert into portal.user_session (token_hash, companion_hash, id, user_id, enterprise_id, way, expires_at)
      select sha256(id::text::bytea), sha256(id::text::bytea), id, ${person.userId}, ${tenant.id}, 'password', now() + interval '1 day'
      from (select gen_random_uuid() as id from generate_series(1, 500)) as new`),
  );
  const token = hashToken(person.token);
  const companion = hashToken(companionOf(person.token));
  await withTenant(tenant.id, (db) =>
    db.execute(sql`
      insert into department (enterprise_id, id, name, path)
      select ${tenant.id}, gen_random_uuid(), ${how} || n, ${how} || n from generate_series(1, 500) as n`),
  );
  // Tables of one page are read as a whole, which is faster than their index.
  const others = Array.from({ length: 500 }, () => ({ id: randomUUID() }));
  await withPortal((db) => db.insert(userAccount).values(others));
  await withTenant(tenant.id, async (db) => {
    await db.insert(enterpriseUser).values(
      others.map(({ id }) => ({
        enterpriseId: tenant.id,
        userId: id,
        userName: '同事',
        userType: 1,
        isAdmin: false,
      })),
    );
    await db
      .insert(roleGrant)
      .values(others.map(({ id }) => ({ enterpriseId: tenant.id, userId: id, bundle: 'auditor' as const })));
  });
  if (how === 'with') await analyze(process.env.DATABASE_URL!);
  const READ = { department: 0, enterprise_user: 1, role_grant: 0, user_account: 1, user_session: 1 };
  const TABLES = Object.keys(READ);
  const { found, read } = await withTenant(tenant.id, async (_db, client) => {
    /** Rows that this connection has read so far. */
    const rowsRead = async () => {
      const { rows } = await client.query<{ rows: number }>(
        `select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables
         where relname = any($1) order by relname`,
        [TABLES],
      );
      return rows.map((table) => table.rows);
    };
    const before = await rowsRead();
    const { rows: found } = await client.query(
      'select user_id as "userId" from portal.find_viewers($1, array[$2::bytea], array[$3::bytea], 100000000)',
      [tenant.id, token, companion],
    );
    return { found, read: (await rowsRead()).map((rows, at) => [TABLES[at], rows - before[at]!]) };
  });
  expect(found).toEqual([{ userId: person.userId }]);
  const rows = Object.fromEntries(read) as typeof READ;
  expect(rows.user_session).toBe(1);
  // Without statistics PostgreSQL takes the members of an enterprise for few.
  if (how === 'with') expect(rows).toEqual(READ);
});

describe('session/list', () => {
  it('returns the current session first, then by last use, with device, place and login method', async () => {
    await another({ userAgent: EDGE, address: '114.114.114.114', lastUsedAt: ago(60), way: 'code' });
    await another({ userAgent: IPHONE, address: '::ffff:192.168.3.4', lastUsedAt: ago(30), way: 'wecom' });
    await another({ userAgent: TABLET, address: '2408:8000::1', lastUsedAt: ago(90) });
    await another({ userAgent: DINGTALK, address: '203.0.113.256', lastUsedAt: ago(120) });
    await another({ userAgent: null, address: null, lastUsedAt: ago(150), way: 'oidc' });
    const list = await ok(person, LIST);
    expect(list.map(({ current }) => current)).toEqual([true, false, false, false, false, false]);
    expect(list.slice(1)).toMatchObject([
      {
        kind: 'phone',
        browser: 'WeChat 8',
        system: 'iOS',
        place: '内部网络',
        way: 'wecom',
        enterpriseName: '一号企业',
      },
      { kind: 'desktop', browser: 'Microsoft Edge 131', system: 'Windows', place: '中国', way: 'code' },
      { kind: 'tablet', browser: 'Chrome 130', system: 'Android', place: '中国', way: 'password' },
      { kind: 'desktop', browser: 'DingTalk', system: 'macOS', place: null, address: '203.0.113.256' },
      { kind: 'desktop', browser: null, system: null, place: null, address: null, way: 'oidc' },
    ]);
    const english = await ok({ ...person, locale: 'en' }, LIST);
    expect(english.map(({ place }) => place).slice(1, 4)).toEqual(['Local network', 'China', 'China']);
    expect(JSON.stringify(list)).not.toMatch(/hash|token/i);
  });

  it('omits ended and expired sessions, and those of other users', async () => {
    await another({ endedAt: ago(1) });
    await another({ expiresAt: ago(1) });
    await mintPerson(tenant);
    expect(await ok(person, LIST)).toHaveLength(1);
  });

  it('returns the sessions in all enterprises, also for a user without an enterprise', async () => {
    const other = await mintTenant('二号企业');
    await withTenant(other.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: other.id, userId: person.userId, userName: '另一个名字' }),
    );
    await another({}, other);
    const names = (await ok(person, LIST)).map(({ enterpriseName }) => enterpriseName);
    expect(names).toEqual(['一号企业', '二号企业']);
    const withoutEnterprise = { host: tenant.host, token: await mintSession(person.userId, null) };
    expect(await ok(withoutEnterprise, LIST)).toMatchObject([{ current: true, enterpriseName: null }, {}, {}]);
  });

  it('is limited to this enterprise, like ending, for users authenticated by its provider', async () => {
    const other = await mintTenant();
    await withTenant(other.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: other.id, userId: person.userId, userName: '他处' }),
    );
    const elsewhere = await another({}, other);
    const byProvider = await another({ way: 'oidc' });
    const list = await ok(byProvider, LIST);
    expect(list).toHaveLength(2);
    expect(list.map(({ enterpriseName }) => enterpriseName)).toEqual(['一号企业', '一号企业']);
    const companies = await ok(byProvider, 'GET /user/auth/user/info/enterprise/list');
    expect(companies.map(({ enterpriseId }) => enterpriseId)).toEqual([tenant.id]);
    expect(await ok(byProvider, OTHERS)).toEqual({ count: 1 });
    expect((await call(elsewhere, VIEW)).code).toBe(200);
  });

  it('updates the time of last use every five minutes', async () => {
    const lastUsedOf = async ({ token }: TestPerson) => {
      const [row] = await withPortal((db) =>
        db
          .select()
          .from(userSession)
          .where(eq(userSession.tokenHash, hashToken(token))),
      );
      return row!.lastUsedAt.getTime();
    };
    const recent = await another({ lastUsedAt: ago(4) });
    const stale = await another({ lastUsedAt: ago(6) });
    const before = [await lastUsedOf(recent), await lastUsedOf(stale)];
    await ok(recent, VIEW);
    await ok(stale, VIEW);
    expect(await lastUsedOf(recent)).toBe(before[0]);
    expect(await lastUsedOf(stale)).toBeGreaterThan(before[1]! + 5 * 60_000);
  });
});

describe('ending sessions', () => {
  it('is immediate and audited', async () => {
    const stranger = await another();
    await ok(stranger, VIEW);
    const { id } = (await ok(person, LIST)).find(({ current }) => !current)!;
    await ok(person, END, { id });
    expect((await call(stranger, VIEW)).code).toBe(300);
    expect(await ok(person, LIST)).toHaveLength(1);
    expect(await audited('session.ended')).toEqual([{ detail: { sessionId: id } }]);
    expect((await call(person, END, { id })).code).toBe(404);
  });

  it('deletes the companion cookie with the current session', async () => {
    const [mine] = await ok(person, LIST);
    const { envelope, setCookies } = await callWithCookies(person, END, { id: mine!.id });
    expect(envelope.code).toBe(200);
    expect(setCookies.join()).toMatch(/^zhixing_companion=; Max-Age=0/);
    expect((await call(person, VIEW)).code).toBe(300);
  });

  it('returns 404 for sessions of other users, also to an administrator', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const [mine] = await ok(person, LIST);
    expect((await call(admin, END, { id: mine!.id })).code).toBe(404);
    expect((await call(admin, END, { id: crypto.randomUUID() })).code).toBe(404);
    expect((await call(admin, END, { id: 'x' })).code).toBe(422);
    await ok(person, VIEW);
  });

  it('of all others keeps the current one and those of other users', async () => {
    const colleague = await mintPerson(tenant);
    const other = await mintTenant();
    await withTenant(other.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: other.id, userId: person.userId, userName: '另一个名字' }),
    );
    const stranger = await another();
    const elsewhere = await another({}, other);
    await ok(elsewhere, VIEW);
    expect(await ok(person, OTHERS)).toEqual({ count: 2 });
    expect((await call(stranger, VIEW)).code).toBe(300);
    expect((await call(elsewhere, VIEW)).code).toBe(300);
    await ok(person, VIEW);
    await ok(colleague, VIEW);
    expect(await ok(person, OTHERS)).toEqual({ count: 0 });
    expect(await audited('session.ended.others')).toEqual([
      { detail: { sessionIds: [expect.any(String), expect.any(String)] } },
    ]);
  });
});
