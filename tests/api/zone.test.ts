import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { course, project, projectCourse } from '#src/server/course/tables.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { category } from '#src/server/course/tables.ts';
import { zone, zoneItem } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Zones of the landing page: each operation for members and for everybody. */
const GROUPS = ['auth', 'api'] as const;
const name = <P extends string>(group: (typeof GROUPS)[number], path: P) =>
  `GET /system/${group}/pc/zone/info/${path}` as const;

let tenant: TestTenant;
let person: TestPerson;
let other: TestTenant;
const zones: Record<string, string> = {};
const courses: Record<string, string> = {};
const lecturers: Record<string, string> = {};
const projects: Record<string, string> = {};

/** Ids of rows by code. */
const byCode = (rows: { id: string; code: string }[]) => Object.fromEntries(rows.map(({ id, code }) => [code, id]));

beforeAll(async () => {
  [tenant, other] = [await mintTenant('Zones'), await mintTenant('Other')];
  person = await mintPerson(tenant);
  const enterpriseId = tenant.id;
  await withTenant(enterpriseId, async (db) => {
    const [parent] = await db
      .insert(category)
      .values({ enterpriseId, code: 'safety', name: { zh: '安全', en: 'Safety' } })
      .returning({ id: category.id });
    const [child] = await db
      .insert(category)
      .values({ enterpriseId, code: 'fire', name: { zh: '消防' }, parentId: parent!.id })
      .returning({ id: category.id });
    const made = ['a', 'b', 'c', 'hidden'].map((code, i) => ({
      enterpriseId,
      code,
      title: `Course ${code}`,
      classHours: '1.5',
      categoryId: code === 'c' ? child!.id : null,
      status: code === 'hidden' ? ('unpublished' as const) : ('published' as const),
      publishedAt: new Date(Date.UTC(2026, 0, 1 + i)),
    }));
    Object.assign(
      courses,
      byCode(await db.insert(course).values(made).returning({ id: course.id, code: course.code })),
    );
    const teaching = ['x', 'y', 'away'].map((code, sort) => ({
      enterpriseId,
      code,
      lecturerName: code,
      lecturerLevel: 'Senior',
      sort,
      published: code !== 'away',
    }));
    Object.assign(
      lecturers,
      byCode(await db.insert(lecturer).values(teaching).returning({ id: lecturer.id, code: lecturer.code })),
    );
    const paths = [
      { enterpriseId, code: 'path', title: 'Path', publishedAt: new Date('2026-01-01') },
      { enterpriseId, code: 'newer', title: 'Newer', publishedAt: new Date('2026-02-01') },
      { enterpriseId, code: 'gone', title: 'Gone', status: 'unpublished' as const },
    ];
    Object.assign(
      projects,
      byCode(await db.insert(project).values(paths).returning({ id: project.id, code: project.code })),
    );
    await db
      .insert(projectCourse)
      .values(
        ['a', 'b', 'hidden'].map((code) => ({ enterpriseId, projectId: projects.path!, courseId: courses[code]! })),
      );
    const setUp = [
      { code: 'chosen', relationType: 1 },
      { code: 'newest', relationType: 2 },
      { code: 'studied', relationType: 3 },
      { code: 'rated', relationType: 4 },
      { code: 'safety', relationType: 5, categoryId: parent!.id },
      { code: 'people', relationType: 6 },
      { code: 'paths', relationType: 7 },
      { code: 'chosen-too', relationType: 1 },
      { code: 'paths-too', relationType: 7 },
      { code: 'down', relationType: 2, published: false },
    ].map((each, sort) => ({ ...each, enterpriseId, title: { zh: `${each.code} 区`, en: each.code }, sort }));
    Object.assign(zones, byCode(await db.insert(zone).values(setUp).returning({ id: zone.id, code: zone.code })));
    const items = (code: string, ids: string[]) =>
      ids.map((subjectId, sort) => ({ enterpriseId, zoneId: zones[code]!, subjectId, sort }));
    await db
      .insert(zoneItem)
      .values([
        ...items('chosen', [courses.b!, courses.hidden!, courses.a!]),
        ...items('chosen-too', [courses.c!]),
        ...items('paths-too', [projects.path!, projects.gone!]),
        ...items('people', [lecturers.y!, lecturers.away!]),
      ]);
    // The sums are usually updated by triggers; these values only determine the order.
    await db.insert(subjectTotal).values([
      { enterpriseId, subjectType: 'course', subjectId: courses.a!, studentCount: 3, ratingCount: 1, ratingSum: 5 },
      { enterpriseId, subjectType: 'course', subjectId: courses.b!, studentCount: 9, ratingCount: 40, ratingSum: 192 },
      {
        enterpriseId,
        subjectType: 'course',
        subjectId: courses.hidden!,
        studentCount: 99,
        ratingCount: 9,
        ratingSum: 45,
      },
    ]);
  });
});

