import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import * as account from '#src/server/core/db/schema/account.ts';
import { website } from '#src/server/core/db/schema/site.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

type Row = { relname: string; relrowsecurity: boolean; relforcerowsecurity: boolean; policies: string[] };

let one: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  one = await mintTenant('One');
  other = await mintTenant('Other');
});

it('forces row level security on every table in public, with one policy that names the enterprise', async () => {
  const { rows } = await withPortal((db) =>
    db.execute<Row>(sql`
      select c.relname, c.relrowsecurity, c.relforcerowsecurity,
             array(select coalesce(p.qual, '') || ' / ' || coalesce(p.with_check, '') from pg_policies p
                   where p.schemaname = 'public' and p.tablename = c.relname order by p.policyname desc) as policies
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')`),
  );
  expect(rows.length).toBeGreaterThan(20);
  // The index of searches has a second one, for the role of `portal.search` alone (search-index.test.ts).
  const expected = (name: string) => (/^search_(document|dirty)$/.test(name) ? 2 : 1);
  const open = rows.filter(
    (row) => !row.relrowsecurity || !row.relforcerowsecurity || row.policies.length !== expected(row.relname),
  );
  expect(open.map((row) => row.relname)).toEqual([]);
  for (const row of rows)
    expect(row.policies[0]).toMatch(/enterprise_id = .*app\.enterprise_id.* \/ .*enterprise_id = .*app\.enterprise_id/);
});

/** What has no tenant: a new one is a decision, and reached only from where the lint rules allow it. */
const GLOBAL = [
  'enterprise',
  'membership',
  'picture_code',
  'rate_limit',
  'session_handoff',
  'user_account',
  'user_session',
  'verification_code',
];
/** Tables of issue 3 that must not be global. */
const OF_TENANTS = [
  'article_version',
  'enterprise_info',
  'login_attempt',
  'login_setting',
  'user_consent',
  'user_identity',
];
const tablesOf = async (schema: string) => {
  const { rows } = await withPortal((db) =>
    db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = ${schema} order by 1`),
  );
  return rows.map(({ name }) => name);
};

it('keeps few tables outside of tenants, and sign-in settings, attempts, identities and consents inside', async () => {
  expect(await tablesOf('portal')).toEqual(GLOBAL);
  expect(await tablesOf('public')).toEqual(expect.arrayContaining(OF_TENANTS));
});

it('shows no row of another tenant in any table, whatever is asked for', async () => {
  const seen = await withTenant(one.id, async (_db, client) => {
    const foreign: string[] = [];
    for (const table of await tablesOf('public')) {
      const { rows } = await client.query(`select 1 from "${table}" where enterprise_id <> $1 limit 1`, [one.id]);
      if (rows.length > 0) foreign.push(table);
    }
    return foreign;
  });
  expect(seen).toEqual([]);
});

it('starts every primary, unique and foreign key of a tenant table with enterprise_id', async () => {
  const { rows } = await withPortal((db) =>
    db.execute<{ key: string; first: string }>(sql`
      select c.conrelid::regclass || ' ' || c.conname as key,
             (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) as first
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace
      where n.nspname = 'public' and c.contype in ('p', 'u', 'f')
        and not (c.contype = 'f' and (select nspname from pg_namespace f join pg_class k on k.relnamespace = f.oid
                                      where k.oid = c.confrelid) = 'portal')`),
  );
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter(({ first }) => first !== 'enterprise_id').map(({ key }) => key)).toEqual([]);
});

it('runs as a role that is neither superuser nor owner, even after RESET ROLE', async () => {
  for (const prelude of ['select 1', 'reset role', 'set role none']) {
    const found = await withPortal(async (db) => {
      await db.execute(sql.raw(prelude)).catch(() => undefined);
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from public.website`);
      return rows[0]!.n;
    }).catch(() => 0);
    expect(found).toBe(0);
  }
});

it('shows and takes rows of one tenant only', async () => {
  const seen = await withTenant(one.id, (db) => db.select({ id: website.enterpriseId }).from(website));
  expect(seen).toEqual([{ id: one.id }]);
  const foreign = withTenant(one.id, (db) =>
    db
      .update(website)
      .set({ brandColor: '#000000' })
      .where(sql`enterprise_id = ${other.id}`),
  );
  expect((await foreign).rowCount).toBe(0);
  await expect(
    withTenant(one.id, (db) =>
      db.insert(website).values({ enterpriseId: other.id, websiteTitle: {}, brandColor: '#000000' }),
    ),
  ).rejects.toThrow();
});

it('keeps global tables out of public', () => {
  const tables = Object.values(account).filter((value) => value instanceof PgTable);
  for (const table of tables) {
    const { schema, columns } = getTableConfig(table);
    const tenanted = columns[0]!.name === 'enterprise_id';
    expect(schema === 'portal' || tenanted).toBe(true);
  }
});
