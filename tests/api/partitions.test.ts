import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstIdOf } from '#src/lib/uuid.ts';
import { auditLog, auditSubject } from '#src/server/core/tables.ts';
import { examAnswer, examLateAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examChoice } from '#src/server/exam/tables/choice.ts';
import { examJournal } from '#src/server/exam/tables/journal.ts';
import { dataRetention } from '#src/server/core/tables.ts';
import { studyRefusal } from '#src/server/study/tables/study.ts';
import { migrate } from '#src/server/core/db/migrate.ts';
import { closePool } from '#src/server/core/db/pool.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sweepRetention, TABLES } from '#src/server/jobs/sweep-retention.ts';
import { dropDatabase } from '../factories/drop-database.ts';
import { mintExam } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { insertRow, readTables } from '../factories/table-rows.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

/* Partitions of tables that only grow (docs/decisions/034), in a database of this file's own: dropping concerns all tenants. */

type Table = (typeof TABLES)[number];
type Bounds = { name: string; lower: string | null; upper: string | null };

const given = process.env.DATABASE_URL!;
const database = `partitions_${randomUUID().slice(0, 8)}`;
let owner: pg.Client;
beforeAll(async () => {
  await asOwner(given, (client) => client.query(`create database ${database}`));
  const url = new URL(given);
  url.pathname = `/${database}`;
  process.env.DATABASE_URL = url.href;
  await migrate(url.href, () => undefined);
  owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
});
afterAll(async () => {
  await closePool();
  await owner.end();
  process.env.DATABASE_URL = given;
  await asOwner(given, (client) => dropDatabase(client, database));
});

async function asOwner(url: string, task: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await task(client);
  } finally {
    await client.end();
  }
}

const raise = (error: unknown) => {
  throw error;
};
const NOW = new Date();
/** The first millisecond of a month, so many months from now. */
const monthOf = (months: number) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + months, 1));
const nameOf = (table: Table, months: number) =>
  `${table}_${monthOf(months).toISOString().slice(0, 7).replace('-', '_')}`;
/** An id made in the middle of a month. */
const idIn = (months: number) =>
  `${firstIdOf(new Date(monthOf(months).getTime() + 14 * 86_400_000)).slice(0, 14)}7000-8000-${randomUUID().slice(24)}`;

async function partitionsOf(table: Table): Promise<Bounds[]> {
  const { rows } = await owner.query<Bounds>('select * from portal.partition_bounds($1) order by upper', [table]);
  return rows;
}
const namesOf = async (table: Table) => (await partitionsOf(table)).map(({ name }) => name);

/** Only the default partition and those of these months, relative to now. */
async function rearrange(table: Table, months: number[]): Promise<void> {
  for (const { name, upper } of await partitionsOf(table))
    if (upper) await owner.query(`drop table partitions.${name}`);
  for (const month of months) await owner.query('select portal.add_partition($1, $2)', [table, monthOf(month)]);
}

const actions = (tenant: TestTenant) =>
  withTenant(tenant.id, async (db) => (await db.select().from(auditLog)).map(({ action }) => action).sort());
const write = (tenant: TestTenant, action: string, id: string, gmtCreate: Date) =>
  withTenant(tenant.id, (db) => db.insert(auditLog).values({ enterpriseId: tenant.id, id, action, gmtCreate }));

/** An attempt with two answers; its id and its end lie in a month. */
async function mintOldAttempt(tenant: TestTenant, months: number, status: 'open' | 'submitted' | 'marked') {
  const id = idIn(months);
  const at = new Date(monthOf(months).getTime() + 20 * 86_400_000);
  await owner.query(`select set_config('app.enterprise_id', $1, false)`, [tenant.id]);
  await insertRow(owner, await readTables(owner), 'public.exam_attempt', {
    ...{ enterprise_id: tenant.id, id, status, started_at: at, deadline_at: at, number: 1 },
    ...{ submitted_at: status === 'open' ? null : at, passed: status === 'marked' ? true : null },
    ...{ submitted_answers: JSON.stringify({ q: 'A' }) },
  });
  await owner.query('reset app.enterprise_id');
  await withTenant(tenant.id, (db) =>
    db.insert(examAnswer).values(
      [1, 2].map((revision) => ({
        ...{ enterpriseId: tenant.id, attemptId: id, questionId: randomUUID(), epoch: 1, revision },
        ...{ answer: 'A', savedAt: at },
      })),
    ),
  );
  const choices = { layout: 'one' as const, lang: null, langs: {}, struck: {}, notes: {}, pad: 'note' };
  await withTenant(tenant.id, (db) =>
    db.insert(examChoice).values({
      ...{ enterpriseId: tenant.id, attemptId: id, epoch: 1, revision: 1, choices, savedAt: at },
    }),
  );
  const bytes = Buffer.alloc(32);
  await withTenant(tenant.id, (db) =>
    db.insert(examJournal).values(
      [1, 2, 3].map((seq) => ({
        ...{ enterpriseId: tenant.id, attemptId: id, seq, kind: 'beat', at, data: {}, prev: bytes, hash: bytes },
      })),
    ),
  );
  return id;
}
const journalRowsOf = (tenant: TestTenant, attemptId: string) =>
  withTenant(
    tenant.id,
    async (db) => (await db.select().from(examJournal)).filter((row) => row.attemptId === attemptId).length,
  );
