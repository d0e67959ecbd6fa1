import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { RETENTION_ROLE, SWEEP_ROLE } from '#src/server/core/db/definer-roles.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { auditLog, auditSubject } from '#src/server/core/tables.ts';
import { dataRetention } from '#src/server/core/tables.ts';
import { studyRefusal } from '#src/server/study/tables/study.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sweepRetention } from '#src/server/jobs/sweep-retention.ts';
import { insertRow, readTables } from '../factories/table-rows.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const NOW = new Date();
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const raise = (error: unknown) => {
  throw error;
};

/** Creates rows of audit log and rejected reports, one per age in days. */
async function mintLines(tenant: TestTenant, ages: number[]): Promise<void> {
  const { userId } = await mintPerson(tenant);
  const own = { enterpriseId: tenant.id, userId };
  await withTenant(tenant.id, async (db) => {
    await db.insert(auditLog).values(ages.map((age) => ({ ...own, action: `age.${age}`, gmtCreate: daysAgo(age) })));
    await db.insert(studyRefusal).values(
      ages.map((age) => ({
        ...own,
        resourceId: randomUUID(),
        reason: 'tooFast',
        claimedSeconds: age,
        acceptedSeconds: 0,
        gmtCreate: daysAgo(age),
      })),
    );
  });
}

const left = (tenant: TestTenant) =>
  withTenant(tenant.id, async (db) => ({
    audit: (await db.select().from(auditLog)).map(({ action }) => Number(action.slice(4))).sort((a, b) => a - b),
    refusals: (await db.select().from(studyRefusal)).map((row) => row.claimedSeconds).sort((a, b) => a - b),
  }));

/** The last day, counted back from now, of the month in which a period ends: what is older is deleted. */
function lastKept(days: number): number {
  const end = daysAgo(days);
  return Math.floor((NOW.getTime() - Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), 1)) / 86_400_000);
}

describe('rows past the retention', () => {
  let custom: TestTenant;
  let usual: TestTenant;
  const ages = [0, 30, 180, 400, 1095].flatMap((days) => (days ? [lastKept(days), lastKept(days) + 1] : [0]));
  const upTo = (days: number) => ages.filter((age) => age <= lastKept(days));
  beforeAll(async () => {
    custom = await mintTenant('Custom');
    usual = await mintTenant('Usual');
    await withTenant(custom.id, (db) =>
      db
        .insert(dataRetention)
        .values({ enterpriseId: custom.id, auditLogDays: 180, studyRefusalDays: 30, examAnswerDays: 180 }),
    );
    await mintLines(custom, ages);
    await mintLines(usual, ages);
  });

  it('are deleted by whole months, by the setting of the tenant or the default', async () => {
    await sweepRetention(raise);
    expect(await left(custom)).toEqual({ audit: upTo(180), refusals: upTo(30) });
    expect(await left(usual)).toEqual({ audit: upTo(1095), refusals: upTo(400) });
    expect(upTo(1095)).toHaveLength(ages.length - 1);
    await sweepRetention(raise);
    expect(await left(usual)).toEqual({ audit: upTo(1095), refusals: upTo(400) });
  });

  it('are deleted completely, in several batches', async () => {
    const many = await mintTenant('Many');
    await mintLines(many, [0, ...Array.from({ length: 2_500 }, (_, i) => 2_000 + i)]);
    await sweepRetention(raise);
    expect(await left(many)).toEqual({ audit: [0], refusals: [0] });
  });
});

