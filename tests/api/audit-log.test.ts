import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { type Call, calls } from '#src/contract/calls.ts';
import { audit, auditWithoutRequest } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { signingPublicKey } from '#src/server/core/signed-file.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { getT } from '#src/i18n/server.ts';
import { mintExam } from '../factories/exam.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The audit log as auditors read it (docs/decisions/101). */

const PAGE = 'POST /data/auth/audit/page';

let tenant: TestTenant;
let admin: TestPerson;
let auditor: TestPerson;
let eastern: TestPerson;
let anna: TestPerson;
let bo: TestPerson;
let cy: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
  auditor = await mintPerson(tenant, { userName: 'Auditor' });
  await mintGrant(tenant, auditor, 'auditor');
  eastern = await mintPerson(tenant, { userName: 'Eastern auditor' });
  await mintGrant(tenant, eastern, 'auditor', await mintDepartment(tenant, '华东'));
  anna = await mintPerson(tenant, { userName: 'Anna', department: '华东' });
  bo = await mintPerson(tenant, { userName: 'Bo', department: '西部' });
  cy = await mintPerson(tenant, { userName: 'Cy', department: '西部' });
  const ctx = { tenant, viewer: admin, address: '203.0.113.7' } as unknown as RequestContext;
  const changes = [{ name: 'department', before: '<b>西部</b>', after: '华东' }];
  await withTenant(tenant.id, async (db) => {
    await audit(db, ctx, 'member.changed', { changes, reason: '=cmd|calc' }, { about: [anna.userId] });
    await audit(db, ctx, 'member.disabled', null, { about: [bo.userId] });
    await audit(db, ctx, 'department.merge', { moved: 2 }, { about: [anna.userId, bo.userId] });
    await audit(db, ctx, 'loginSetting.saved', { way: 'oidc' });
    await auditWithoutRequest(db, {
      ...{ enterpriseId: tenant.id, userId: anna.userId, action: 'login', detail: { by: 'operator' } },
    });
    await auditWithoutRequest(db, {
      ...{
        enterpriseId: tenant.id,
        userId: cy.userId,
        action: 'member.role',
        detail: { by: 'import' },
        about: [cy.userId],
      },
    });
  });
});
const actionsOf = async (who: TestPerson, filter: object = {}) =>
  (await ok(who, PAGE, { ...filter, pageSize: 100 })).list.map(({ action }) => action);

it('says who did what to whom, when, from where, with values before and after, newest first', async () => {
  const { list } = await ok(auditor, PAGE, { subjectId: anna.userId });
  expect(list.map(({ action }) => action)).toEqual(['department.merge', 'member.changed']);
  expect(list[1]).toMatchObject({
    ...{ text: '修改成员资料', by: 'member', userName: 'Admin', address: '203.0.113.7', reason: '=cmd|calc' },
    ...{ people: ['Anna'], changes: [{ name: 'department', before: '<b>西部</b>', after: '华东' }] },
    subjects: [{ id: anna.userId, name: 'Anna' }],
  });
  expect(JSON.parse(list[1]!.detail!)).toMatchObject({ reason: '=cmd|calc' });
  const [english] = (await ok({ ...auditor, locale: 'en' }, PAGE, { subjectId: bo.userId, action: 'member.disabled' }))
    .list;
  expect(english!.text).toBe('Disabled the member');
});

it('names the member whom an import has changed', async () => {
  const { list } = await ok(auditor, PAGE, { action: 'member.role' });
  expect(list).toMatchObject([{ by: 'import', userName: null, people: ['Cy'], peopleCount: 1 }]);
});

it('has filters for person, thing, action and period, and pages by the last entry', async () => {
  expect(await actionsOf(auditor, { userId: anna.userId })).toEqual(['login']);
  expect(await actionsOf(auditor, { action: 'department.merge' })).toEqual(['department.merge']);
  expect(await actionsOf(auditor, { to: '2020-01-01' })).toEqual([]);
  const all = await actionsOf(auditor, { from: '2020-01-01', to: '2100-01-01' });
  expect(all.length).toBeGreaterThan(4);
  const paged: string[] = [];
  let before: string | undefined;
  do {
    const { list, next } = await ok(auditor, PAGE, { pageSize: 2, before });
    expect(list.length).toBeLessThanOrEqual(2);
    paged.push(...list.map(({ action }) => action));
    before = next ?? undefined;
  } while (before);
  expect(paged).toEqual(await actionsOf(auditor));
});

