import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS, SECURE, migrate } from '#src/server/core/db/migrate.ts';
import { runMigrations } from '#src/server/core/db/run-migrations.ts';
import { SAVE } from '#src/server/exam/save-statement.ts';
import { dropDatabase } from '../factories/drop-database.ts';
import { insertRow, readTables } from '../factories/table-rows.ts';

/* Migrates a filled database of the previous release while it is in use. */

/** The last migration of the previous release. */
const PREVIOUS = '0013_answers_one_by_one';
const PEOPLE = 300;
const QUESTIONS = 10;

/** The release before the tables that only grow were partitioned. */
const UNPARTITIONED = '0017_constraints';

const databases = ['upgrade', 'odd_ids'].map((name) => `${name}_${randomUUID().slice(0, 8)}`);
const [database, oddIds] = databases as [string, string];
const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
const folders: string[] = [];
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
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The folder of migrations as a release had it. */
function migrationsUntil(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'zhixing-migrations-'));
  folders.push(folder);
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const count = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

const urlOf = (name: string) => new URL(`/${name}`, process.env.DATABASE_URL).href;

async function connected(name: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(name), options });
  await client.connect();
  open.push(client);
  return client;
}

/** Creates users with attempts at an exam with short answers, in the previous schema. */
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
     ), total as (
       insert into ledger_total (enterprise_id, user_id, kind, year, total) select $1, user_id, 'points', 2026, 2 from person
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

/** The save statement of the previous release. */
const PREVIOUS_SAVE = `
with attempt as materialized (
  select a.id, a.status, a.writer_epoch, a.deadline_at,
         $6::int + $7::int * greatest(0, ceil(extract(epoch from a.deadline_at - a.started_at)))::int as allowed
  from exam_attempt a where a.enterprise_id = $1 and a.id = any($2::uuid[])
  order by a.id for share
), requested as materialized (
  select attempt.id, i.n, attempt.allowed from json_to_recordset($5::json) as i (a uuid, n int)
  join attempt on attempt.id = i.a order by i.a
), used as (
  insert into exam_save_count as kept (enterprise_id, attempt_id, saves)
  select $1, id, n from requested
  on conflict (enterprise_id, attempt_id) do update set saves = kept.saves + excluded.saves
    where kept.saves + excluded.saves <= (select allowed from requested where requested.id = kept.attempt_id)
  returning attempt_id
), limited as materialized (
  select id from requested where not exists (select from used where used.attempt_id = requested.id)
), entry as materialized (
  select i.a as attempt_id, i.q as question_id, i.e as epoch, i.r as revision, coalesce(i.v, 'null') as answer, i.f as marked, i.t as at
  from json_to_recordset($3::json) as i (a uuid, q uuid, e int, r int, v jsonb, f boolean, t timestamptz)
  join attempt on attempt.id = i.a
  where attempt.status = 'open' and i.e = attempt.writer_epoch
    and i.t <= attempt.deadline_at + make_interval(secs => $4)
    and not exists (select from limited where limited.id = i.a)
  order by i.a, i.q, i.e, i.r
), saved as (
  insert into exam_answer as kept (enterprise_id, attempt_id, question_id, epoch, revision, answer, marked, saved_at)
  select $1, attempt_id, question_id, epoch, revision, answer, marked, at from entry
  on conflict (enterprise_id, attempt_id, question_id) do update
    set epoch = excluded.epoch, revision = excluded.revision, answer = excluded.answer, marked = excluded.marked, saved_at = excluded.saved_at
    where (excluded.epoch, excluded.revision) > (kept.epoch, kept.revision)
)
select attempt.id, status, writer_epoch, deadline_at, exists (select from limited where limited.id = attempt.id) as limited
from attempt`;

type Entry = { a: string; q: string; e: number; r: number; v: string; f: boolean; t: string };

/** The save statements of the two releases. */
const STATEMENTS = [
  {
    text: PREVIOUS_SAVE,
    values: (id: string, entries: Entry[]) => [enterpriseId, [id], JSON.stringify(entries), 30, '[]', 1000, 1],
  },
  {
    text: SAVE,
    values: (id: string, entries: Entry[]) => [
      ...[enterpriseId, [id], JSON.stringify(entries), '[]', null],
      ...[30, 1000, 1, 45, 5, 1_000_000, null],
    ],
  },
];

it('loses no acknowledged answer during the migration', async () => {
  const owner = await connected(database);
  await runMigrations(owner, migrationsUntil(PREVIOUS));
  await owner.query(SECURE);
  const attempts = await fill(owner);
  await owner.query(`select set_config('app.enterprise_id', $1, false)`, [enterpriseId]);
  const { rows: papers } = await owner.query<{ id: string; questions: string[] }>(
    `select id, array(select q ->> 'questionId' from jsonb_array_elements(paper) q) as questions
     from exam_attempt where id = any($1)`,
    [attempts],
  );
  // Without a tenant the owner sees no rows under row level security: the migration must find them nevertheless.
  await owner.query('reset app.enterprise_id');

  const acknowledged = new Map<string, number>();
  const refusals = new Set<string>();
  const byStatement = [0, 0];
  let revision = 0;
  let migrating = true;
  const firstSave = Promise.withResolvers<void>();
  /** A portal process that saves until the end; a failed save is repeated with the statement of the other release. */
  async function save(own: typeof papers): Promise<void> {
    const client = await connected(database, '-c role=zhixing_app');
    for (let which = 0; migrating || which === 0;) {
      const { id, questions } = own[revision % own.length]!;
      const n = ++revision;
      const entries = questions.map((q) => ({
        a: id,
        q,
        e: 1,
        r: n,
        v: `answer ${n}`,
        f: true,
        t: new Date().toISOString(),
      }));
      try {
        await client.query(`begin; set local app.enterprise_id = '${enterpriseId}'`);
        // Prepared, as the portal does: what was planned before the migration goes on after it.
        const { text, values } = STATEMENTS[which]!;
        await client.query({ name: `save-${which}`, text, values: values(id, entries) });
        await client.query('commit');
        byStatement[which]!++;
        firstSave.resolve();
        acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, n));
      } catch (error) {
        await client.query('rollback');
        const { code } = error as pg.DatabaseError;
        refusals.add(code!);
        if (code === '42703') which = 1;
      }
    }
  }
  const size = papers.length / 3;
  const savers = [0, 1, 2].map((i) => save(papers.slice(i * size, (i + 1) * size)));
  await firstSave.promise;
  // A long read transaction: the migration waits for it, and no save waits for the migration.
  const report = await connected(database);
  await report.query('begin; select count(*) from exam_attempt');
  const migrated = migrate(urlOf(database), () => undefined);
  const waits = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = $1 and application_name = 'zhixing-migrate' and wait_event_type = 'Lock'`,
      [database],
    );
    return rows[0]!.n;
  };
  await expect.poll(waits, { timeout: 20_000, interval: 20 }).toBe(1);
  const before = revision;
  await expect.poll(() => revision, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  await report.query('commit');
  const applied = await migrated;
  migrating = false;
  await Promise.all(savers);

  expect(applied.applied).toBeGreaterThan(3);
  expect(byStatement[0]).toBeGreaterThan(0);
  expect(byStatement[1]).toBeGreaterThan(0);
  // Only errors about the renamed column, about the function that is not there yet (42883), and about the table of journals, which the portal
  // may use when the migration is complete (42501); no deadlock was cancelled.
  expect([...refusals].filter((code) => code !== '42501' && code !== '42883')).toEqual(['42703']);
  await owner.query(`select set_config('app.enterprise_id', $1, false)`, [enterpriseId]);
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
  await expectPartitioned(owner);
  expect(acknowledged.size).toBeGreaterThan(50);

  // Existing attempts are counted, and triggers maintain the counters.
  const { rows: counts } = await owner.query(
    `select status, short_count, unmarked_count, count(*)::int as n from exam_attempt group by 1, 2, 3 order by 1`,
  );
  expect(counts).toEqual([
    { status: 'open', short_count: 3, unmarked_count: 0, n: PEOPLE / 2 },
    { status: 'submitted', short_count: 3, unmarked_count: 2, n: PEOPLE / 2 },
  ]);
  await owner.query(
    `insert into ledger_entry (enterprise_id, user_id, kind, amount, source, title, year)
     select enterprise_id, user_id, 'points', 5, 'after', 'After', 2026 from enterprise_user`,
  );
  const { rows: totals } = await owner.query(
    'select distinct t.total, r.total as ranked from ledger_total t join ranking_total r using (user_id)',
  );
  expect(totals).toEqual([{ total: '7.00', ranked: '7.00' }]);
  const { rows: unsafe } = await owner.query(
    `select conname as name from pg_constraint where not convalidated
     union all select indexrelid::regclass::text from pg_index where not indisvalid
     union all select relname from pg_class where relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
       and relkind in ('r', 'p') and not relforcerowsecurity`,
  );
  expect(unsafe).toEqual([]);
});

/** What was there is one partition, which was attached as it is, and saves went on in it. */
async function expectPartitioned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; n: number }>(
    `select substring(tableoid::regclass::text from '^partitions\\.(\\w+?)(_\\d{4}_\\d\\d)?$') as name, count(*)::int as n
     from exam_answer where enterprise_id = $1 group by 1`,
    [enterpriseId],
  );
  expect(rows).toEqual([{ name: 'exam_answer_before', n: expect.any(Number) as number }]);
  const { rows: tables } = await client.query<{ name: string; grants: string[] }>(
    `select relname as name, array(select distinct privilege_type from aclexplode(relacl)
       where grantee = 'zhixing_app'::regrole order by 1) as grants
     from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const all = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
  expect(tables).toEqual([
    { name: 'audit_log', grants: ['INSERT', 'SELECT'] },
    { name: 'exam_answer', grants: all },
    { name: 'exam_journal', grants: ['INSERT', 'SELECT'] },
    { name: 'study_refusal', grants: all },
  ]);
  const { rows: others } = await client.query(
    `select relname from pg_class where relnamespace = 'partitions'::regnamespace and relacl::text like '%zhixing_app%'
     union all select conname from pg_constraint where conname like 'before%'`,
  );
  expect(others).toEqual([]);
}

