import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { deleteOldBulk } from '#src/server/bulk/delete-old-bulk.ts';
import { runBulkBatch } from '#src/server/bulk/run-bulk.ts';
import type { BulkAction } from '#src/server/bulk/start-bulk.ts';
import { bulkRow } from '#src/server/bulk/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { runBulk } from '#src/server/jobs/run-bulk.ts';
import { CERTIFICATE_CHANGES } from '#src/server/record/certificate/change-certificates.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /course/auth/certificate/bulk/save';
const VIEW = 'GET /data/auth/bulk/view';
const ROWS = 'POST /data/auth/bulk/row/page';
const STOP = 'PUT /data/auth/bulk/stop';
const CURRENT = 'GET /data/auth/bulk/current';
const LIST = '/admin/certificates';
const reason = '证书模板有误';

let tenant: TestTenant;
let admin: TestPerson;
let second: TestPerson;
let kind: string;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  second = await mintPerson(tenant, { isAdmin: true });
});
/** Certificates of new people, of a new kind. */
async function issue(count: number): Promise<string[]> {
  kind = await mintCertificate(tenant, { validMonths: 12 });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await giveCertificate(tenant, await mintPerson(tenant), kind)).id);
  return ids;
}
const run = (id: string) => runBulk({ enterpriseId: tenant.id, id });
const pendingFor = (subjectId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ flowType: flowInstance.flowType, applicantId: flowInstance.applicantId, detail: flowInstance.detail })
      .from(flowInstance)
      .where(
        and(
          eq(flowInstance.enterpriseId, tenant.id),
          eq(flowInstance.subjectId, subjectId),
          eq(flowInstance.state, 'pending'),
        ),
      ),
  );

describe('a change of several certificates', () => {
  it('is applied row by row; a row that fails has its reason, and does not stop the others', async () => {
    const ids = await issue(3);
    await ok(second, 'POST /course/auth/certificate/revoke', { id: ids[1]!, reason });
    const job = await ok(admin, SAVE, { ids, kind: 'revoke', reason });
    expect(job).toMatchObject({ state: 'running', totalCount: 3, doneCount: 0, failedCount: 0 });
    expect(await ok(admin, CURRENT, { list: LIST })).toEqual({ job });
    expect((await ok(admin, ROWS, { id: job.id, outcome: 'waiting' })).totalCount).toBe(3);
    await run(job.id);
    expect(await ok(admin, VIEW, { id: job.id })).toMatchObject({ state: 'done', doneCount: 2, failedCount: 1 });
    for (const id of [ids[0]!, ids[2]!])
      expect(await pendingFor(id)).toEqual([
        { flowType: 'certificateRevoke', applicantId: admin.userId, detail: expect.objectContaining({ note: reason }) },
      ]);
    const failed = await ok(admin, ROWS, { id: job.id, outcome: 'failed' });
    expect(failed.list).toEqual([
      expect.objectContaining({ rowId: ids[1], outcome: 'failed', reason: expect.stringContaining('证书') }),
    ]);
    expect((await ok({ ...admin, locale: 'en' }, ROWS, { id: job.id, outcome: 'failed' })).list[0]!.reason).toMatch(
      /certificate/,
    );
    await ok(admin, 'PUT /data/auth/bulk/dismiss', { id: job.id });
    expect(await ok(admin, CURRENT, { list: LIST })).toEqual({ job: null });
  });

  it('goes to all that the filter finds, unless the list has changed', async () => {
    const ids = await issue(4);
    const found = { filter: { certificateId: kind }, count: 3 };
    expect(await call(admin, SAVE, { found, kind: 'renew', reason })).toMatchObject({ code: 409 });
    const job = await ok(admin, SAVE, { found: { ...found, count: 4 }, kind: 'renew', reason });
    await run(job.id);
    expect(await ok(admin, VIEW, { id: job.id })).toMatchObject({ state: 'done', doneCount: 4 });
    for (const id of ids) expect((await pendingFor(id))[0]!.flowType).toBe('certificateRenew');
  });

  it('waits for the one before of the same person, however many are begun at once', async () => {
    const ids = await issue(2);
    const codes = await Promise.all(
      ids.map(async (id) => (await call(admin, SAVE, { ids: [id], kind: 'revoke', reason })).code),
    );
    expect(codes.sort()).toEqual([200, 409]);
    const { job } = await ok(admin, CURRENT, { list: LIST });
    await run(job!.id);
    const other = await ok(admin, SAVE, { ids, kind: 'renew', reason });
    await run(other.id);
    expect(await ok(admin, VIEW, { id: other.id })).toMatchObject({ state: 'done', doneCount: 1, failedCount: 1 });
  });

  it('wants rows in one way, with a reason', async () => {
    const ids = await issue(1);
    const found = { filter: { certificateId: kind }, count: 1 };
    expect((await call(admin, SAVE, { kind: 'renew', reason })).code).toBe(422);
    expect((await call(admin, SAVE, { ids, found, kind: 'renew', reason })).code).toBe(422);
    expect((await call(admin, SAVE, { ids, kind: 'renew', reason: ' ' })).data).toEqual([
      expect.objectContaining({ field: 'reason' }),
    ]);
  });
});