it('auditors of a department see what concerns its people only, without the rest of the detail', async () => {
  const { list } = await ok(eastern, PAGE, { pageSize: 100 });
  // Not the merge, which concerns somebody of another department as well.
  expect(list.map(({ action }) => action)).toEqual(['login', 'member.changed']);
  expect(list.every(({ detail }) => detail === null)).toBe(true);
  expect(list[1]!.changes).toHaveLength(1);
});

it('is for auditors and administrators of this enterprise only', async () => {
  expect(await call(anna, PAGE, {})).toMatchObject({ code: 403 });
  const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
  expect(await actionsOf(stranger, { subjectId: anna.userId })).toEqual([]);
  expect((await ok(admin, PAGE, {})).list.length).toBeGreaterThan(4);
});

it('auditors change nothing: every operation that needs another right than one to read refuses them', async () => {
  const isRefused = ({ auth }: { auth: string }) =>
    ['admin', 'lecturer', 'organisation'].includes(auth) || /\.(write|manage)$/.test(auth);
  const refused = (Object.entries(calls) as [Call, (typeof calls)[Call]][]).filter(([, contract]) =>
    isRefused(contract),
  );
  expect(refused.length).toBeGreaterThan(150);
  for (const [name] of refused) expect([name, (await call(auditor, name, {} as never)).code]).toEqual([name, 403]);
  // What they read beside the log.
  const roles = await ok(auditor, 'POST /user/auth/enterprise/role/page', {});
  expect(roles.list.map(({ userName }) => userName)).toEqual(['Admin', 'Auditor', 'Eastern auditor']);
  expect((await ok(eastern, 'POST /user/auth/enterprise/role/page', {})).list).toEqual([]);
  const { id } = await mintExam(tenant, { title: 'Audited exam' });
  const exams = await ok(auditor, 'POST /exam/auth/exam/analysis/page', {});
  expect(exams.list.map(({ title }) => title)).toContain('Audited exam');
  expect(await call(auditor, 'GET /exam/auth/exam/analysis/results/view', { examId: id })).toMatchObject({ code: 200 });
  expect((await ok(eastern, 'POST /exam/auth/exam/analysis/page', {})).list).toEqual([]);
});

it('every action of the list in docs/security.md has a text in both languages', async () => {
  const text = await readFile('docs/security.md', 'utf8');
  const table = text.slice(text.indexOf('| Action '), text.indexOf('## Verification list'));
  const actions = new Set(
    [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!),
    ),
  );
  expect(actions.size).toBeGreaterThan(100);
  for (const locale of ['zh', 'en'] as const)
    expect([...actions].filter((name) => getT(locale)(`history:action.${name}`) === `action.${name}`)).toEqual([]);
  const listed = await ok(auditor, 'GET /data/auth/audit/action/list', {});
  expect([...actions].filter((name) => !listed.some(({ action }) => action === name))).toEqual([]);
});

/** The file of an export of the log. */
async function fileOf(who: TestPerson, input: object): Promise<Buffer> {
  const { id } = await ok(who, 'POST /data/auth/audit/export', input);
  await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
  const { url } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id });
  const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
  const response = await portal.request(`http://${who.host}${url}`, { headers });
  expect(response.headers.get('content-disposition')).toContain('attachment');
  return Buffer.from(await response.arrayBuffer());
}

it('is exported as a table, without formulas', async () => {
  const csv = (await fileOf(auditor, { subjectId: anna.userId, format: 'csv' })).toString('utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
  expect(csv).toContain('203.0.113.7');
  expect(csv).not.toMatch(/(^|,)=/m);
});

it('is exported as a signed file, which npm run verify proves, and which no changed byte survives', async () => {
  const file = await fileOf(auditor, { subjectId: anna.userId, format: 'html' });
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const verify = async (content: Buffer | string) => {
    const path = join(folder, 'audit.html');
    await writeFile(path, content);
    return promisify(execFile)(process.execPath, ['src/server/cli/verify.ts', path, '--key', signingPublicKey()]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  const out = await verify(file);
  expect(out).toContain('2 entries in their order');
  expect(out).toContain('✓ signed by this installation');
  const text = file.toString('utf8');
  expect(text).not.toContain('<b>');
  expect(await verify(text.replace('203.0.113.7', '203.0.113.8'))).toContain('✗ the signature is not valid');
});
