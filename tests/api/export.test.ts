import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Data } from '#src/contract/calls.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { exportRecord } from '#src/server/export/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { localPath } from '#src/server/file/store.ts';
import { EXPORT_LISTS, makeExportJob } from '#src/server/jobs/make-export.ts';
import { sweepExports } from '#src/server/jobs/sweep-exports.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { post } from '../factories/record.ts';
import { companionCookie } from '../factories/session.ts';
import { cellsOf, textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const EXPORT = 'POST /data/auth/user/credit/hour/change/record/export';
const PAGE = 'POST /data/auth/export/record/page';
const URL_OF = 'GET /data/auth/export/record/get/file/download/url';
const REMAKE = 'POST /data/auth/export/record/remake';
const OWN_LISTS = [
  'POST /data/auth/course/user/progress/user/export',
  'POST /data/auth/course/user/progress/user/course/study/export',
  'POST /course/auth/study/task/export',
  'POST /exam/auth/user/exam/task/record/export',
  'POST /course/auth/user/certificate/export',
] as const;
const DELETE = 'DELETE /data/auth/export/record/delete';
const CLEAR = 'DELETE /data/auth/export/record/all/delete';

let tenant: TestTenant;
let other: TestTenant;
let me: TestPerson;
let colleague: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant('Exports');
  other = await mintTenant('Others');
});
beforeEach(async () => {
  me = await mintPerson(tenant);
  colleague = await mintPerson(tenant);
});

const make = (id: string, now = new Date()) => makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, now);
const listed = async (who: TestPerson) => (await ok(who, PAGE)).list;
/** Requests an export and generates it. */
async function exported(who: TestPerson, input = {}): Promise<Data<typeof EXPORT>> {
  const { id } = await ok(who, EXPORT, input);
  expect(await make(id)).toBeUndefined();
  return (await listed(who)).find((record) => record.id === id)!;
}
/** Requests a URL with the cookies of a user. */
const fetchAs = (who: TestPerson | null, url: string, host = tenant.host) =>
  portal.request(`http://${host}${url}`, {
    headers: { host, ...(who ? { cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` } : {}) },
  });
const bytesOf = async (who: TestPerson, id: string) =>
  new Uint8Array(await (await fetchAs(who, (await ok(who, URL_OF, { id })).url)).arrayBuffer());
const filesOf = (who: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.uploadedBy, who.userId)));
const jobsOf = (id: string) =>
  withPortal(async (_db, client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where name = 'make-export' and data->>'exportId' = $1`,
      [id],
    );
    return rows[0]!.n;
  });

describe('requesting an export', () => {
  it('stores a record, sends one job and writes an audit row', async () => {
    const record = await ok(me, EXPORT, { kind: 'hours', year: 2026 });
    expect(record).toMatchObject({ exportStatus: 1, fileSize: null });
    expect(record.fileName).toMatch(/^学时明细_2026_\d{8}-\d{6}\.xlsx$/);
    expect(await listed(me)).toEqual([record]);
    expect(await jobsOf(record.id)).toBe(1);
    const trace = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.userId, me.userId), eq(auditLog.action, 'export.requested'))),
    );
    expect(trace).toMatchObject([{ detail: { input: { kind: 'hours', year: 2026 } } }]);
  });

  it('works at both paths', async () => {
    const record = await ok(me, 'POST /data/auth/credit/hour/change/record/export', { kind: 'points' });
    expect(record.fileName).toMatch(/^学分积分明细_\d{8}-\d{6}\.xlsx$/);
  });

  it('rejects invalid kinds, years and pages', async () => {
    for (const input of [{ kind: 'money' }, { hourKind: 'x' }, { year: 1 }])
      expect(await call(me, EXPORT, input as never)).toMatchObject({ code: 422 });
    expect(await call(me, PAGE, { pageCurrent: 0 })).toMatchObject({ code: 422 });
    expect(await listed(me)).toEqual([]);
  });

  it('rejects a second unfinished export of a list, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(me, EXPORT)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const rejected = answers.filter(({ code }) => code !== 200);
    expect(rejected.every(({ code, msg }) => code === 429 && msg.includes('正在导出'))).toBe(true);
    expect((await call({ ...me, locale: 'en' }, EXPORT)).msg).toContain('already being exported');
    expect((await ok(me, EXPORT, { kind: 'hours' })).exportStatus).toBe(1);
    expect((await ok(colleague, EXPORT)).exportStatus).toBe(1);
    for (const { id } of await listed(me)) await make(id);
    expect((await call(me, EXPORT)).code).toBe(200);
  });

  it('rejects more than five unfinished exports per user, also for concurrent requests', async () => {
    const lists = [EXPORT, ...OWN_LISTS] as const;
    const answers = await Promise.all(lists.map((name) => call(me, name)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    const [rejected] = answers.filter(({ code }) => code !== 200);
    expect(rejected).toMatchObject({ code: 429, msg: expect.stringContaining('5 个文件') });
    expect((await call({ ...me, locale: 'en' }, EXPORT, { kind: 'hours' })).msg).toContain('5 files');
    expect((await ok(colleague, EXPORT)).exportStatus).toBe(1);
    await make((await listed(me))[0]!.id);
    expect((await call(me, EXPORT, { kind: 'hours' })).code).toBe(200);
  });

  it('rejects more than 200 exports per user', async () => {
    await withTenant(tenant.id, (db) =>
      db.insert(exportRecord).values(
        Array.from({ length: 200 }, (_, n) => ({
          enterpriseId: tenant.id,
          userId: me.userId,
          exportType: 'hours',
          locale: 'zh' as const,
          fileName: `${n}.xlsx`,
          exportStatus: 3,
        })),
      ),
    );
    expect(await call(me, EXPORT)).toMatchObject({ code: 429, msg: expect.stringContaining('200') });
    const second = await ok(me, PAGE, { pageCurrent: 2, pageSize: 20 });
    expect(second).toMatchObject({ totalCount: 200, totalPage: 10, pageCurrent: 2 });
    expect(second.list).toHaveLength(20);
  });
});