describe('a job', () => {
  const now = () => new Date();
  const begin = async (count: number) => {
    const ids = await issue(count);
    const { id } = await ok(admin, SAVE, { ids, kind: 'revoke', reason });
    return { ids, id, tenant: (await findTenantById(tenant.id))! };
  };
  const acting = (apply: BulkAction['apply']): BulkAction[] => [{ name: 'certificateRevoke', apply }];
  const revoke = CERTIFICATE_CHANGES[0]!;

  it('goes on with the rows that have no result after its connection was lost', async () => {
    const { ids, id, tenant: here } = await begin(60);
    expect(await runBulkBatch(here, id, CERTIFICATE_CHANGES, now)).toBe(true);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'running', doneCount: 50 });
    const dying = acting(async (ctx, rowId, input) => {
      await revoke.apply(ctx, rowId, input);
      if (rowId !== [...ids].sort()[55]) return;
      const { rows } = await ctx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
      await owner.connect();
      await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await owner.end();
    });
    await expect(runBulkBatch(here, id, dying, now)).rejects.toThrow();
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'running', doneCount: 50 });
    await run(id);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'done', doneCount: 60, failedCount: 0 });
    for (const each of ids) expect(await pendingFor(each)).toHaveLength(1);
  });

  it('changes nothing in a row that fails for an unknown reason, and goes on', async () => {
    const { ids, id, tenant: here } = await begin(3);
    const failing = acting(async (ctx, rowId, input) => {
      await revoke.apply(ctx, rowId, input);
      if (rowId === ids[1]) throw new Error('unknown');
    });
    while (await runBulkBatch(here, id, failing, now));
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'done', doneCount: 2, failedCount: 1 });
    expect(await pendingFor(ids[1]!)).toEqual([]);
    expect((await ok(admin, ROWS, { id, outcome: 'failed' })).list).toEqual([
      expect.objectContaining({ rowId: ids[1], reason: '处理失败，此项未作更改' }),
    ]);
  });

  it('acts with the rights that its user has when it runs', async () => {
    const { ids, id } = await begin(2);
    const setAdmin = (isAdmin: boolean) =>
      withTenant(tenant.id, (db) =>
        db
          .update(enterpriseUser)
          .set({ isAdmin })
          .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, admin.userId))),
      );
    await setAdmin(false);
    await run(id);
    await setAdmin(true);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'done', doneCount: 0, failedCount: 2 });
    expect(await pendingFor(ids[0]!)).toEqual([]);
  });

  it('can be stopped by its user; what is changed stays', async () => {
    const { ids, id, tenant: here } = await begin(60);
    await runBulkBatch(here, id, CERTIFICATE_CHANGES, now);
    expect((await call(second, STOP, { id })).code).toBe(404);
    expect(await ok(admin, STOP, { id })).toMatchObject({ state: 'stopped', doneCount: 50 });
    await run(id);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'stopped', doneCount: 50 });
    expect((await ok(admin, ROWS, { id, outcome: 'waiting' })).totalCount).toBe(10);
    expect(await pendingFor([...ids].sort()[59]!)).toEqual([]);
  });

  it('is deleted with its rows a month after it ended, and not before', async () => {
    const { id } = await begin(1);
    await run(id);
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    const rowsOf = () =>
      withTenant(tenant.id, (db) =>
        db.$count(bulkRow, and(eq(bulkRow.enterpriseId, tenant.id), eq(bulkRow.jobId, id))),
      );
    await deleteOldBulk(tenant.id, later(29));
    expect(await rowsOf()).toBe(1);
    await deleteOldBulk(tenant.id, later(31));
    expect(await rowsOf()).toBe(0);
    expect((await call(admin, VIEW, { id })).code).toBe(404);
  });
});
