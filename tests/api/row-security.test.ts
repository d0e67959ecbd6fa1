import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as account from '#src/server/account/tables/account.ts';
import * as signIn from '#src/server/account/tables/sign-in.ts';
import * as core from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { fillTables } from '../factories/fill-tables.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintWorld, type World } from '../factories/world.ts';

type Row = { relname: string; relrowsecurity: boolean; relforcerowsecurity: boolean; policies: string[] };

/** SQLSTATE insufficient_privilege: violation of a policy, missing grant, or a role that may not be set. */
const NOT_ALLOWED = '42501';

/** Two tenants with rows in every table. */
let one: World['tenant'];
let other: World['tenant'];
let tables: string[];
const providers = await startWorldProviders();
beforeAll(async () => {
  const worlds = await Promise.all([mintWorld(providers, 'One'), mintWorld(providers, 'Other')]);
  for (const world of worlds) await fillTables(world);
  [one, other] = [worlds[0].tenant, worlds[1].tenant];
  tables = await tablesOf('public');
});
afterAll(() => providers.stop());

/** Returns the SQLSTATE of a failing statement; undefined if it succeeds. */
const stateOf = (statement: Promise<unknown>): Promise<string | undefined> =>
  statement.then(
    () => undefined,
    (error: unknown) => databaseErrorOf(error)?.code ?? String(error),
  );

it('forces row level security on every table in public, with one policy on the enterprise', async () => {
  const { rows } = await withPortal((db) =>
    db.execute<Row>(sql`
      select c.relname, c.relrowsecurity, c.relforcerowsecurity,
             array(select coalesce(p.qual, '') || ' / ' || coalesce(p.with_check, '') from pg_policies p
                   where p.schemaname = 'public' and p.tablename = c.relname order by p.policyname = 'tenant' desc) as policies
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')`),
  );
  expect(rows.length).toBeGreaterThan(20);
  // Some have a second policy, for the role of a function only (search-index.test.ts, retention.test.ts, rehearsal.test.ts).
  const expected = (name: string) =>
    /^(search_(document|dirty)|content_item|exam|exam_(attempt|journal_head|result_change|resit)|rehearsal)$/.test(name)
      ? 2
      : 1;
  const open = rows.filter(
    (row) => !row.relrowsecurity || !row.relforcerowsecurity || row.policies.length !== expected(row.relname),
  );
  expect(open.map((row) => row.relname)).toEqual([]);
  for (const row of rows)
    expect(row.policies[0]).toMatch(/enterprise_id = .*app\.enterprise_id.* \/ .*enterprise_id = .*app\.enterprise_id/);
});

/** Global tables: adding one requires a decision, and lint restricts the access to them. */
const GLOBAL = [
  'enterprise',
  'mailbox',
  'membership',
  'passkey',
  'passkey_challenge',
  'pending_sign_in',
  'picture_code',
  'rate_limit',
  'recovery_code',
  'session_handoff',
  'user_account',
  'user_session',
  'user_totp',
  'verification_code',
];
/** Tables about people and texts that belong to a tenant and must not be global. */
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

it('has only the listed global tables, and login settings, attempts, identities and consents per tenant', async () => {
  expect(await tablesOf('portal')).toEqual(GLOBAL);
  expect(await tablesOf('public')).toEqual(expect.arrayContaining(OF_TENANTS));
});

it('has rows of both tenants in every table', async () => {
  const empty: string[] = [];
  for (const { id } of [one, other]) {
    await withTenant(id, async (_db, client) => {
      for (const table of tables) {
        const { rows } = await client.query(`select 1 from "${table}" where enterprise_id = $1 limit 1`, [id]);
        if (rows.length === 0) empty.push(table);
      }
    });
  }
  expect(empty, 'to be filled by tests/factories/fill-tables.ts').toEqual([]);
});

it('returns no row of another tenant from any table', async () => {
  await withTenant(one.id, async (_db, client) => {
    for (const table of tables) {
      const { rows } = await client.query<{ id: string }>(`select distinct enterprise_id as id from "${table}"`);
      expect(rows, table).toEqual([{ id: one.id }]);
    }
  });
});

/** Append-only tables: the application role may not update or delete. */
const APPEND_ONLY = ['audit_log', 'audit_subject', 'exam_journal', 'flow_log', 'ledger_entry', 'user_consent'];
/** Rows that do not change, but are deleted with the data of their person. */
const UNCHANGED = ['annual_statement'];
/** Written by triggers only. */
const TOTALS = ['ledger_total', 'ranking_total'];

it('updates and deletes no row of another tenant in any table', async () => {
  for (const table of tables) {
    for (const statement of [`update "${table}" set enterprise_id = enterprise_id`, `delete from "${table}"`]) {
      const foreign = withTenant(one.id, async (_db, client) => {
        const { rowCount } = await client.query(`${statement} where enterprise_id = $1`, [other.id]);
        return rowCount;
      });
      const isRefused = statement.startsWith('update') && UNCHANGED.includes(table);
      if (isRefused || [...APPEND_ONLY, ...TOTALS].includes(table))
        expect(await stateOf(foreign), statement).toBe(NOT_ALLOWED);
      else expect(await foreign, statement).toBe(0);
    }
  }
});

it('rejects inserting rows of another tenant and moving rows to another tenant, in any table', async () => {
  const into = await columnsByTable();
  for (const table of tables) {
    const columns = into.get(table)!.join(', ');
    const values = columns.replace('"enterprise_id"', '$1');
    const copied = withTenant(one.id, (_db, client) =>
      client.query(`insert into "${table}" (${columns}) select ${values} from "${table}" limit 1`, [other.id]),
    );
    expect(await stateOf(copied), `insert into ${table}`).toBe(NOT_ALLOWED);
    await expect(copied).rejects.toThrow(TOTALS.includes(table) ? 'permission denied' : 'row-level security policy');
    const moved = withTenant(one.id, (_db, client) =>
      client.query(`update "${table}" set enterprise_id = $1`, [other.id]),
    );
    expect(await stateOf(moved), `update ${table}`).toBe(NOT_ALLOWED);
  }
});

/** Returns the writable columns of each table, quoted. */
async function columnsByTable(): Promise<Map<string, string[]>> {
  const { rows } = await withPortal((db) =>
    db.execute<{ table: string; columns: string[] }>(sql`
      select table_name as table, array_agg(quote_ident(column_name)) as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' group by table_name`),
  );
  return new Map(rows.map(({ table, columns }) => [table, columns.map((name) => `"${name.replaceAll('"', '')}"`)]));
}

it('returns no row of any table without a tenant', async () => {
  for (const table of tables) {
    const seen = await withPortal((_db, client) => client.query(`select 1 from "${table}" limit 1`));
    expect(seen.rowCount, table).toBe(0);
  }
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
    const { rows } = await withPortal(async (_db, client) => {
      await client.query(prelude);
      const found = await client.query<{ n: number }>('select count(*)::int as n from public.website');
      // Back to the role of the session: other tests of this process get the connection from the pool.
      await client.query('reset role');
      return found;
    });
    expect(rows, prelude).toEqual([{ n: 0 }]);
  }
});

it('keeps global tables out of public', () => {
  const tables = Object.values({ ...account, ...signIn, ...core }).filter((value) => value instanceof PgTable);
  for (const table of tables) {
    const { schema, columns } = getTableConfig(table);
    const tenanted = columns[0]!.name === 'enterprise_id';
    expect(schema === 'portal' || tenanted).toBe(true);
  }
});