describe('a failed export', () => {
  const fail = (id: string) =>
    withTenant(tenant.id, (db) => db.update(exportRecord).set({ exportStatus: 3 }).where(eq(exportRecord.id, id)));

  it('can be retried by its owner with the same filter, and is then the newest', async () => {
    await post(tenant, me, { amount: '1.5', title: '去年', at: new Date('2025-03-01T00:00:00Z') });
    await post(tenant, me, { amount: '2.5', title: '今年', at: new Date('2026-03-01T00:00:00Z') });
    const asked = await ok(me, EXPORT, { kind: 'hours', year: 2025 });
    await fail(asked.id);
    const later = await exported(me);
    const again = await ok(me, REMAKE, { id: asked.id });
    expect(again).toMatchObject({ id: asked.id, exportStatus: 1 });
    expect(again.fileName).toMatch(/^学时明细_2025_\d{8}-\d{6}\.xlsx$/);
    expect((await listed(me)).map(({ id }) => id)).toEqual([asked.id, later.id]);
    expect(await jobsOf(asked.id)).toBe(2);
    expect(await make(asked.id)).toBeUndefined();
    expect(textsOf(await bytesOf(me, asked.id)).map((line) => line[1])).toEqual(['来源', '去年']);
  });

  it('cannot be retried while it is being generated, when it is ready, or by another user', async () => {
    const { id } = await ok(me, EXPORT);
    expect(await call(me, REMAKE, { id })).toMatchObject({ code: 409, msg: '这个文件不需要重新生成' });
    await fail(id);
    for (const [who, wrong] of [
      [colleague, id],
      [await mintPerson(other), id],
      [me, randomUUID()],
    ] as const)
      expect((await call(who, REMAKE, { id: wrong })).code).toBe(404);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(me, REMAKE, { id })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
    await make(id);
    expect((await call(me, REMAKE, { id })).code).toBe(409);
  });

  it('counts towards the limit of five when it is retried', async () => {
    const { id } = await ok(me, EXPORT);
    await fail(id);
    for (const name of OWN_LISTS) await ok(me, name);
    expect(await call(me, REMAKE, { id })).toMatchObject({ code: 429, msg: expect.stringContaining('5 个文件') });
  });

  it('cannot be retried while the same list is being exported', async () => {
    const { id } = await ok(me, EXPORT);
    await fail(id);
    await ok(me, EXPORT);
    expect(await call(me, REMAKE, { id })).toMatchObject({ code: 429, msg: expect.stringContaining('正在导出') });
  });
});