const choicesOf = (tenant: TestTenant, attemptId: string) =>
  withTenant(
    tenant.id,
    async (db) => (await db.select().from(examChoice)).filter((row) => row.attemptId === attemptId).length,
  );
const answersOf = (tenant: TestTenant, attemptId: string) =>
  withTenant(
    tenant.id,
    async (db) => (await db.select().from(examAnswer)).filter((row) => row.attemptId === attemptId).length,
  );

const keeps = (tenant: TestTenant, days: number) =>
  withTenant(tenant.id, (db) =>
    db.insert(dataRetention).values({
      ...{ enterpriseId: tenant.id, auditLogDays: days, studyRefusalDays: days, examAnswerDays: days },
    }),
  );

it('has a first partition of all that was there, a default one, and the months to come', async () => {
  for (const table of TABLES) {
    const bounds = await partitionsOf(table);
    const months = [2, 3].map((n) => ({
      ...{ name: nameOf(table, n), lower: firstIdOf(monthOf(n)), upper: firstIdOf(monthOf(n + 1)) },
    }));
    const first = `${table}_before_${nameOf(table, 2).slice(-7)}`;
    expect(bounds).toEqual([
      { name: first, lower: null, upper: firstIdOf(monthOf(2)) },
      ...months,
      { name: `${table}_default`, lower: null, upper: null },
    ]);
  }
});

describe('the job', () => {
  it('creates the next three months, whoever sweeps at once, as complete as the first partition', async () => {
    for (const table of TABLES) await rearrange(table, [0]);
    await Promise.all([sweepRetention(raise), sweepRetention(raise)]);
    await sweepRetention(raise);
    for (const table of TABLES) {
      expect(await namesOf(table)).toEqual([...[0, 1, 2, 3].map((n) => nameOf(table, n)), `${table}_default`]);
      const { rows } = await owner.query<{ shape: string }>(
        `select distinct json_build_array(
           array(select contype::text || condeferred || convalidated from pg_constraint where conrelid = c.oid and contype <> 'n' order by 1),
           array(select replace(substring(pg_get_indexdef(indexrelid) from ' USING .*'), c.relname, '') from pg_index where indrelid = c.oid order by 1),
           relrowsecurity, relforcerowsecurity, relacl)::text as shape
         from portal.partition_bounds($1) b join pg_class c on c.relname = b.name`,
        [table],
      );
      expect(rows).toHaveLength(1);
      // Row level security is on and forced, and nobody was granted anything.
      expect(rows[0]!.shape).toMatch(/, true, true, null\]$/);
    }
  });

  it('leaves a month in the default partition that has ids of it, and creates the others', async () => {
    await rearrange('audit_log', [0]);
    const tenant = await mintTenant();
    await write(tenant, 'no time', idIn(2), NOW);
    await sweepRetention(raise);
    expect(await namesOf('audit_log')).toEqual([...[0, 1, 3].map((n) => nameOf('audit_log', n)), 'audit_log_default']);
    expect(await actions(tenant)).toEqual(['no time']);
    await owner.query('truncate partitions.audit_log_default');
  });

  it('gives up soon when a table is in use, so that nobody waits behind it for long', async () => {
    await rearrange('audit_log', [0]);
    await owner.query('begin; lock table audit_log in share update exclusive mode');
    const attempt = withPortal((_db, client) => client.query(`select portal.create_partition('audit_log')`));
    await expect(attempt).rejects.toMatchObject({ code: '55P03' });
    const sweep = sweepRetention(raise);
    await owner.query('commit');
    await sweep;
    expect(await namesOf('audit_log')).toContain(nameOf('audit_log', 3));
  });
});

