import { unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { mintOrganised } from '../factories/centre.ts';
import { call, download, ok, portal } from '../factories/portal.ts';
import { post } from '../factories/record.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The annual statement of the people of an organisation account (docs/specification.md, section "Annual statements"). */

const EXPORT = 'POST /data/auth/statement/organisation/export';
const PAGE = 'POST /data/auth/statement/organisation/page';
const VERIFY = 'GET /data/api/statement/verify';

let tenant: TestTenant;
let buyer: TestPerson;
let otherBuyer: TestPerson;
let ann: TestPerson;
let year: number;

beforeAll(async () => {
  tenant = await mintTenant();
  [buyer, otherBuyer] = [
    await mintPerson(tenant, { userType: 3, userName: '甲公司' }),
    await mintPerson(tenant, { userType: 3, userName: '乙公司' }),
  ];
  ann = await mintPerson(tenant, { userName: 'Ann', department: '车间' });
  await mintOrganised(tenant, buyer, ann, 'own');
  await mintOrganised(tenant, otherBuyer, ann, 'other');
  // Neither course is theirs.
  await post(tenant, ann, { source: 'sign:1', amount: '7.25' });
  year = new Date().getFullYear();
});

async function made(who: TestPerson): Promise<Record<string, Uint8Array>> {
  const { id } = await ok(who, EXPORT, { year });
  expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
  const { url } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id });
  const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
  const response = await portal.request(`http://${who.host}${url}`, { headers });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name.split('.').at(-1)!, bytes]));
}

it('says what the courses of its seats have earned and nothing else, and holds until that changes', async () => {
  const files = await made(buyer);
  expect(Object.keys(files).sort()).toEqual(['csv', 'jwt', 'pdf', 'xlsx']);
  const [, ...rows] = textsOf(files.xlsx!);
  expect(rows).toEqual([['Ann', '', '车间', '1.5', '0', '0', '0', '1.5', '0', '0', '1'].map(String)]);
  const { list } = await ok(buyer, PAGE);
  expect(list).toMatchObject([{ year, peopleCount: 1, hours: 1.5, credits: 0 }]);
  const { statementNo, id } = list[0]!;
  const verified = await ok(tenant.anonymous, VERIFY, { number: statementNo });
  expect(verified).toMatchObject({ state: 'current', kind: 'organisation', name: '甲公司', peopleCount: 1 });
  expect((await download(buyer, `/account/statement/${id}.pdf`)).status).toBe(200);
  expect((await download(otherBuyer, `/account/statement/${id}.pdf`)).status).toBe(404);
  expect((await download(ann, `/account/statement/${id}.pdf`)).status).toBe(404);
  expect((await ok(otherBuyer, PAGE)).list).toEqual([]);

  // What the other organisation has paid for does not matter, what this one has does.
  const { courseId: theirs } = await mintOrganised(tenant, otherBuyer, ann, 'later');
  await post(tenant, ann, { source: `course:${theirs}:more`, amount: '3' });
  expect(await ok(tenant.anonymous, VERIFY, { number: statementNo })).toMatchObject({ state: 'current' });
  await mintOrganised(tenant, buyer, ann, 'new');
  expect(await ok(tenant.anonymous, VERIFY, { number: statementNo }), 'a seat that was given later').toMatchObject({
    state: 'current',
  });
});

it('is no statement of the enterprise, and needs somebody with a seat and a year that has begun', async () => {
  const admin = await mintPerson(tenant, { isAdmin: true });
  expect((await ok(admin, 'POST /data/auth/statement/department/page')).list).toEqual([]);
  const without = await mintPerson(tenant, { userType: 3 });
  expect(await call(without, EXPORT, { year })).toMatchObject({ code: 422, data: [{ field: 'year' }] });
  expect(await call(buyer, EXPORT, { year: year + 1 })).toMatchObject({ code: 422, data: [{ field: 'year' }] });
  expect(await call(ann, EXPORT, { year })).toMatchObject({ code: 403 });
});
