import { beforeAll, expect, it } from 'vitest';
import type { Call, Input } from '#src/contract/calls.ts';
import { dayOf } from '#src/lib/dates.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintCourse } from '../factories/course.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { mintMessage, mintRequirement, reconcile } from '../factories/requirement.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const URL_OF = 'GET /data/auth/export/record/get/file/download/url';
type ExportCall = Extract<Call, `POST /course/auth/requirement/${string}/export`>;

let tenant: TestTenant;
let admin: TestPerson;
let manager: TestPerson;
let requirementId: string;
const day = (after: number) => dayOf(new Date(Date.now() + after * 86_400_000), 'Asia/Shanghai');

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
  manager = await mintPerson(tenant, { userName: 'Manager' });
  await mintGrant(tenant, manager, 'trainingManager', await mintDepartment(tenant, '华东'));
  const anna = await mintPerson(tenant, { userName: '=Anna', department: '华东' });
  const bo = await mintPerson(tenant, { userName: 'Bo', department: '西部' });
  const courseId = await mintCourse(tenant);
  requirementId = await mintRequirement(tenant, {
    ...{ title: '焊接, 安全', subject: { courseId }, rules: [], terms: { dueDays: 10 } },
    people: [anna, bo].map(({ userId }) => ({ userId })),
  });
  await withTenant(tenant.id, (db) =>
    db.insert(courseProgress).values({
      ...{ enterpriseId: tenant.id, userId: bo.userId, courseId, status: 'completed', studyProgress: 100 },
      completedAt: new Date(),
    }),
  );
  await reconcile(tenant);
  await mintMessage(tenant, { requirementId, userId: anna.userId });
});

/** The lines of the CSV file that somebody gets. */
async function linesOf<C extends ExportCall>(who: TestPerson, name: C, input: Input<C>): Promise<string[]> {
  const { id } = (await ok(who, name, { ...input, format: 'csv' } as Input<C>)) as { id: string };
  await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
  const { url, fileName } = await ok(who, URL_OF, { id });
  expect(fileName).toMatch(/\.csv$/);
  const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
  const bytes = await (await portal.request(`http://${who.host}${url}`, { headers })).arrayBuffer();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text.startsWith('\ufeff')).toBe(true);
  return text.slice(1).trimEnd().split('\r\n');
}

it('the matrix has a row for each person and two columns for each requirement, with the filters of the screen', async () => {
  const all = await linesOf(admin, 'POST /course/auth/requirement/matrix/export', {});
  expect(all[0]).toContain('"焊接, 安全","焊接, 安全 · 日期"');
  expect(all.slice(1)).toEqual([
    expect.stringMatching(new RegExp(`,'=Anna,华东,.*,${day(10)}$`)),
    expect.stringMatching(/,Bo,西部,.*,$/),
  ]);
  expect(await linesOf(admin, 'POST /course/auth/requirement/matrix/export', { state: 'fulfilled' })).toHaveLength(2);
  const later = await linesOf(admin, 'POST /course/auth/requirement/matrix/export', { on: day(30), keyword: 'Anna' });
  expect(later[1]).toContain('逾期');
  // Nobody had it.
  expect(await linesOf(admin, 'POST /course/auth/requirement/matrix/export', { on: '2020-01-01' })).toHaveLength(1);
});

it('managers get the people of their departments only, in each of the lists', async () => {
  expect(await linesOf(manager, 'POST /course/auth/requirement/matrix/export', {})).toHaveLength(2);
  const lapses = await linesOf(manager, 'POST /course/auth/requirement/lapse/export', { until: day(10) });
  expect(lapses.slice(1)).toEqual([expect.stringMatching(new RegExp(`,'=Anna,华东,.*"焊接, 安全",.*,${day(10)}$`))]);
  expect(await linesOf(manager, 'POST /course/auth/requirement/lapse/export', { until: day(9) })).toHaveLength(1);
  const messages = await linesOf(manager, 'POST /course/auth/requirement/message/export', { requirementId });
  expect(messages.slice(1)).toEqual([expect.stringMatching(/"焊接, 安全",2030-01-01,.*'=Anna,华东.*已送达/)]);
  const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
  expect((await call(stranger, 'POST /course/auth/requirement/message/export', { requirementId })).code).toBe(404);
  expect((await call(stranger, 'POST /course/auth/requirement/matrix/export', { requirementId })).code).toBe(404);
});