it('deletes what an entry is about with the entry, and nothing else', async () => {
  const { id: enterpriseId } = await mintTenant('Subjects');
  const [thing, person] = [randomUUID(), randomUUID()];
  await withTenant(enterpriseId, async (db, client) => {
    for (const action of ['age.2000', 'age.2001', 'age.10'])
      await auditWithoutRequest(db, { enterpriseId, userId: null, action, detail: {}, about: [thing, person] });
    // As if they were old: no role may change the time of an entry, so they are written again.
    const { rows } = await client.query<{ id: string; action: string }>('select id, action from audit_log');
    for (const { id, action } of rows) {
      const gmtCreate = daysAgo(Number(action.slice(4)));
      const [again] = await db.insert(auditLog).values({ enterpriseId, action, gmtCreate }).returning();
      await client.query(
        'insert into audit_subject select enterprise_id, $2, subject_id from audit_subject where audit_id = $1',
        [id, again!.id],
      );
    }
  });
  const count = () =>
    withTenant(enterpriseId, async (db) => [await db.$count(auditLog), await db.$count(auditSubject)] as const);
  expect(await count()).toEqual([6, 12]);
  await sweepRetention(raise);
  // The three of now, and the young one of those that were written again.
  expect(await count()).toEqual([4, 8]);
  const orphans = await withTenant(enterpriseId, (db) =>
    db.execute(sql`select from audit_subject s where not exists (select from audit_log l where l.id = s.audit_id)`),
  );
  expect(orphans.rowCount).toBe(0);
});

describe('application role', () => {
  it('cannot delete audit rows directly, and with the function no recent ones and none of another tenant', async () => {
    const one = await mintTenant('One');
    const other = await mintTenant('Other');
    await mintLines(one, [10, 2_000]);
    await mintLines(other, [2_000]);
    const itself = withTenant(one.id, (db) => db.delete(auditLog).where(eq(auditLog.enterpriseId, one.id)));
    await expect(itself).rejects.toMatchObject({ cause: { code: '42501' } });
    const byFunction = (tenant: string, days: number) =>
      withTenant(one.id, (_db, client) =>
        client.query('select portal.delete_audit_log($1, $2, 100) as n', [tenant, daysAgo(days).toISOString()]),
      );
    await expect(byFunction(one.id, 179)).rejects.toMatchObject({ code: '23514' });
    expect((await byFunction(other.id, 200)).rows).toEqual([{ n: 0 }]);
    expect((await left(other)).audit).toEqual([2_000]);
    expect((await byFunction(one.id, 200)).rows).toEqual([{ n: 1 }]);
    expect((await left(one)).audit).toEqual([10]);
  });

  it('cannot write totals of the ledger', async () => {
    const { id } = await mintTenant();
    for (const table of ['ledger_total', 'ranking_total']) {
      const write = withTenant(id, (_db, client) => client.query(`update ${table} set total = 9`));
      await expect(write).rejects.toMatchObject({ code: '42501' });
    }
  });
});