describe.each(GROUPS)('zones, %s', (group) => {
  const who = () => (group === 'auth' ? person : tenant.anonymous);
  const titles = async (input: { relationType: number; zoneId?: string; limit?: number }) =>
    (await ok(who(), name(group, 'course/list'), input)).map(({ title }) => title.replace('Course ', ''));

  it('are listed in order and in the language of the request, without unpublished ones', async () => {
    const list = await ok({ ...who(), locale: 'en' }, name(group, 'list'));
    expect(list.map(({ title }) => title)).toEqual([
      'chosen',
      'newest',
      'studied',
      'rated',
      'safety',
      'people',
      'paths',
      'chosen-too',
      'paths-too',
    ]);
    expect(list[0]).toMatchObject({ id: zones.chosen, relationType: 1, categoryId: null, subtitle: '' });
    expect((await ok({ ...who(), locale: 'zh' }, name(group, 'list')))[0]!.title).toBe('chosen 区');
  });

  it.each([
    ['in the configured order', 1, 'b a'],
    ['newest first', 2, 'c b a'],
    ['with students, most studied first', 3, 'b a'],
    ['best rated first, forty ratings of 4.8 before one of 5', 4, 'b a'],
    ['of a category and its sub-categories', 5, 'c'],
  ])('return published courses %s', async (_, relationType, expected) => {
    expect((await titles({ relationType })).join(' ')).toBe(expected);
  });

  it('return the courses of a zone by id, up to the limit', async () => {
    expect(await titles({ relationType: 1, zoneId: zones['chosen-too'] })).toEqual(['c']);
    expect(await titles({ relationType: 2, limit: 1 })).toEqual(['c']);
  });

  it('return selected lecturers, and projects with sums over published courses', async () => {
    expect((await ok(who(), name(group, 'lecturer/list'), {})).map(({ id }) => id)).toEqual([lecturers.y]);
    expect(await ok(who(), name(group, 'project/list'), {})).toMatchObject([
      { title: 'Newer', courseCount: 0, classHours: 0 },
      { title: 'Path', courseCount: 2, classHours: 3 },
    ]);
    expect((await ok(who(), name(group, 'project/list'), { zoneId: zones['paths-too'] })).map(({ id }) => id)).toEqual([
      projects.path,
    ]);
  });

  it('return 404 for zones of another kind, unpublished and unknown ones, and reject invalid input', async () => {
    const code = async (input: Record<string, unknown>) =>
      (await call(who(), name(group, 'course/list'), input as never)).code;
    expect(await code({ relationType: 2, zoneId: zones.chosen })).toBe(404);
    expect(await code({ relationType: 2, zoneId: zones.down })).toBe(404);
    expect(await code({ relationType: 1, zoneId: randomUUID() })).toBe(404);
    for (const input of [
      {},
      { relationType: 6 },
      { relationType: 0 },
      { relationType: 1, zoneId: 'x' },
      { relationType: 2, limit: 25 },
    ])
      expect(await code(input), JSON.stringify(input)).toBe(422);
    for (const path of ['lecturer/list', 'project/list'] as const)
      expect((await call(who(), name(group, path), { zoneId: zones.chosen })).code).toBe(404);
  });

  it('return name, logo and navigation', async () => {
    expect(await ok(who(), name(group, 'logo'))).toEqual({
      name: 'Zones',
      websiteTitle: 'Zones',
      logo: null,
      websiteIco: null,
    });
    expect(await ok(who(), name(group, 'nav/bar/list'))).toEqual([]);
  });
});

it('a tenant without zones gets the default ones, and 404 for those of another tenant', async () => {
  const list = await ok({ ...other.anonymous, locale: 'en' }, name('api', 'list'));
  expect(list.map(({ id, relationType }) => [id, relationType])).toEqual([
    [null, 2],
    [null, 7],
    [null, 6],
  ]);
  expect(
    (await call(other.anonymous, name('api', 'course/list'), { relationType: 1, zoneId: zones.chosen })).code,
  ).toBe(404);
  for (const relationType of [1, 2, 3, 4, 5])
    expect(await ok(other.anonymous, name('api', 'course/list'), { relationType })).toEqual([]);
  expect(await ok(other.anonymous, name('api', 'lecturer/list'), {})).toEqual([]);
  expect(await ok(other.anonymous, name('api', 'project/list'), {})).toEqual([]);
});

it('a tenant with only unpublished zones gets none', async () => {
  const bare = await mintTenant();
  const enterpriseId = bare.id;
  await withTenant(enterpriseId, async (db) => {
    await db.insert(zone).values({ enterpriseId, code: 'x', title: { zh: 'x' }, relationType: 2 });
    await db.update(zone).set({ published: false }).where(eq(zone.enterpriseId, enterpriseId));
  });
  expect(await ok(bare.anonymous, name('api', 'list'))).toEqual([]);
});

it('operations for members require a session', async () => {
  for (const path of ['list', 'logo', 'lecturer/list', 'project/list', 'nav/bar/list'] as const)
    expect((await call(tenant.anonymous, name('auth', path), {})).code, path).toBe(300);
  expect((await call(tenant.anonymous, name('auth', 'course/list'), { relationType: 2 })).code).toBe(300);
});
