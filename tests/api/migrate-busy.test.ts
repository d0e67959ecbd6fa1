import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS, SECURE, migrate } from '#src/server/core/db/migrate.ts';
import { runMigrations } from '#src/server/core/db/run-migrations.ts';
import { SAVE } from '#src/server/exam/save-batch.ts';

/* A database of the previous release, filled and in use, is brought to the present one. */

/** The last migration of the previous release. */
const PREVIOUS = '0013_answers_one_by_one';
const PEOPLE = 300;
const QUESTIONS = 10;

const database = `upgrade_${randomUUID().slice(0, 8)}`;
const url = new URL(process.env.DATABASE_URL!);
const admin = new pg.Client({ connectionString: url.href });
const folder = mkdtempSync(join(tmpdir(), 'zhixing-migrations-'));
const enterpriseId = randomUUID();

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${database}`);
  url.pathname = `/${database}`;
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === PREVIOUS);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
});
const open: pg.Client[] = [];
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()));
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

async function connected(options?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.href, options });
  await client.connect();
  open.push(client);
  return client;
}

/** People who sit an exam with short answers, in the previous schema. */
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
  // Half of them have handed in, with one of three short answers marked.
  await owner.query(
    `update exam_attempt a set status = 'submitted', submitted_at = now(), closed_by = 'person',
       marks = jsonb_build_object(a.paper -> 0 ->> 'questionId', 1)
     where enterprise_id = $1 and id = any($2)`,
    [enterpriseId, rows.slice(PEOPLE / 2).map(({ id }) => id)],
  );
  await owner.query('commit');
  return rows.slice(0, PEOPLE / 2).map(({ id }) => id);
}

/** The portal's statement, as it is now and as the previous release had it. */
const STATEMENTS = [
  SAVE.replaceAll('flagged, saved_at)', 'marked, saved_at)').replace(
    'flagged = excluded.flagged',
    'marked = excluded.marked',
  ),
  SAVE,
];

it('loses no answer that was acknowledged while it migrated', async () => {
  const owner = await connected();
  await runMigrations(owner, folder);
  await owner.query(SECURE);
  const attempts = await fill(owner);
  await owner.query(`select set_config('app.enterprise_id', $1, false)`, [enterpriseId]);
  const { rows: papers } = await owner.query<{ id: string; questions: string[] }>(
    `select id, array(select q ->> 'questionId' from jsonb_array_elements(paper) q) as questions
     from exam_attempt where id = any($1)`,
    [attempts],
  );
  // Without the tenant set, the owner sees nothing: rows must be found all the same.
  await owner.query('reset app.enterprise_id');

  const acknowledged = new Map<string, number>();
  const refusals = new Set<string>();
  const byStatement = [0, 0];
  let revision = 0;
  let migrating = true;
  const firstSave = Promise.withResolvers<void>();
  /** One process of the portal: saves for its people until the end; what is refused is sent again by the other release. */
  async function save(own: typeof papers): Promise<void> {
    const client = await connected('-c role=zhixing_app');
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
        await client.query(STATEMENTS[which]!, [enterpriseId, [id], JSON.stringify(entries), 30, '[]', 1000, 1]);
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
  // Somebody reads for a long time: the migration waits for them, and nobody waits behind the migration.
  const report = await connected();
  await report.query('begin; select count(*) from exam_attempt');
  const migrated = migrate(url.href, () => undefined);
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
  // Only of the column whose name changed; nothing was chosen to end a deadlock.
  expect([...refusals]).toEqual(['42703']);
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
  expect(acknowledged.size).toBeGreaterThan(50);

  // What was there before is counted, and kept by triggers from now on.
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
     union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity`,
  );
  expect(unsafe).toEqual([]);
});
