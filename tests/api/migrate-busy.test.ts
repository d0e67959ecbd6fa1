import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, MIGRATIONS, SECURE } from '#src/server/core/db/migrate.ts';
import { SAVE } from '#src/server/exam/save-statement.ts';
import { dropDatabase } from '../factories/drop-database.ts';

/*
 * Continues a filled database of the last version before the baseline migration while it is in use. The file is the schema that the
 * 66 migrations of that version make, written by pg_dump.
 */

const SCHEMA = gunzipSync(readFileSync(new URL('before-baseline.sql.gz', import.meta.url))).toString();
const JOURNAL = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as { entries: { when: number }[] };
/** The last migration of that version: the baseline has its time. */
const LAST = JOURNAL.entries[0]!.when;
const PEOPLE = 300;
const QUESTIONS = 10;

const databases = ['upgrade', 'fresh', 'earlier'].map((name) => `${name}_${randomUUID().slice(0, 8)}`);
const [upgraded, fresh, earlier] = databases as [string, string, string];
const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
const enterpriseId = randomUUID();

beforeAll(async () => {
  await admin.connect();
  for (const name of databases) await admin.query(`create database ${name}`);
});
const open: pg.Client[] = [];
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()));
  for (const name of databases) await dropDatabase(admin, name);
  await admin.end();
});

const urlOf = (name: string) => new URL(`/${name}`, process.env.DATABASE_URL).href;

async function connected(name: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(name), options });
  await client.connect();
  open.push(client);
  return client;
}

