import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { RETENTION_ROLE, SWEEP_ROLE } from '#src/server/core/db/definer-roles.ts';
import { auditLog } from '#src/server/core/db/schema/account.ts';
import { dataRetention } from '#src/server/core/db/schema/retention.ts';
import { studyRefusal } from '#src/server/core/db/schema/study.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { DEFAULT_RETENTION, sweepRetention } from '#src/server/jobs/sweep-retention.ts';
import { insertRow, readTables } from '../factories/table-rows.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const NOW = new Date();
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const raise = (error: unknown) => {
  throw error;
};

/** Lines of audit log and refused reports, one of each age. */
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

describe('what is older than a tenant keeps it', () => {
  let custom: TestTenant;
  let usual: TestTenant;
  beforeAll(async () => {
    custom = await mintTenant('Custom');
    usual = await mintTenant('Usual');
    await withTenant(custom.id, (db) =>
      db.insert(dataRetention).values({ enterpriseId: custom.id, auditLogDays: 180, studyRefusalDays: 30 }),
    );
    const ages = [0, 29, 31, 179, 181, 399, 401, 1094, 1096];
    await mintLines(custom, ages);
    await mintLines(usual, ages);
  });

  it('is deleted, by the days of each tenant or else the default ones', async () => {
    expect(DEFAULT_RETENTION).toEqual({ auditLogDays: 1095, studyRefusalDays: 400 });
    await sweepRetention(raise, NOW);
    expect(await left(custom)).toEqual({ audit: [0, 29, 31, 179], refusals: [0, 29] });
    expect(await left(usual)).toEqual({
      audit: [0, 29, 31, 179, 181, 399, 401, 1094],
      refusals: [0, 29, 31, 179, 181, 399],
    });
    expect(await sweepRetention(raise, NOW)).toBe(0);
  });

  it('is deleted whole, however many batches it is', async () => {
    const many = await mintTenant('Many');
    await mintLines(many, [0, ...Array.from({ length: 2_500 }, (_, i) => 2_000 + i)]);
    await sweepRetention(raise, NOW);
    expect(await left(many)).toEqual({ audit: [0], refusals: [0] });
  });
});

describe('the portal’s role', () => {
  it('deletes no line of the audit log itself, and by the function no young one and none of another tenant', async () => {
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

  it('writes no totals of the ledger', async () => {
    const { id } = await mintTenant();
    for (const table of ['ledger_total', 'ranking_total']) {
      const write = withTenant(id, (_db, client) => client.query(`update ${table} set total = 9`));
      await expect(write).rejects.toMatchObject({ code: '42501' });
    }
  });
});

it('gives the roles of the sweep and of retention what their one function needs, and nothing else', async () => {
  const { rows } = await withPortal((_db, client) =>
    client.query(
      `select r.rolname as name, r.rolsuper or r.rolbypassrls or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb as more,
         array(select p.proname::text from pg_proc p where p.proowner = r.oid) as functions,
         has_schema_privilege(r.oid, 'portal', 'CREATE') as creates, pg_has_role('zhixing_app', r.oid, 'MEMBER') as app
       from pg_roles r where r.rolname = any($1) order by 1`,
      [[SWEEP_ROLE, RETENTION_ROLE]],
    ),
  );
  const usual = { more: false, creates: false, app: false };
  expect(rows).toEqual([
    { ...usual, name: RETENTION_ROLE, functions: ['delete_audit_log'] },
    { ...usual, name: SWEEP_ROLE, functions: ['enterprises_with_expired_attempts'] },
  ]);
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  try {
    const { rows: grants } = await owner.query<{ grant: string }>(
      `select role || ' ' || c.relname || coalesce('.' || a.attname, '') || ' ' || x.privilege_type as grant
       from unnest($1::regrole[]) role, pg_class c
       left join pg_attribute a on a.attrelid = c.oid and a.attacl is not null,
       lateral aclexplode(coalesce(a.attacl, c.relacl)) x where x.grantee = role order by 1`,
      [[SWEEP_ROLE, RETENTION_ROLE]],
    );
    expect(grants.map(({ grant }) => grant)).toEqual([
      `${RETENTION_ROLE} audit_log DELETE`,
      `${RETENTION_ROLE} audit_log SELECT`,
      `${SWEEP_ROLE} exam_attempt.deadline_at SELECT`,
      `${SWEEP_ROLE} exam_attempt.enterprise_id SELECT`,
      `${SWEEP_ROLE} exam_attempt.status SELECT`,
    ]);
  } finally {
    await owner.end();
  }
});

it('finds expired attempts by one index over all tenants', async () => {
  const { id } = await mintTenant();
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  try {
    await owner.query(`begin; set local app.enterprise_id = '${id}'`);
    const exam = await insertRow(owner, await readTables(owner), 'public.exam', { enterprise_id: id });
    // 2,000 people at an exam that goes on for hours.
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
