import { unzipSync } from 'fflate';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { BADGES_PER_FILE } from '#src/server/terminal/badge-export.ts';
import { terminalBadge } from '#src/server/terminal/tables.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { readPdf } from '../factories/read-pdf.ts';
import { companionCookie } from '../factories/session.ts';
import { enterTerminal, giveBadge, giveNumber, mintTerminal, PIN } from '../factories/terminal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Badges of many people as a file, and who signed in where (docs/specification.md, section "Shared terminals"). */

const EXPORT = 'POST /user/auth/terminal/badge/export';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant('北方机械 𬭎');
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员' });
});

/** Makes a requested file and downloads it. */
async function made(id: string): Promise<{ fileName: string; response: Response }> {
  expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
  const { url, fileName } = await ok(admin, 'GET /data/auth/export/record/get/file/download/url', { id });
  const headers = { host: admin.host, cookie: `ET_WEB_TOKEN=${admin.token}; ${companionCookie(admin.token)}` };
  return { fileName, response: await portal.request(`http://${admin.host}${url}`, { headers }) };
}

const badges = () => withTenant(tenant.id, (db) => db.select().from(terminalBadge));

it('makes the badges of all people whom a filter finds, and issues what is missing only when asked', async () => {
  const [has, without] = [
    await mintPerson(tenant, { userName: '李有牌', department: '制造部/冲压车间' }),
    await mintPerson(tenant, { userName: '王无牌', department: '制造部/冲压车间' }),
  ];
  await mintPerson(tenant, { userName: '别的人', department: '销售部' });
  await giveNumber(tenant, has.userId);
  expect(await call(admin, EXPORT, { keyword: '冲压' })).toMatchObject({ code: 422, data: [{ field: 'issue' }] });
  await giveBadge(tenant, has.userId);
  const before = await badges();

  const first = await made((await ok(admin, EXPORT, { keyword: '冲压' })).id);
  expect(first.fileName).toMatch(/^共享终端工牌_.*\.pdf$/);
  const one = await readPdf(first.response);
  expect(one.pages).toBe(1);
  expect(one.texts).toEqual(expect.arrayContaining(['李有牌', '制造部/冲压车间']));
  expect(one.texts).not.toContain('王无牌');
  expect(await badges()).toEqual(before);

  const second = await made((await ok(admin, EXPORT, { keyword: '冲压', issue: true })).id);
  expect((await readPdf(second.response)).texts).toEqual(expect.arrayContaining(['李有牌', '王无牌']));
  const after = await badges();
  expect(after).toHaveLength(2);
  expect(after).toEqual(expect.arrayContaining(before));
  const issued = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'terminal.badge.issued'), eq(auditLog.userId, admin.userId))),
  );
  expect(issued.map(({ detail }) => detail)).toEqual([{ userId: without.userId }]);
});

it('of more people than one document has makes an archive, each badge once', async () => {
  const count = BADGES_PER_FILE + 7;
  await withTenant(tenant.id, async (db) => {
    await db.execute(sql`
      with made as (insert into portal.user_account (id) select gen_random_uuid() from generate_series(1, ${count}) returning id)
      insert into enterprise_user (enterprise_id, user_id, user_name, department, employee_no)
      select ${tenant.id}, id, '工人 ' || row_number() over (), '大部', 'W' || row_number() over () from made`);
  });
  const { fileName, response } = await made((await ok(admin, EXPORT, { keyword: '大部', issue: true })).id);
  expect(fileName).toMatch(/\.zip$/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['001.pdf', '002.pdf']);
  const pages = await Promise.all(
    Object.values(files).map(async (bytes) => (await readPdf(new Response(bytes as Uint8Array<ArrayBuffer>))).pages),
  );
  expect(pages).toEqual([BADGES_PER_FILE / 10, 1]);
});

it('is refused once somebody is no administrator any more', async () => {
  const leaving = await mintPerson(tenant, { isAdmin: true });
  const { id } = await ok(leaving, EXPORT, { issue: true });
  await withTenant(tenant.id, (db) =>
    db.execute(sql`update enterprise_user set is_admin = false where user_id = ${leaving.userId}`),
  );
  const { length } = await badges();
  expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeInstanceOf(Error);
  expect(await badges()).toHaveLength(length);
});

it('shows who signed in at a terminal and what was refused there, newest first, and nothing of other terminals', async () => {
  const { at, session } = await enterTerminal(tenant);
  const elsewhere = await mintTerminal(tenant);
  const of = (id: string) => ok(admin, 'POST /user/auth/terminal/sign-in/page', { id, pageSize: 2 });
  const log = (device: typeof at.device, employeeNo: string) =>
    call(device, 'POST /user/api/terminal/login', { employeeNo, pin: PIN });
  await log(at.device, 'nobody');
  await log(elsewhere.device, 'nobody');
  const own = await ok(session, 'GET /user/auth/enterprise/user/info/current/view');
  const found = await of(at.id);
  expect(found).toMatchObject({ totalCount: 2, isMore: false });
  expect(found.list).toMatchObject([
    { outcome: 'refused', reason: 'wrongNumberOrPin', by: null, userName: null },
    { outcome: 'opened', reason: null, by: 'number', userId: own.id, userName: own.userName },
  ]);
  expect(await of(elsewhere.id)).toMatchObject({ totalCount: 1, list: [{ outcome: 'refused' }] });
  const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
  expect(await call(stranger, 'POST /user/auth/terminal/sign-in/page', { id: at.id })).toMatchObject({ code: 404 });
});