describe('the file', () => {
  it('contains the entries of the filter, in the user’s language and the tenant’s time zone', async () => {
    await post(tenant, me, { kind: 'credits', amount: '2.5', title: '消防演练', at: new Date('2026-02-28T16:30:00Z') });
    await post(tenant, me, { kind: 'points', amount: '10', title: '签到', at: new Date('2026-03-02T01:00:00Z') });
    await post(tenant, me, { kind: 'hours', amount: '1', title: '不在其中' });
    await post(tenant, colleague, { kind: 'credits', amount: '9', title: '别人的' });
    const record = await exported(me);
    expect(record.exportStatus).toBe(2);
    const bytes = await bytesOf(me, record.id);
    expect(bytes.length).toBe(record.fileSize);
    expect(textsOf(bytes)).toEqual([
      ['时间', '来源', '类别', '数额', '计入年度', '备注'],
      ['2026-03-02 09:00', '签到', '积分', '10', '2026', ''],
      ['2026-03-01 00:30', '消防演练', '学分', '2.5', '2026', ''],
    ]);
    const english = await exported({ ...me, locale: 'en' }, { kind: 'credits' });
    expect(english.fileName).toMatch(/^Credits-and-points_/);
    expect(textsOf(await bytesOf(me, english.id))).toEqual([
      ['Date', 'Source', 'Kind', 'Amount', 'Year counted', 'Remark'],
      ['2026-03-01 00:30', '消防演练', 'Credits', '2.5', '2026', ''],
    ]);
  });

  it('filters class hours by kind and year', async () => {
    await post(tenant, me, { amount: '1', hourKind: 'culture', title: '甲' });
    await post(tenant, me, { amount: '2', hourKind: 'culture', title: '乙', at: new Date('2025-03-01T00:00:00Z') });
    await post(tenant, me, { amount: '3', hourKind: 'required', title: '丙' });
    const titles = async (input: object) =>
      textsOf(await bytesOf(me, (await exported(me, { kind: 'hours', ...input })).id))
        .slice(1)
        .map((row) => row[1]);
    expect((await titles({})).sort()).toEqual(['丙', '乙', '甲'].sort());
    expect(await titles({ hourKind: 'culture', year: 2025 })).toEqual(['乙']);
    expect(await titles({ year: 2024 })).toEqual([]);
  });

  it('contains no formulas and no characters that XML does not allow', async () => {
    const evil = [
      '=HYPERLINK("http://evil.example","x")',
      '+1+1',
      '-2+3',
      '@SUM(1)',
      '\t=1',
      '\r=1',
      '_x0041_',
      '<b>&"\u0001',
    ];
    for (const title of evil) await post(tenant, me, { kind: 'credits', title });
    const cells = cellsOf(await bytesOf(me, (await exported(me)).id)).slice(1);
    expect(cells.map((row) => row[1]!.text).sort()).toEqual(evil.map((text) => text.replace('\u0001', '')).sort());
    expect(cells.flat().some(({ isFormula }) => isFormula)).toBe(false);
    expect(cells.every((row) => row[1]!.type !== 'n' && row[1]!.format === '@' && row[3]!.type === 'n')).toBe(true);
  });

  it('is generated once for repeated and concurrent jobs', async () => {
    const { id } = await ok(me, EXPORT);
    await Promise.all(Array.from({ length: 4 }, () => make(id)));
    await makeExportJob({ enterpriseId: tenant.id, exportId: id });
    const [kept, ...more] = await filesOf(me);
    expect(more).toEqual([]);
    expect(existsSync(localPath(kept!.storeKey)!)).toBe(true);
    expect(await listed(me)).toMatchObject([{ id, exportStatus: 2, fileSize: kept!.fileSize }]);
  });

  it('has each file once when its transaction is repeated after a deadlock', async () => {
    for (const title of ['One', 'Two', 'Three']) await post(tenant, me, { kind: 'credits', title });
    const { id } = await ok(me, EXPORT);
    const { exportType } = await withTenant(tenant.id, async (db) => {
      const [record] = await db.select().from(exportRecord).where(eq(exportRecord.id, id));
      return record! as { exportType: keyof typeof EXPORT_LISTS };
    });
    // The third row of the first run, when files of the first two are stored.
    let rows = 0;
    const list = EXPORT_LISTS[exportType];
    const failing = {
      ...list,
      keeps: () => {
        if (++rows !== 3) return true;
        throw Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
      },
    };
    const lists = { ...EXPORT_LISTS, [exportType]: failing };
    expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, lists, new Date(), 1)).toBeUndefined();
    expect(rows).toBe(6);
    const records = await listed(me);
    expect(records).toHaveLength(3);
    const titles = await Promise.all(records.map(async (each) => textsOf(await bytesOf(me, each.id))[1]![1]));
    expect(titles.sort()).toEqual(['One', 'Three', 'Two']);
  });

  it('is a separate file for each of two users with equal entries', async () => {
    const [mine, theirs] = [await ok(me, EXPORT), await ok(colleague, EXPORT)];
    await withTenant(tenant.id, (db) =>
      db.update(exportRecord).set({ fileName: 'same.xlsx' }).where(eq(exportRecord.enterpriseId, tenant.id)),
    );
    await make(mine.id);
    await make(theirs.id);
    await ok(me, DELETE, { id: mine.id });
    expect(textsOf(await bytesOf(colleague, theirs.id))).toHaveLength(1);
  });

  it('is marked as failed when it cannot be generated, and can be requested again', async () => {
    const { id } = await ok(me, EXPORT);
    await withTenant(tenant.id, (db) =>
      db.update(exportRecord).set({ exportType: 'nothing we know' }).where(eq(exportRecord.id, id)),
    );
    await makeExportJob({ enterpriseId: tenant.id, exportId: id });
    expect(await listed(me)).toMatchObject([{ id, exportStatus: 3 }]);
    expect(await call(me, URL_OF, { id })).toMatchObject({ code: 409 });
    expect((await exported(me)).exportStatus).toBe(2);
  });

  it('is not generated when the export has been deleted', async () => {
    const { id } = await ok(me, EXPORT);
    await ok(me, DELETE, { id });
    expect(await make(id)).toBeUndefined();
    expect(await filesOf(me)).toEqual([]);
  });
});