describe('a month is dropped', () => {
  let usual: TestTenant;
  let short: TestTenant;
  beforeEach(async () => {
    for (const table of TABLES) await rearrange(table, [-40, -38, -30, 0, 1, 2, 3]);
    await owner.query('truncate portal.enterprise cascade');
    [usual, short] = [await mintTenant('Usual'), await mintTenant('Short')];
    await keeps(short, 365);
  });

  it('when it is past what every tenant keeps; of others only the rows of tenants that keep less are deleted', async () => {
    for (const tenant of [usual, short]) {
      for (const months of [-40, -38, -30, 0]) await write(tenant, `at ${months}`, idIn(months), monthOf(months));
    }
    expect(await sweepRetention(raise)).toBe(1);
    expect(await namesOf('audit_log')).toEqual([
      ...[-30, 0, 1, 2, 3].map((n) => nameOf('audit_log', n)),
      'audit_log_default',
    ]);
    expect(await actions(usual)).toEqual(['at -30', 'at 0']);
    expect(await actions(short)).toEqual(['at 0']);
  });

  it('unless a row in it is younger than its id', async () => {
    await write(usual, 'young', idIn(-40), NOW);
    await sweepRetention(raise);
    expect(await namesOf('audit_log')).toContain(nameOf('audit_log', -40));
    expect(await namesOf('audit_log')).not.toContain(nameOf('audit_log', -38));
    expect(await actions(usual)).toEqual(['young']);
  });

  it('with what its entries are about, and not before them', async () => {
    const about = (id: string) =>
      withTenant(usual.id, (db) =>
        db.insert(auditSubject).values({ enterpriseId: usual.id, auditId: id, subjectId: usual.id }),
      );
    for (const [months, at] of [
      [-40, monthOf(-40)],
      [-38, NOW],
      [0, NOW],
    ] as const) {
      const id = idIn(months);
      await write(usual, `at ${months}`, id, at);
      await about(id);
    }
    await sweepRetention(raise);
    expect(await actions(usual)).toEqual(['at -38', 'at 0']);
    expect(await namesOf('audit_subject')).not.toContain(nameOf('audit_subject', -40));
    expect(await namesOf('audit_subject')).toContain(nameOf('audit_subject', -38));
    expect(await withTenant(usual.id, (db) => db.$count(auditSubject))).toBe(2);
  });

  it('of refused reports, too', async () => {
    const { userId } = await mintPerson(usual);
    await withTenant(usual.id, (db) =>
      db.insert(studyRefusal).values(
        [-40, 0].map((months) => ({
          ...{ enterpriseId: usual.id, id: idIn(months), userId, resourceId: randomUUID(), reason: 'tooFast' },
          ...{ claimedSeconds: 1, acceptedSeconds: 0, gmtCreate: monthOf(months) },
        })),
      ),
    );
    await sweepRetention(raise);
    expect(await namesOf('study_refusal')).not.toContain(nameOf('study_refusal', -40));
    expect(await withTenant(usual.id, (db) => db.select().from(studyRefusal))).toHaveLength(1);
  });

  it('of answers, once all its attempts are closed and marked; until then those that are not keep theirs', async () => {
    const dropped = await mintOldAttempt(usual, -40, 'marked');
    const [marked, submitted, open] = [
      await mintOldAttempt(usual, -38, 'marked'),
      await mintOldAttempt(usual, -38, 'submitted'),
      await mintOldAttempt(usual, -38, 'open'),
    ];
    const kept = await mintOldAttempt(usual, -30, 'marked');
    const shorter = await mintOldAttempt(short, -30, 'marked');
    // Two answers and three rows of the journal of two attempts; the choices of three, as they have no partitions.
    expect(await sweepRetention(raise)).toBe(13);
    const names = await namesOf('exam_answer');
    expect(names).not.toContain(nameOf('exam_answer', -40));
    expect(names).toContain(nameOf('exam_answer', -38));
    const left = await Promise.all([dropped, marked, submitted, open, kept].map((id) => answersOf(usual, id)));
    expect(left).toEqual([0, 0, 2, 2, 2]);
    const journals = await Promise.all([dropped, marked, submitted, open, kept].map((id) => journalRowsOf(usual, id)));
    expect(journals).toEqual([0, 0, 3, 3, 3]);
    const choices = await Promise.all([dropped, marked, submitted, open, kept].map((id) => choicesOf(usual, id)));
    expect(choices).toEqual([0, 0, 1, 1, 1]);
    expect(await journalRowsOf(short, shorter)).toBe(0);
    expect(await choicesOf(short, shorter)).toBe(0);
    expect(await namesOf('exam_journal')).not.toContain(nameOf('exam_journal', -40));
    expect(await namesOf('exam_journal')).toContain(nameOf('exam_journal', -38));
    expect(await answersOf(short, shorter)).toBe(0);
    const attempts = await withTenant(usual.id, (db) => db.select().from(examAttempt));
    expect(attempts.map(({ submittedAnswers }) => submittedAnswers)).toEqual(Array(5).fill({ q: 'A' }));
    expect(await sweepRetention(raise)).toBe(0);
  });

  it('by nobody who names another table', async () => {
    for (const step of ['create_partition', 'drop_partition']) {
      const call = withPortal((_db, client) => client.query(`select portal.${step}('enterprise_user')`));
      await expect(call).rejects.toMatchObject({ code: '22023' });
    }
  });
});

