import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { countActivity, weeksUntil } from '#src/server/people/count-activity.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintGrant } from '../factories/organisation.ts';
import { planPeople } from '../factories/people-import.ts';
import { call, ok } from '../factories/portal.ts';
import { post } from '../factories/record.ts';
import { watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /people/auth/activity/view';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, department: '总部' });
});

const count = (now = new Date()) =>
  withTenant(tenant.id, (db) => countActivity(db, { id: tenant.id, timeZone: 'Asia/Shanghai' }, now));
const thisWeek = async (by: TestPerson) => (await ok(by, VIEW)).weeks.at(-1)!;
const departmentId = async (path: string) =>
  withTenant(
    tenant.id,
    async (db) =>
      (
        await db.execute<{ id: string }>(
          sql`select id from department where enterprise_id = ${tenant.id} and path = ${path}`,
        )
      ).rows[0]!.id,
  );

describe('sign-ins and study by week', () => {
  it('begin on Monday in the time zone of the enterprise', () => {
    expect(weeksUntil(new Date('2026-03-01T15:59:00Z'), 'Asia/Shanghai')[0]).toBe('2026-02-23');
    expect(weeksUntil(new Date('2026-03-01T16:00:00Z'), 'Asia/Shanghai').slice(0, 2)).toEqual([
      '2026-03-02',
      '2026-02-23',
    ]);
  });

  it('count people, not visits, and only those of the departments of the viewer', async () => {
    const [here, there] = [
      await mintPerson(tenant, { department: '总部/一组' }),
      await mintPerson(tenant, { department: '别处' }),
    ];
    const resourceId = await mintResource(tenant, await mintCourse(tenant, { classHours: '2' }));
    await watchWhole(tenant, here, resourceId);
    await post(tenant, there, { source: 'training:a', amount: '3', at: new Date() });
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'trainingManager', await departmentId('总部'));
    await count();
    expect(await thisWeek(admin)).toMatchObject({ signedIn: 4, studied: 2, hours: 5 });
    expect(await thisWeek(manager)).toMatchObject({ signedIn: 2, studied: 1, hours: 2 });
    expect((await ok(admin, VIEW)).weeks).toHaveLength(8);
    expect((await call(here, VIEW)).code).toBe(403);
    // Not counted again within the hour, but after it.
    await mintPerson(tenant);
    await count();
    expect(await thisWeek(admin)).toMatchObject({ signedIn: 4 });
    await count(new Date(Date.now() + 3_700_000));
    expect(await thisWeek(admin)).toMatchObject({ signedIn: 5 });
  });

  it('show imports with wrong rows to those who import', async () => {
    const before = (await ok(admin, VIEW)).importCount;
    await planPeople(tenant, admin, [
      ['姓名', '工号'],
      ['甲', 'A-1'],
      ['', 'A-2'],
    ]);
    expect((await ok(admin, VIEW)).importCount).toBe(before + 1);
    const reader = await mintPerson(tenant);
    await mintGrant(tenant, reader, 'auditor');
    expect((await ok(reader, VIEW)).importCount).toBe(0);
  });
});

describe('an import of people', () => {
  it('does not create more departments than an enterprise may have, and says so at the row', async () => {
    const full = await mintTenant();
    const boss = await mintPerson(full, { isAdmin: true });
    const room = 3;
    await withTenant(full.id, (db) =>
      db.execute(sql`
        insert into department (enterprise_id, name, path)
        select ${full.id}, 'D' || n, 'D' || n from generate_series(1, ${MAX_ITEMS.organisationDepartments - room}) n`),
    );
    const { id, counts } = await planPeople(full, boss, [
      ['姓名', '工号', '部门'],
      ['甲', 'B-1', '新/一'],
      ['乙', 'B-2', 'D7'],
      ['丙', 'B-3', '新/二'],
      ['丁', 'B-4', '新/三'],
      ['戊', 'B-5', '新/一'],
    ]);
    expect(counts).toMatchObject({ new: 4, wrong: 1 });
    const { list } = await ok(boss, 'POST /people/auth/import/row/page', { id, kind: 'wrong' });
    expect(list.map(({ line, reasons }) => [line, reasons.map((reason) => reason.text)])).toEqual([
      [5, [expect.stringContaining('5,000')]],
    ]);
  });
});