it('moves rows whose ids are no UUIDv7 to the default partition', async () => {
  const owner = await connected(oddIds);
  await runMigrations(owner, migrationsUntil(UNPARTITIONED));
  await owner.query(SECURE);
  await owner.query(`select set_config('app.enterprise_id', $1, false)`, [enterpriseId]);
  const tables = await readTables(owner);
  await insertRow(owner, tables, 'portal.enterprise', { id: enterpriseId });
  const random = 'f0000000-0000-4000-8000-000000000001';
  for (const given of [{}, { id: random }]) {
    const attempt = await insertRow(owner, tables, 'public.exam_attempt', { enterprise_id: enterpriseId, ...given });
    const answer = { enterprise_id: enterpriseId, attempt_id: attempt['id'] };
    for (let n = 0; n < 2; n++) await insertRow(owner, tables, 'public.exam_answer', answer);
    await insertRow(owner, tables, 'public.audit_log', { enterprise_id: enterpriseId, ...given });
  }
  await migrate(urlOf(oddIds), () => undefined);
  const partitionsOf = async (table: string, key: string) => {
    const { rows } = await owner.query<{ odd: boolean; name: string; n: number }>(
      `select ${key} = $1 as odd, substring(tableoid::regclass::text from '(before|default)') as name, count(*)::int as n
       from ${table} group by 1, 2 order by 1`,
      [random],
    );
    return rows;
  };
  for (const [table, key, n] of [
    ['exam_answer', 'attempt_id', 2],
    ['audit_log', 'id', 1],
  ] as const) {
    expect(await partitionsOf(table, key)).toEqual([
      { odd: false, name: 'before', n },
      { odd: true, name: 'default', n },
    ]);
  }
  const app = await connected(oddIds, '-c role=zhixing_app');
  const { rows } = await app.query(`select set_config('app.enterprise_id', $1, false)`, [enterpriseId]);
  expect(rows).toHaveLength(1);
  expect((await app.query('select from exam_answer')).rowCount).toBe(4);
});