it('keeps what is in the default partition as long as the rest', async () => {
  const tenant = await mintTenant();
  const [old, young] = ['ffffffff-0000-4000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000002'];
  await write(tenant, 'old', old, monthOf(-40));
  await write(tenant, 'young', young, NOW);
  const { rows } = await owner.query(`select name from portal.partition_bounds('audit_log') where upper is null`);
  expect(rows).toEqual([{ name: 'audit_log_default' }]);
  expect(await actions(tenant)).toEqual(['old', 'young']);
  await sweepRetention(raise);
  expect(await actions(tenant)).toEqual(['young']);
});

it('answers a late repeat with "closed" once the answers of the attempt are deleted, and shows the result as before', async () => {
  const tenant = await mintTenant();
  const person = await mintPerson(tenant);
  const exam = await mintExam(tenant, { counts: { short: 0 } });
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id });
  const answers = exam.ids.single.map((questionId) => ({ questionId, epoch: 1, revision: 1, answer: 'A' }));
  await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
  // The same attempt, years ago.
  for (const table of TABLES) await rearrange(table, [-40, 0, 1, 2, 3]);
  const old = idIn(-40);
  const ago = monthOf(-40).toISOString();
  await withTenant(tenant.id, async (_db, client) => {
    await client.query(
      `insert into exam_attempt select (jsonb_populate_record(a, $1)).* from exam_attempt a where id = $2`,
      [JSON.stringify({ id: old, number: 2, started_at: ago, deadline_at: ago, submitted_at: ago }), attemptId],
    );
    await client.query(
      `insert into exam_answer (enterprise_id, attempt_id, question_id, epoch, revision, answer, saved_at)
       select $1, $2, unnest($3::uuid[]), 1, 1, '"A"', $4`,
      [tenant.id, old, exam.ids.single, ago],
    );
  });
  const repeat = () => ok(person, 'POST /exam/auth/user/exam/answer/save', { attemptId: old, epoch: 1, answers });
  const evidence = () =>
    withTenant(tenant.id, async (db) =>
      (await db.select().from(examLateAnswer)).filter((row) => row.attemptId === old),
    );
  expect((await repeat()).acks.map(({ state }) => state)).toEqual(['saved', 'saved']);
  expect(await evidence()).toEqual([]);
  const view = () => ok(person, 'GET /exam/auth/user/exam/result/view', { attemptId: old });
  const before = await view();
  expect(before.questions.filter(({ mine }) => mine === 'A')).toHaveLength(2);

  await sweepRetention(raise);
  expect(await answersOf(tenant, old)).toBe(0);
  expect(await view()).toEqual(before);
  for (let times = 0; times < 3; times++) {
    expect((await repeat()).acks.map(({ state }) => state)).toEqual(['closed', 'closed']);
  }
  expect(await evidence()).toHaveLength(2);
});

it('lets the portal’s role reach no partition itself, neither those of the migration nor those of the job', async () => {
  const tenant = await mintTenant();
  await write(tenant, 'login', idIn(0), NOW);
  await rearrange('study_refusal', [0]);
  await sweepRetention(raise);
  // Rights are given anew at each start.
  await migrate(process.env.DATABASE_URL!, () => undefined);
  let tried = 0;
  for (const table of TABLES) {
    for (const name of await namesOf(table)) {
      for (const statement of [
        `select from partitions.${name}`,
        `insert into partitions.${name} select * from public.${table}`,
        `update partitions.${name} set enterprise_id = enterprise_id`,
        `delete from partitions.${name}`,
        `truncate partitions.${name}`,
        `drop table partitions.${name}`,
        `alter table public.${table} detach partition partitions.${name}`,
      ]) {
        tried++;
        const direct = withTenant(tenant.id, (_db, client) => client.query(statement));
        await expect(direct, statement).rejects.toMatchObject({ code: '42501' });
      }
    }
  }
  expect(tried).toBeGreaterThan(100);
  const added = withPortal((_db, client) =>
    client.query(`select portal.add_partition('audit_log', now() + interval '9 months')`),
  );
  await expect(added).rejects.toMatchObject({ code: '42501' });
  // Through the table: one's own rows, and the audit log stays append-only.
  expect(await actions(tenant)).toEqual(['login']);
  const other = await mintTenant();
  expect(await actions(other)).toEqual([]);
  const changed = withTenant(tenant.id, (_db, client) => client.query(`update audit_log set action = 'x'`));
  await expect(changed).rejects.toMatchObject({ code: '42501' });
});
