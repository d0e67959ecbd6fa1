import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { course } from '#src/server/course/tables.ts';
import { teachingRecord } from '#src/server/lecturer/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
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

  it('returns the published lecturers of this tenant in its order, with their published courses', async () => {
    const page = await ok(caller(), name);
    expect(page).toMatchObject({ pageCurrent: 1, pageSize: 10, totalCount: 2, totalPage: 1 });
    expect(page.list.map(({ id, courseCount }) => [id, courseCount])).toEqual([
      [lin, 0],
      [wu, 2],
    ]);
    for (const { id, lecturerId } of page.list) expect(lecturerId).toBe(id);
    expect(page.list[1]).toMatchObject({ lecturerName: '吴大勇', annualTeachingHours: 72.5, photo: null });
  });

  it('returns pages, and filters by name, title and level', async () => {
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

  it('rejects invalid input', async () => {
    expect((await call(caller(), name, { pageCurrent: 0 })).code).toBe(422);
    expect((await call(caller(), name, { pageSize: 101 })).code).toBe(422);
    expect((await call(caller(), name, { keyword: 'x'.repeat(51) })).code).toBe(422);
  });
});

describe.each(['GET /user/api/lecturer/info/detail/view', 'GET /user/auth/lecturer/info/detail/view'] as const)(
  '%s',
  (name) => {
    const caller = () => (name.includes('/auth/') ? person : tenant.anonymous);

    it('returns a published lecturer', async () => {
      expect(await ok(caller(), name, { lecturerId: wu })).toMatchObject({
        id: wu,
        lecturerName: '吴大勇',
        courseCount: 2,
      });
    });

    it('returns 404 for unpublished, foreign and unknown ones', async () => {
      for (const lecturerId of [hidden, foreign, randomUUID()]) {
        expect((await call(caller(), name, { lecturerId })).code).toBe(404);
      }
      expect((await call(caller(), name, { lecturerId: '1 or 1=1' })).code).toBe(422);
    });
  },
);

