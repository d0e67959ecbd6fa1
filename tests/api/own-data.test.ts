import { unzipSync } from 'fflate';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser, userSession } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import { exportRecord } from '#src/server/export/tables.ts';
import { makeExportJob } from '#src/server/jobs/make-export.ts';
import { notice } from '#src/server/notice/tables.ts';
import { groupOf } from '#src/server/privacy/data-groups.ts';
import { eraseDecided } from '#src/server/privacy/operations.ts';
import { PERSON_TABLES } from '#src/server/privacy/person-tables.ts';
import { call, download, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const COPY = 'POST /user/auth/own/data/copy';
const VIEW = 'GET /user/auth/own/data/view';
const ERASE = 'POST /user/auth/own/data/erase';
const PLAN = 'GET /user/auth/people/data/plan';
const DECIDE = 'POST /user/auth/flow/instance/submitFlow';
const LINK = 'GET /data/auth/export/record/get/file/download/url';
let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

describe('a copy of one’s own data', () => {
  it('is a zip file with JSON and a page, for its member only, once a day', async () => {
    const person = await mintPerson(tenant, { userName: 'Li <b>Copy</b>', locale: 'en' });
    const other = await mintPerson(tenant);
    await ok(person, 'PUT /user/auth/user/info/preference/save', { theme: 'dark' });
    const { id, fileName } = await ok(person, COPY);
    expect(fileName).toMatch(/^Personal-data_\d{8}-\d{6}\.zip$/);
    await makeExportJob({ enterpriseId: tenant.id, exportId: id });
    const { url } = await ok(person, LINK, { id });
    const response = await download(
      person,
      new URL(url, `http://${tenant.host}`).pathname + new URL(url, `http://${tenant.host}`).search,
    );
    expect(response.status).toBe(200);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const data = JSON.parse(new TextDecoder().decode(files['data.json'])) as { data: Record<string, object[]> };
    expect(data.data['enterprise_user']).toMatchObject([{ user_name: 'Li <b>Copy</b>' }]);
    expect(data.data['member_preference']).toMatchObject([{ theme: 'dark' }]);
    const page = new TextDecoder().decode(files['index.html']);
    expect(page).toContain('Li &lt;b&gt;Copy&lt;/b&gt;');
    expect(page).toContain('Profile and department');
    expect((await call(other, LINK, { id })).code).toBe(404);
    expect((await call(person, COPY)).code).toBe(429);
  });

  it('is not made for somebody who was erased or disabled meanwhile', async () => {
    const person = await mintPerson(tenant);
    const { id } = await ok(person, COPY);
    await withTenant(tenant.id, (db) =>
      db
        .update(enterpriseUser)
        .set({ status: 'disabled', disabledAt: new Date() })
        .where(eq(enterpriseUser.userId, person.userId)),
    );
    await makeExportJob({ enterpriseId: tenant.id, exportId: id });
    const [record] = await withTenant(tenant.id, (db) => db.select().from(exportRecord).where(eq(exportRecord.id, id)));
    expect(record).toMatchObject({ exportStatus: 3, fileId: null });
  });
});

describe('the erasure of one’s own data', () => {
  it('waits for an administrator, can be withdrawn until then, and needs a reason', async () => {
    const person = await mintPerson(tenant);
    expect(await ok(person, VIEW)).toEqual({ request: null });
    expect((await call(person, ERASE, { reason: ' ' })).code).toBe(422);
    const { instanceId } = await ok(person, ERASE, { reason: 'I leave' });
    expect((await ok(person, VIEW)).request).toMatchObject({ id: instanceId, state: 'pending' });
    expect((await call(person, ERASE, { reason: 'again' })).code).toBe(409);
    await ok(person, 'POST /user/auth/flow/instance/withdraw', { id: instanceId });
    expect((await ok(person, VIEW)).request).toMatchObject({ state: 'withdrawn' });
    expect((await call(admin, DECIDE, { id: instanceId, action: 'approve' })).code).toBe(409);
  });

  it('is rejected with a reason, of which the member is told', async () => {
    const person = await mintPerson(tenant);
    const { instanceId: id } = await ok(person, ERASE, { reason: 'I leave' });
    expect((await call(person, DECIDE, { id, action: 'approve' })).code).toBe(403);
    expect((await call(admin, DECIDE, { id, action: 'reject' })).code).toBe(422);
    await ok(admin, DECIDE, { id, action: 'reject', comment: 'A case is open' });
    const told = await withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, person.userId)));
    expect(told).toMatchObject([{ kind: 'requestDecided', detail: { outcome: 'rejected', reason: 'A case is open' } }]);
    expect((await ok(person, VIEW)).request).toMatchObject({ state: 'rejected' });
  });

  it('shows before the decision what goes and what stays, and ends all sessions', async () => {
    const person = await mintPerson(tenant, { userName: 'Zhao Gone' });
    await ok(person, 'PUT /user/auth/user/info/preference/save', { theme: 'dark' });
    await ok(person, 'POST /data/auth/user/sign/save');
    const { list, isLastAdministrator } = await ok(admin, PLAN, { userId: person.userId });
    expect(isLastAdministrator).toBe(false);
    expect(list).toContainEqual({ group: 'signIn', fate: 'erased', count: 1 });
    expect(list.find(({ group, fate }) => group === 'record' && fate === 'kept')!.count).toBeGreaterThan(0);
    expect((await call(person, PLAN, { userId: person.userId })).code).toBe(403);
    const { instanceId: id } = await ok(person, ERASE, { reason: 'I leave' });
    await ok(admin, DECIDE, { id, action: 'approve' });
    await eraseDecided(
      (await findTenantById(tenant.id))!,
      { userId: person.userId, actorId: admin.userId },
      new Date(),
    );
    expect((await call(person, VIEW)).code).toBe(300);
    const sessions = await withPortal((db) =>
      db.select().from(userSession).where(eq(userSession.userId, person.userId)),
    );
    expect(sessions).toEqual([]);
    const [row] = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(enterpriseUser)
        .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, person.userId))),
    );
    expect(row!.userName).not.toContain('Zhao');
    expect((await call(admin, PLAN, { userId: person.userId })).code).toBe(404);
  });

  it('is refused for the last administrator', async () => {
    const alone = await mintTenant();
    const last = await mintPerson(alone, { isAdmin: true });
    expect((await call(last, ERASE, { reason: 'I leave' })).code).toBe(409);
    expect((await ok(last, PLAN, { userId: last.userId })).isLastAdministrator).toBe(true);
    const second = await mintPerson(alone, { isAdmin: true });
    const { instanceId: id } = await ok(last, ERASE, { reason: 'I leave' });
    expect((await call(last, DECIDE, { id, action: 'approve' })).code).toBe(403);
    await ok(second, DECIDE, { id, action: 'approve' });
  });
});

it('every table with personal data belongs to a group', () => {
  for (const { table, name } of PERSON_TABLES) expect(groupOf(name ?? table)).toMatch(/^\w+$/);
});
