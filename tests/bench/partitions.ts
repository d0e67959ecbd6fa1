import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { migrate } from '#src/server/core/db/migrate.ts';
import { APP_ROLE } from '#src/server/core/db/pool.ts';
import { KEEP_LATE_SQL } from '#src/server/exam/keep-late.ts';
import { SAVE } from '#src/server/exam/save-statement.ts';
import { DELETE_ANSWERS } from '#src/server/exam/attempt/delete-answers.ts';
import { type Explained, figuresOf, medians } from './explained.ts';
import { ANSWERS_PER_ATTEMPT, fillPartitions, MONTHS, type Filled, TENANTS } from './partition-rows.ts';

/** Answers of the table that the large one is compared with. */
const SMALL = 100_000;
const REPEATS = 31;

type Statement = { what: string; repeats?: number; text: string; values: (n: number) => unknown[] };
type Dropped = { ms: number; rows: number };

/**
 * How statements of the exam, of the audit log and of retention behave in partitioned tables of so many answers and a tenth
 * as many audit entries, over several tenants and two years, beside the same tables with few rows. In a database of its own.
 */
export async function partitionReads(rows: number): Promise<Record<string, unknown>[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhixing-bench-'));
  const start = () => startEmbedded({ dataDir, log: () => undefined });
  let database = await start();
  try {
    const { superuser } = JSON.parse(readFileSync(join(database.folder, 'cluster/access.json'), 'utf8')) as {
      superuser: string;
    };
    const address = () => {
      const url = new URL(database.url);
      [url.username, url.password] = ['postgres', superuser];
      return url;
    };
    // What is filled in the transaction that makes the table is not written to the log first.
    const restart = async (settings: string[]) => {
      for (const statement of settings) await run(address(), (client) => client.query(`alter system ${statement}`));
      await database.stop();
      database = await start();
    };
    await restart(['set wal_level = minimal', 'set max_wal_senders = 0', 'set max_wal_size = 8192']);
    const filled: Filled[] = [];
    for (const [name, count] of Object.entries({ small: SMALL, large: rows })) {
      await run(address(), (client) => client.query(`create database ${name} owner zhixing`));
      const owner = new URL(database.url);
      owner.pathname = `/${name}`;
      await migrate(owner.href, () => undefined);
      const url = address();
      url.pathname = `/${name}`;
      const begun = performance.now();
      filled.push(await run(url, (client) => fillPartitions(client, count)));
      console.log(`  ${count} answers: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    }
    await restart(['reset all']);
    const figures: Map<string, Explained>[] = [];
    const drops: Dropped[] = [];
    for (const [i, name] of ['small', 'large'].entries()) {
      const url = address();
      url.pathname = `/${name}`;
      figures.push(await run(url, (client) => measureAll(client, filled[i]!)));
      drops.push(await run(url, dropMonth));
    }
    const table: Record<string, unknown>[] = [...figures[1]!].map(([what, large]) =>
      row(what, figures[0]!.get(what)!, large),
    );
    const [small, large] = drops as [Dropped, Dropped];
    table.push({
      what: `drop a month of answers (${large.rows} rows)`,
      'small, ms': small.ms,
      'large, ms': large.ms,
      ratio: round(large.ms / small.ms),
    });
    return table;
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const round = (n: number) => Number(n.toFixed(2));
const row = (what: string, small: Explained, large: Explained) => ({
  what,
  'small, ms': round(small.ms),
  'large, ms': round(large.ms),
  ratio: round(large.ms / small.ms),
  'planning, ms': round(large.planning),
  'buffers small': small.buffers,
  'buffers large': large.buffers,
});

async function run<T>(url: URL, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

const tenant = (n: number) => TENANTS[n % TENANTS.length]!;

/** `n` counts the repeats: each looks at another tenant and month. */
const statements = ({ attempts, open, users }: Filled): Statement[] => [
  {
    what: 'read the answers of one attempt',
    text: 'select * from exam_answer where enterprise_id = $1 and attempt_id = $2',
    values: (n) => [attempts[n]!.enterprise_id, attempts[n]!.id],
  },
  {
    what: 'save an answer',
    text: SAVE,
    values: (n) => {
      const { enterprise_id, id, question } = open[n % open.length]!;
      const entry = { a: id, q: question, e: 1, r: n + 2, v: 'B', f: false, t: new Date().toISOString() };
      const counted = JSON.stringify([{ a: id, n: 1 }]);
      return [enterprise_id, [id], JSON.stringify([entry]), counted, null, 30, 1000, 1, 45, 5, 1_000_000, null];
    },
  },
  {
    what: 'recognise an answer that was saved before',
    text: KEEP_LATE_SQL,
    values: (n) => {
      const { enterprise_id, id } = attempts[n]!;
      const entry = { a: id, q: open[0]!.question, e: 1, r: 1, v: 'A', s: 'closed', t: new Date().toISOString() };
      return [enterprise_id, JSON.stringify([entry]), 20, 10_000];
    },
  },
  {
    what: 'newest 50 audit entries of a tenant',
    text: 'select * from audit_log where enterprise_id = $1 order by gmt_create desc, id desc limit 50',
    values: (n) => [tenant(n)],
  },
  {
    what: 'audit entries of one person, a week',
    text: `select * from audit_log where enterprise_id = $1 and user_id = $2 and gmt_create between $3 and $3::timestamptz + interval '7 days'
           order by gmt_create desc`,
    values: (n) => [
      tenant(n),
      users[n % users.length],
      new Date(Date.now() - (20 + n * 20) * 86_400_000).toISOString(),
    ],
  },
  {
    what: 'retention: delete 1,000 answers',
    repeats: 7,
    text: DELETE_ANSWERS,
    values: (n) => [tenant(n), new Date(Date.now() - 600 * 86_400_000).toISOString(), 1000],
  },
  {
    what: 'retention: delete 1,000 audit entries',
    repeats: 7,
    text: 'select portal.delete_audit_log($1, $2, $3)',
    values: (n) => [tenant(n), new Date(Date.now() - 600 * 86_400_000).toISOString(), 1000],
  },
];

async function measureAll(client: pg.Client, filled: Filled): Promise<Map<string, Explained>> {
  await client.query(`set role ${APP_ROLE}`);
  const all = new Map<string, Explained>();
  for (const { what, text, values, repeats = REPEATS } of statements(filled)) {
    const runs: Explained[] = [];
    for (let n = 0; n <= repeats; n++) {
      const given = values(n);
      await client.query('begin');
      await client.query(`select set_config('app.enterprise_id', $1, true)`, [given[0]]);
      const run = await figuresOf(client, text, given);
      await client.query('rollback');
      // The first one reads the catalogue.
      if (n > 0) runs.push(run);
    }
    all.set(what, medians(runs));
  }
  return all;
}

/** The oldest month is past what every tenant keeps. */
async function dropMonth(client: pg.Client): Promise<Dropped> {
  await client.query(
    `insert into data_retention (enterprise_id, audit_log_days, study_refusal_days, exam_answer_days)
     select id, 365, 365, 365 from portal.enterprise`,
  );
  const { rows: before } = await client.query<{ n: number }>(
    `select reltuples::int as n from portal.partition_bounds('exam_answer') b join pg_class c on c.relname = b.name
     where upper is not null order by upper limit 1`,
  );
  await client.query(`set role ${APP_ROLE}`);
  const begun = performance.now();
  const { rows } = await client.query<{ name: string | null }>(`select portal.drop_partition('exam_answer') as name`);
  if (rows[0]!.name === null) throw new Error('no month was dropped');
  return { ms: round(performance.now() - begun), rows: before[0]!.n };
}

export const title = (rows: number) =>
  `${rows} answers (${ANSWERS_PER_ATTEMPT} an attempt) and ${rows / 10} audit entries of ${TENANTS.length} tenants in ${MONTHS} months, beside ${SMALL} answers; medians`;
