import { describe, expect, it } from 'vitest';
import { withDemoPeople } from '#src/demo/demo-people.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { dayOf } from '#src/lib/dates.ts';
import { sql } from 'drizzle-orm';
import { copyDemoPack } from '../factories/demo-pack.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, type TestPerson } from '../factories/tenant.ts';

const DAY = 86_400_000;
const NOW = new Date();
const day = (days: number) => dayOf(new Date(NOW.getTime() + days * DAY), 'Asia/Shanghai');

async function importTenant(name: 'huaxin' | 'bluebay') {
  const { folder, key } = await copyDemoPack(name);
  const again = () => importPack(folder, { password: null, now: NOW, complete: (pack) => withDemoPeople(name, pack) });
  const id = (await again()).enterpriseId;
  const host = `${key}.localhost`;
  const admin = await mintPerson({ id, key, host, anonymous: { host } }, { isAdmin: true });
  return { id, admin, again };
}

const countOf = async (id: string, text: string) =>
  Number(
    (await withTenant(id, (db) => db.execute<{ n: string }>(sql.raw(`select count(*) as n from ${text}`)))).rows[0]!.n,
  );

async function totals(admin: TestPerson, on?: string) {
  const { departments } = await ok(admin, 'POST /course/auth/requirement/matrix/total', on ? { on } : {});
  const sum = (name: 'people' | 'count' | 'overdue' | 'open' | 'fulfilled') =>
    departments.reduce((all, each) => all + each[name], 0);
  return { people: sum('people'), count: sum('count'), overdue: sum('overdue'), fulfilled: sum('fulfilled') };
}

describe('people of the demo tenants', () => {
  it('Huaxin has 300 in four levels of departments with heads, superiors and history, whose matrix changes in a year', async () => {
    const { id, admin, again } = await importTenant('huaxin');
    expect(await countOf(id, `enterprise_user where user_id <> '${admin.userId}'`)).toBe(300);
    expect(await countOf(id, `department where path like '%/%/%/%' and head_id is not null`)).toBeGreaterThan(10);
    expect(
      await countOf(id, 'enterprise_user where superior_id is not null and employee_no is not null'),
    ).toBeGreaterThan(270);
    expect(await countOf(id, `requirement where phase = 'published'`)).toBe(12);
    const { list } = await ok(admin, 'POST /user/auth/people/page', {
      keyword: 'HX2001',
      pageSize: 10,
      pageCurrent: 1,
    });
    expect(list).toHaveLength(1);
    const [today, before] = [await totals(admin), await totals(admin, day(-365))];
    expect(today.people).toBeGreaterThan(260);
    expect(before.people).toBeLessThan(today.people - 30);
    expect(before.people).toBeGreaterThan(150);
    for (const each of [today, before]) {
      expect(each.fulfilled / each.count).toBeGreaterThan(0.5);
      expect(each.overdue).toBeGreaterThan(each.count / 50);
    }
    // The administrator of this test gets the task for everybody.
    expect(await again()).toMatchObject({ created: 1, updated: 0, unpublished: 0 });
  });

  it('Bluebay has 120 on eight ships, with certificates that have lapsed and that will within 30, 60 and 90 days', async () => {
    const { id, admin } = await importTenant('bluebay');
    expect(await countOf(id, `enterprise_user where user_id <> '${admin.userId}'`)).toBe(120);
    expect(await countOf(id, `department where path like 'MV %' and path not like '%/%'`)).toBe(8);
    const lapses = async (from: number, until: number) =>
      (
        await ok(admin, 'POST /course/auth/requirement/lapse/page', {
          ...{ from: day(from), until: day(until), pageSize: 10, pageCurrent: 1 },
        })
      ).totalCount;
    for (const from of [0, 31, 61]) expect(await lapses(from, from + 29)).toBeGreaterThan(5);
    expect((await totals(admin)).overdue).toBeGreaterThan(10);
    const { list } = await ok(admin, 'POST /course/auth/requirement/matrix/page', {
      ...{ state: 'overdue', pageSize: 10, pageCurrent: 1 },
    });
    expect(list.length).toBe(10);
  });
});