describe('access to an export', () => {
  it('is limited to its owner: the URL works in the owner’s session only', async () => {
    const stranger = await mintPerson(other);
    const { id, fileName } = await exported(me);
    const answer = await ok(me, URL_OF, { id });
    expect(answer.fileName).toBe(fileName);
    const mine = await fetchAs(me, answer.url);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('content-disposition')).toContain(`attachment;`);
    expect(mine.headers.get('content-disposition')).toContain(encodeURIComponent(fileName));
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    for (const who of [colleague, null]) expect((await fetchAs(who, answer.url)).status).toBe(404);
    expect((await fetchAs(stranger, answer.url, other.host)).status).toBe(404);
    expect((await fetchAs(me, answer.url.split('?')[0]!)).status).toBe(404);
    const late = answer.url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) - 1}`);
    expect((await fetchAs(me, late)).status).toBe(404);
    for (const who of [colleague, stranger]) expect(await call(who, URL_OF, { id })).toMatchObject({ code: 404 });
  });

  it('is limited to its owner for list, delete and delete all', async () => {
    const stranger = await mintPerson(other);
    const { id } = await exported(me);
    for (const who of [colleague, stranger]) {
      expect(await listed(who)).toEqual([]);
      expect(await call(who, DELETE, { id })).toMatchObject({ code: 404 });
      expect(await ok(who, CLEAR)).toEqual({ count: 0 });
    }
    for (const forged of [randomUUID(), 'x', undefined])
      expect((await call(me, DELETE, { id: forged! })).code).toBe(forged?.length === 36 ? 404 : 422);
    expect(await listed(me)).toHaveLength(1);
  });

  it('ends with the deletion of the record and its file', async () => {
    const [first, second] = [await exported(me), await exported(me, { kind: 'hours' })];
    await exported(colleague);
    await ok(me, EXPORT);
    const paths = (await filesOf(me)).map(({ storeKey }) => localPath(storeKey)!);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
    const { url } = await ok(me, URL_OF, { id: first.id });
    expect(await ok(me, DELETE, { id: first.id })).toEqual({ count: 1 });
    expect((await fetchAs(me, url)).status).toBe(404);
    expect((await listed(me)).map(({ id }) => id)).toContain(second.id);
    expect(await ok(me, CLEAR)).toEqual({ count: 2 });
    expect(await filesOf(me)).toEqual([]);
    expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
    expect(await filesOf(colleague)).toHaveLength(1);
  });
});

it('sweepExports deletes exports after a week and marks unfinished ones as failed, in all tenants', async () => {
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  const [old, kept] = [await exported(me), await exported(me)];
  const [stuck, making] = [await ok(me, EXPORT), await ok(me, EXPORT, { kind: 'hours' })];
  await withTenant(tenant.id, async (db) => {
    await db
      .update(exportRecord)
      .set({ gmtCreate: days(7.1) })
      .where(eq(exportRecord.id, old.id));
    await db
      .update(exportRecord)
      .set({ gmtCreate: days(6.9) })
      .where(eq(exportRecord.id, kept.id));
    await db
      .update(exportRecord)
      .set({ gmtCreate: days(1) })
      .where(eq(exportRecord.id, stuck.id));
  });
  const faults: unknown[] = [];
  await sweepExports((error) => faults.push(error));
  expect(faults).toEqual([]);
  const left = new Map((await listed(me)).map(({ id, exportStatus }) => [id, exportStatus]));
  expect(left).toEqual(
    new Map([
      [kept.id, 2],
      [stuck.id, 3],
      [making.id, 1],
    ]),
  );
  expect(await filesOf(me)).toHaveLength(1);
});