it('grants the roles of sweep and retention only the privileges of their function', async () => {
  const { rows } = await withPortal((_db, client) =>
    client.query(
      `select r.rolname as name, r.rolsuper or r.rolbypassrls or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb as more,
         array(select p.proname::text from pg_proc p where p.proowner = r.oid order by 1) as functions,
         has_schema_privilege(r.oid, 'portal', 'CREATE') as creates, pg_has_role('zhixing_app', r.oid, 'MEMBER') as app
       from pg_roles r where r.rolname = any($1) order by 1`,
      [[SWEEP_ROLE, RETENTION_ROLE]],
    ),
  );
  const usual = { more: false, creates: false, app: false };
  expect(rows).toEqual([
    {
      ...usual,
      name: RETENTION_ROLE,
      functions: ['delete_audit_log', 'delete_exam_journal', 'erase_exam_journal', 'erase_from_logs'],
    },
    {
      ...usual,
      name: SWEEP_ROLE,
      functions: [
        'enterprises_with_changed_results',
        'enterprises_with_expired_attempts',
        'enterprises_with_leavers',
        'enterprises_with_planned_content',
        'exams_under_way',
        'rehearsals_since',
      ],
    },
  ]);
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  try {
    const { rows: grants } = await owner.query<{ grant: string }>(
      `select role || ' ' || c.relname || coalesce('.' || c.attname, '') || ' ' || x.privilege_type as grant
       from unnest($1::regrole[]) role, (
         select relname, null as attname, relacl as acl from pg_class
         union all select c.relname, a.attname, a.attacl from pg_class c join pg_attribute a on a.attrelid = c.oid
       ) c, lateral aclexplode(c.acl) x where x.grantee = role order by 1`,
      [[SWEEP_ROLE, RETENTION_ROLE]],
    );
    expect(grants.map(({ grant }) => grant)).toEqual([
      `${RETENTION_ROLE} audit_log DELETE`,
      `${RETENTION_ROLE} audit_log SELECT`,
      `${RETENTION_ROLE} audit_log.address UPDATE`,
      `${RETENTION_ROLE} audit_log.detail UPDATE`,
      `${RETENTION_ROLE} audit_subject DELETE`,
      `${RETENTION_ROLE} audit_subject SELECT`,
      `${RETENTION_ROLE} enterprise_user.enterprise_id SELECT`,
      `${RETENTION_ROLE} enterprise_user.erased_at SELECT`,
      `${RETENTION_ROLE} enterprise_user.user_id SELECT`,
      ...['enterprise_id', 'id', 'status', 'submitted_at', 'user_id'].map(
        (column) => `${RETENTION_ROLE} exam_attempt.${column} SELECT`,
      ),
      `${RETENTION_ROLE} exam_journal DELETE`,
      `${RETENTION_ROLE} exam_journal SELECT`,
      `${RETENTION_ROLE} exam_journal.content UPDATE`,
      `${RETENTION_ROLE} flow_log SELECT`,
      `${RETENTION_ROLE} flow_log.comment UPDATE`,
      ...['enterprise_id', 'publish_at', 'withdraw_at'].map((column) => `${SWEEP_ROLE} content_item.${column} SELECT`),
      ...['enterprise_id', 'id', 'published', 'window_start'].map((column) => `${SWEEP_ROLE} exam.${column} SELECT`),
      `${SWEEP_ROLE} exam_attempt.deadline_at SELECT`,
      `${SWEEP_ROLE} exam_attempt.enterprise_id SELECT`,
      `${SWEEP_ROLE} exam_attempt.status SELECT`,
      `${SWEEP_ROLE} exam_attempt.trial SELECT`,
      `${SWEEP_ROLE} exam_journal_head.closes_at SELECT`,
      `${SWEEP_ROLE} exam_journal_head.enterprise_id SELECT`,
      ...['enterprise_id', 'exam_id', 'window_start'].map((column) => `${SWEEP_ROLE} exam_resit.${column} SELECT`),
      `${SWEEP_ROLE} exam_result_change.enterprise_id SELECT`,
      ...['asked_at', 'enterprise_id', 'id', 'status'].map((column) => `${SWEEP_ROLE} rehearsal.${column} SELECT`),
    ]);
  } finally {
    await owner.end();
  }
});

it('finds expired attempts of all tenants with one index', async () => {
  const { id } = await mintTenant();
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  try {
    await owner.query(`begin; set local app.enterprise_id = '${id}'`);
    const exam = await insertRow(owner, await readTables(owner), 'public.exam', { enterprise_id: id });
    // 2,000 open attempts that expire in some hours.
    await owner.query(
      `with account as (
         insert into portal.user_account (id) select gen_random_uuid() from generate_series(1, 2000) returning id
       ), person as (
         insert into enterprise_user (enterprise_id, user_id, user_name) select $1, id, 'Person' from account returning user_id
       )
       insert into exam_attempt (enterprise_id, exam_id, user_id, number, paper, started_at, deadline_at, total_score)
       select $1, $2, user_id, 1, '[]', now(), now() + interval '2 hours', 10 from person`,
      [id, exam['id']],
    );
    await owner.query(`analyze exam_attempt; set local role ${SWEEP_ROLE}`);
    const { rows: source } = await owner.query<{ body: string }>(
      `select replace(prosrc, 'before', 'now()') as body from pg_proc where proname = 'enterprises_with_expired_attempts'`,
    );
    const { rows: plan } = await owner.query<Record<string, string>>(`explain ${source[0]!.body}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('exam_attempt_open_deadline');
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
});