/** Makes a database as the last version before the baseline left it. @param last its last migration */
async function load(name: string, last: number): Promise<pg.Client> {
  const owner = await connected(name);
  // Functions come before the tables that they use, as pg_dump writes them.
  await owner.query(`set check_function_bodies = off; ${SCHEMA}; reset check_function_bodies`);
  await owner.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('last', ${last})`);
  await owner.query(SECURE);
  return owner;
}

/** Creates users with attempts at an exam with short answers, in the earlier schema. */
async function fill(owner: pg.Client): Promise<string[]> {
  await owner.query(`begin; set local app.enterprise_id = '${enterpriseId}'`);
  await owner.query(
    `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, 'busy', 'Busy', 'Asia/Shanghai', 'zh')`,
    [enterpriseId],
  );
  const { rows } = await owner.query<{ id: string }>(
    `with account as (
       insert into portal.user_account (id) select gen_random_uuid() from generate_series(1, $2) returning id
     ), person as (
       insert into enterprise_user (enterprise_id, user_id, user_name) select $1, id, 'Person' from account returning user_id
     ), line as (
       insert into ledger_entry (enterprise_id, user_id, kind, amount, source, title, year)
       select $1, user_id, 'points', 2, 'before', 'Before', 2026 from person
     ), exam as (
       insert into exam (enterprise_id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy)
       values ($1, 'e', 'Exam', 3600, now() - interval '1 hour', now() + interval '1 day', 1, 'never') returning id
     ), paper as (
       select jsonb_agg(jsonb_build_object('questionId', gen_random_uuid(), 'type', case when n <= 3 then 'short' else 'single' end)) as questions
       from generate_series(1, $3) n
     )
     insert into exam_attempt (enterprise_id, exam_id, user_id, number, paper, started_at, deadline_at, total_score)
     select $1, exam.id, user_id, 1, questions, now(), now() + interval '1 hour', 10 from person, exam, paper returning id`,
    [enterpriseId, PEOPLE, QUESTIONS],
  );
  // Half of the attempts are submitted, with one of three short answers marked.
  await owner.query(
    `update exam_attempt a set status = 'submitted', submitted_at = now(), closed_by = 'person',
       marks = jsonb_build_object(a.paper -> 0 ->> 'questionId', 1)
     where enterprise_id = $1 and id = any($2)`,
    [enterpriseId, rows.slice(PEOPLE / 2).map(({ id }) => id)],
  );
  await owner.query('commit');
  return rows.slice(0, PEOPLE / 2).map(({ id }) => id);
}

type Entry = { a: string; q: string; e: number; r: number; v: string; f: boolean; t: string };
const valuesOf = (id: string, entries: Entry[]) => [
  ...[enterpriseId, [id], JSON.stringify(entries), '[]', null],
  ...[30, 1000, 1, 45, 5, 1_000_000, null],
];

it('loses no acknowledged answer while it continues', async () => {
  const owner = await load(upgraded, LAST);
  const attempts = await fill(owner);
  await owner.query(`select set_config('app.enterprise_id', $1, false)`, [enterpriseId]);
  const { rows: papers } = await owner.query<{ id: string; questions: string[] }>(
    `select id, array(select q ->> 'questionId' from jsonb_array_elements(paper) q) as questions
     from exam_attempt where id = any($1)`,
    [attempts],
  );
  for (const { id } of papers)
    await owner.query(
      `insert into exam_journal_head (enterprise_id, attempt_id, seq, hash, seen_at) values ($1, $2, 0, '\\x00', now())`,
      [enterpriseId, id],
    );
  const acknowledged = new Map<string, number>();
  const refusals = new Set<string>();
  let revision = 0;
  let migrating = true;
  const firstSave = Promise.withResolvers<void>();
  /** A process of the portal that saves until the end. */
  async function save(own: typeof papers): Promise<void> {
    const client = await connected(upgraded, '-c role=zhixing_app');
    while (migrating) {
      const { id, questions } = own[revision % own.length]!;
      const n = ++revision;
      const at = new Date().toISOString();
      const entries = questions.map((q) => ({ a: id, q, e: 1, r: n, v: `answer ${n}`, f: true, t: at }));
      try {
        await client.query(`begin; set local app.enterprise_id = '${enterpriseId}'`);
        // Prepared, as the portal does: what was planned before goes on after it.
        await client.query({ name: 'save', text: SAVE, values: valuesOf(id, entries) });
        await client.query('commit');
        firstSave.resolve();
        acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, n));
      } catch (error) {
        await client.query('rollback');
        refusals.add((error as pg.DatabaseError).message);
        firstSave.resolve();
      }
    }
  }
  const size = papers.length / 3;
  const savers = [0, 1, 2].map((i) => save(papers.slice(i * size, (i + 1) * size)));
  await firstSave.promise;
  // An open transaction that has written: the rules of its tables wait for it, and no save waits for the rules.
  const writer = await connected(upgraded);
  await writer.query(`begin; set local app.enterprise_id = '${enterpriseId}'; update exam set title = 'Another'`);
  const migrated = migrate(urlOf(upgraded), () => undefined);
  const waits = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = $1 and application_name = 'zhixing-migrate' and wait_event_type = 'Lock'`,
      [upgraded],
    );
    return rows[0]!.n;
  };
  await expect.poll(waits, { timeout: 20_000, interval: 20 }).toBe(1);
  const before = revision;
  await expect.poll(() => revision, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  await writer.query('commit');
  expect(await migrated).toEqual({ applied: JOURNAL.entries.length - 1 });
  migrating = false;
  await Promise.all(savers);

  expect([...refusals]).toEqual([]);
  const { rows: stored } = await owner.query<{ id: string; least: number; n: number; flagged: boolean }>(
    `select attempt_id as id, min(revision)::int as least, count(*)::int as n, bool_and(flagged) as flagged
     from exam_answer where enterprise_id = $1 group by 1`,
    [enterpriseId],
  );
  const kept = new Map(stored.map((row) => [row.id, row]));
  const lost = [...acknowledged].filter(([id, n]) => {
    const row = kept.get(id);
    return !row || row.least < n || row.n !== QUESTIONS || !row.flagged;
  });
  expect(lost).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(50);

  // What was counted before stays, and the triggers count on.
  await owner.query(
    `insert into ledger_entry (enterprise_id, user_id, kind, amount, source, title, year)
     select enterprise_id, user_id, 'points', 5, 'after', 'After', 2026 from enterprise_user`,
  );
  const { rows: totals } = await owner.query(
    'select distinct t.total, r.total as ranked from ledger_total t join ranking_total r using (user_id)',
  );
  expect(totals).toEqual([{ total: '7.00', ranked: '7.00' }]);
  const { rows: counts } = await owner.query(
    `select status, short_count, unmarked_count, count(*)::int as n from exam_attempt group by 1, 2, 3 order by 1`,
  );
  expect(counts).toEqual([
    { status: 'open', short_count: 3, unmarked_count: 0, n: PEOPLE / 2 },
    { status: 'submitted', short_count: 3, unmarked_count: 2, n: PEOPLE / 2 },
  ]);
});