describe('teaching records', () => {
  const DAY = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  type More = Partial<typeof teachingRecord.$inferInsert>;
  const teach = (where: TestTenant, lecturerId: string, rows: More[]) =>
    withTenant(where.id, (db) =>
      db.insert(teachingRecord).values(
        rows.map((row) => ({
          ...{ code: randomUUID(), title: '现场带教', classHours: '2', taughtAt: ago(3) },
          ...row,
          enterpriseId: where.id,
          lecturerId,
        })),
      ),
    );
  const OPEN = 'POST /user/api/lecturer/teaching/record/page';
  const AUTH = 'POST /user/auth/lecturer/teaching/record/page';
  const VIEW = 'GET /user/api/lecturer/info/detail/view';

  it('determine the annual hours of twelve months, without future and unpublished records', async () => {
    const here = await mintTenant();
    const idle = await mintLecturer(here, { annualTeachingHours: '30', sort: 1 });
    const busy = await mintLecturer(here, { annualTeachingHours: '500', sort: 2, lecturerLevel: '特聘' });
    const past = await mintLecturer(here, { annualTeachingHours: '40', sort: 3 });
    await teach(here, busy, [
      { taughtAt: ago(0), classHours: '1.5' },
      { taughtAt: ago(200), classHours: '30.25' },
      { taughtAt: ago(400), classHours: '100' },
      { taughtAt: new Date(Date.now() + DAY), classHours: '100' },
      { published: false, classHours: '100' },
    ]);
    await teach(here, past, [{ taughtAt: ago(500), classHours: '9' }]);
    const view = await ok(here.anonymous, VIEW, { lecturerId: busy });
    expect(view).toMatchObject({ annualTeachingHours: 31.75, rank: 1, recordCount: 3 });
    expect(view.months).toHaveLength(12);
    expect(view.months.at(-1)).toMatchObject({ hours: 1.5 });
    expect(view.months.reduce((sum, { hours }) => sum + hours, 0)).toBe(31.75);
    expect([...view.months].sort((a, b) => a.month.localeCompare(b.month))).toEqual(view.months);
    // Without records the value entered by the enterprise counts; with old records only, the hours are 0.
    expect(await ok(here.anonymous, VIEW, { lecturerId: idle })).toMatchObject({
      annualTeachingHours: 30,
      recordCount: 0,
    });
    expect(await ok(here.anonymous, VIEW, { lecturerId: past })).toMatchObject({ annualTeachingHours: 0, rank: 3 });

    const page = 'POST /user/api/lecturer/info/page';
    const ids = async (input: object) => (await ok(here.anonymous, page, input)).list.map(({ id, rank }) => [id, rank]);
    expect(await ids({ sort: 'rank' })).toEqual([
      [busy, 1],
      [idle, 2],
      [past, 3],
    ]);
    expect(await ids({ sort: 'enterprise', lecturerLevel: '高级讲师' })).toEqual([
      [idle, 2],
      [past, 3],
    ]);
    expect(await ids({ lecturerLevel: '高级' })).toEqual([]);
    expect(await ok(here.anonymous, 'GET /user/api/lecturer/level/list')).toEqual(
      expect.arrayContaining([
        { lecturerLevel: '特聘', count: 1 },
        { lecturerLevel: '高级讲师', count: 2 },
      ]),
    );
    expect((await call(here.anonymous, page, { sort: 'name' as 'rank' })).code).toBe(422);
    expect((await ok(here.anonymous, 'GET /user/api/lecturer/rank/list')).map(({ id }) => id)).toEqual([
      busy,
      idle,
      past,
    ]);
  });

  it('are listed newest first, ten per page, with the course if it is published', async () => {
    const here = await mintTenant();
    const member = await mintPerson(here);
    const id = await mintLecturer(here);
    const [shown, gone] = await withTenant(here.id, (db) =>
      db
        .insert(course)
        .values([
          { enterpriseId: here.id, code: 'a', title: '甲' },
          { enterpriseId: here.id, code: 'b', title: '乙', status: 'unpublished' },
        ])
        .returning({ id: course.id }),
    );
    await teach(here, id, [
      ...Array.from({ length: 10 }, (_, i) => ({ title: `第 ${i} 次`, taughtAt: ago(20 + i) })),
      { title: '甲课', courseId: shown!.id, taughtAt: ago(1), place: '一号教室', attendeeCount: 12 },
      { title: '乙课', courseId: gone!.id, taughtAt: ago(2) },
      { title: '以后', taughtAt: new Date(Date.now() + DAY) },
    ]);
    for (const [who, name] of [
      [here.anonymous, OPEN],
      [member, AUTH],
    ] as const) {
      const page = await ok(who, name, { lecturerId: id });
      expect(page).toMatchObject({ totalCount: 12, totalPage: 2, list: { length: 10 } });
      expect(page.list.slice(0, 3)).toMatchObject([
        { title: '甲课', courseTitle: '甲', classHours: 2, place: '一号教室', attendeeCount: 12 },
        { title: '乙课', courseId: null, courseTitle: null, place: null },
        { title: '第 0 次' },
      ]);
      expect((await ok(who, name, { lecturerId: id, pageCurrent: 2 })).list).toHaveLength(2);
      for (const lecturerId of [hidden, foreign, randomUUID()])
        expect((await call(who, name, { lecturerId })).code).toBe(404);
      expect((await call(who, name, { lecturerId: 'x' })).code).toBe(422);
    }
  });
});

it('ranks lecturers by teaching hours; equal hours share a rank', async () => {
  const third = await mintLecturer(tenant, { annualTeachingHours: '72.50', sort: 99 });
  const ranks = await ok(person, 'GET /user/auth/lecturer/rank/list');
  expect(ranks.map(({ id, rank }) => [id, rank])).toEqual([
    [lin, 1],
    [wu, 2],
    [third, 2],
  ]);
});
