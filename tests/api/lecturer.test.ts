import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { course } from '#src/server/db/schema/course.ts';
import { withTenant } from '#src/server/db/tenant.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;
let wu: string;
let lin: string;
let hidden: string;
let foreign: string;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  person = await mintPerson(tenant);
  wu = await mintLecturer(tenant, {
    lecturerName: '吴大勇',
    title: '设备高级技师',
    annualTeachingHours: '72.5',
    sort: 2,
  });
  lin = await mintLecturer(tenant, {
    lecturerName: '林晓岚',
    lecturerLevel: '特聘_讲师',
    annualTeachingHours: '96',
    sort: 1,
  });
  hidden = await mintLecturer(tenant, { published: false, annualTeachingHours: '500' });
  foreign = await mintLecturer(other, { annualTeachingHours: '900' });
  await withTenant(tenant.id, (db) =>
    db.insert(course).values([
      { enterpriseId: tenant.id, code: 'a', title: '甲', lecturerId: wu },
      { enterpriseId: tenant.id, code: 'b', title: '乙', lecturerId: wu },
      { enterpriseId: tenant.id, code: 'c', title: '丙', lecturerId: wu, status: 'unpublished' },
    ]),
  );
});

describe.each(['POST /user/api/lecturer/info/page', 'POST /user/auth/lecturer/info/page'] as const)('%s', (name) => {
  const caller = () => (name.includes('/auth/') ? person : tenant.anonymous);

  it('lists published lecturers of this tenant in its order, with their published courses', async () => {
    const page = await ok(caller(), name);
    expect(page).toMatchObject({ pageCurrent: 1, pageSize: 12, totalCount: 2, totalPage: 1 });
    expect(page.list.map(({ id, courseCount }) => [id, courseCount])).toEqual([
      [lin, 0],
      [wu, 2],
    ]);
    expect(page.list[1]).toMatchObject({ lecturerName: '吴大勇', annualTeachingHours: 72.5, photo: null });
  });

  it('pages, and finds by name, title and level', async () => {
    expect(await ok(caller(), name, { pageSize: 1, pageCurrent: 2 })).toMatchObject({
      totalPage: 2,
      list: [{ id: wu }],
    });
    for (const [keyword, ids] of [
      ['大勇', [wu]],
      ['技师', [wu]],
      ['特聘', [lin]],
      ['_', [lin]],
      ['%', []],
    ] as const) {
      const { list } = await ok(caller(), name, { keyword });
      expect(
        list.map(({ id }) => id),
        keyword,
      ).toEqual(ids);
    }
  });

  it('refuses bad input', async () => {
    expect((await call(caller(), name, { pageCurrent: 0 })).code).toBe(422);
    expect((await call(caller(), name, { pageSize: 101 })).code).toBe(422);
    expect((await call(caller(), name, { keyword: 'x'.repeat(51) })).code).toBe(422);
  });
});

describe.each(['GET /user/api/lecturer/info/detail/view', 'GET /user/auth/lecturer/info/detail/view'] as const)(
  '%s',
  (name) => {
    const caller = () => (name.includes('/auth/') ? person : tenant.anonymous);

    it('shows a published lecturer', async () => {
      expect(await ok(caller(), name, { lecturerId: wu })).toMatchObject({
        id: wu,
        lecturerName: '吴大勇',
        courseCount: 2,
      });
    });

    it('knows no hidden, foreign or made-up one', async () => {
      for (const lecturerId of [hidden, foreign, randomUUID()]) {
        expect((await call(caller(), name, { lecturerId })).code).toBe(404);
      }
      expect((await call(caller(), name, { lecturerId: '1 or 1=1' })).code).toBe(422);
    });
  },
);

it('ranks lecturers by teaching hours; equal hours share a rank', async () => {
  const third = await mintLecturer(tenant, { annualTeachingHours: '72.50', sort: 99 });
  const ranks = await ok(person, 'GET /user/auth/lecturer/rank/list');
  expect(ranks.map(({ id, rank }) => [id, rank])).toEqual([
    [lin, 1],
    [wu, 2],
    [third, 2],
  ]);
});