/** The schema of a database, without the partitions, which depend on the day. */
async function describeSchema(client: pg.Client): Promise<Record<string, string[]>> {
  const list = async (sql: string) =>
    (await client.query<{ line: string }>(`${sql} order by 1`)).rows.map(({ line }) => line);
  const inSchemas = (column: string) => `${column} in ('public'::regnamespace, 'portal'::regnamespace)`;
  return {
    columns:
      await list(`select concat_ws(' ', a.attrelid::regclass, row_number() over (partition by a.attrelid order by a.attnum),
        a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${inSchemas('c.relnamespace')} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`),
    tables:
      await list(`select concat_ws(' ', c.oid::regclass, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
        pg_get_partkeydef(c.oid), (select array_agg(x::text order by x::text) from unnest(c.relacl) x)) as line
      from pg_class c where ${inSchemas('c.relnamespace')} and c.relkind in ('r', 'p', 'v', 'S')`),
    constraints:
      await list(`select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as line
      from pg_constraint where ${inSchemas('connamespace')} and conrelid <> 0`),
    indexes: await list(`select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid) as line
      from pg_index i join pg_class c on c.oid = i.indrelid where ${inSchemas('c.relnamespace')}`),
    functions: await list(`select concat_ws(' ', pg_get_functiondef(oid), proowner::regrole,
        (select array_agg(x::text order by x::text) from unnest(proacl) x)) as line
      from pg_proc where ${inSchemas('pronamespace')}`),
    triggers: await list(`select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and ${inSchemas('c.relnamespace')}`),
    policies:
      await list(`select concat_ws(' ', tablename, policyname, roles, cmd, qual, with_check) as line from pg_policies
      where schemaname in ('public', 'portal')`),
    dictionaries: await list(
      `select concat_ws(' ', dictname, dictinitoption) as line from pg_ts_dict where ${inSchemas('dictnamespace')}`,
    ),
  };
}

describe('the baseline', () => {
  it('and the rules give a new database the schema that one of before has', async () => {
    const lines: string[] = [];
    await migrate(urlOf(fresh), (line) => lines.push(line));
    expect(lines).toContain(`${JOURNAL.entries.length} migrations applied`);
    const [made, continued] = await Promise.all([connected(fresh), connected(upgraded)]);
    const expected = await describeSchema(continued);
    expect(Object.values(expected).every((found) => found.length > 0)).toBe(true);
    expect(expected['functions']!.length).toBeGreaterThan(45);
    const found = await describeSchema(made);
    for (const [kind, list] of Object.entries(expected)) expect(found[kind], kind).toEqual(list);
  });

  it('divides a new database in partitions of the same names', async () => {
    const partitions = async (name: string) =>
      (
        await (
          await connected(name)
        ).query<{ name: string }>(
          `select relname as name from pg_class where relnamespace = 'partitions'::regnamespace and relkind = 'r'
           and relname ~ '_(default|before_\\d{4}_\\d\\d)$' and relrowsecurity and relforcerowsecurity order by 1`,
        )
      ).rows.map((row) => row.name.replace(/\d{4}_\d\d$/, ''));
    expect(await partitions(fresh)).toHaveLength(10);
    expect(await partitions(fresh)).toEqual(await partitions(upgraded));
  });

  it('is not applied to a database of an earlier version, with a message that says what to do', async () => {
    const owner = await load(earlier, LAST - 1);
    await expect(migrate(urlOf(earlier), () => undefined)).rejects.toThrow(
      /Start the last version before the baseline/,
    );
    const { rows } = await owner.query('select created_at::text as at from drizzle.__drizzle_migrations');
    expect(rows).toEqual([{ at: String(LAST - 1) }]);
  });
});

describe('the rules of the domains', () => {
  const applied = async (client: pg.Client) =>
    (await client.query<{ domain: string; hash: string }>('select domain, hash from drizzle.rules order by 1')).rows;
  /** As another release left them. */
  const change = (client: pg.Client) =>
    client.query(`update drizzle.rules set hash = 'other' where domain = 'announcement';
      create or replace function portal.count_admire() returns trigger language plpgsql as 'begin return null; end'`);
  const source = async (client: pg.Client) =>
    (await client.query<{ text: string }>(`select prosrc as text from pg_proc where proname = 'count_admire'`)).rows[0]!
      .text;

  it('are applied again when they have changed, and only then', async () => {
    const client = await connected(fresh);
    const before = await applied(client);
    expect(before.length).toBeGreaterThan(10);
    const lines: string[] = [];
    await migrate(urlOf(fresh), (line) => lines.push(line));
    expect(lines).toEqual([]);
    await change(client);
    await migrate(urlOf(fresh), (line) => lines.push(line));
    expect(lines).toEqual(['rules of announcement applied']);
    expect(await applied(client)).toEqual(before);
    expect(await source(client)).toContain('admire_count');
  });

  it('keep owners and privileges when all of them are applied again, by an owner who is no superuser', async () => {
    const client = await connected(fresh);
    const { rows } = await client.query<{ super: boolean }>(
      'select rolsuper as super from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ super: false }]);
    const before = await describeSchema(client);
    await client.query(`update drizzle.rules set hash = 'other'`);
    const lines: string[] = [];
    await migrate(urlOf(fresh), (line) => lines.push(line));
    expect(lines).toHaveLength((await applied(client)).length);
    expect(await describeSchema(client)).toEqual(before);
  });

  it('of a newer release stay', async () => {
    const client = await connected(fresh);
    await change(client);
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`);
    await migrate(urlOf(fresh), () => undefined);
    expect(await source(client)).not.toContain('admire_count');
  });
});
