import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { course } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintProject, mintResource } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Lists of courses, projects, resources and exams filter by the search index (decision 034). */

const COURSES = 'POST /course/api/course/info/page';
const MY_COURSES = 'POST /course/auth/course/info/page';
const PROJECTS = 'POST /course/api/project/info/page';
const FILES = 'POST /course/auth/resource/file/page';
const EXAMS = 'POST /exam/auth/user/exam/task/record/page';

let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;
let safety: string;
let code: string;

beforeAll(async () => {
  [tenant, other] = [await mintTenant(), await mintTenant()];
  person = await mintPerson(tenant);
  safety = await mintCourse(tenant, { title: '消防 Safety management 100%', summary: '八步法 O’Neil' });
  code = await mintCourse(tenant, { title: '质量体系 ISO9001', summary: 'What IT does' });
  await mintCourse(tenant, { title: '消防草稿', status: 'unpublished' });
  await mintCourse(other, { title: '别家 foreign 秘密' });
  await indexTenant(tenant);
  await indexTenant(other);
});

describe('the keyword of the list of courses', () => {
  const ids = async (keyword: string) => {
    const found = await ok(person, COURSES, { keyword });
    expect(found.totalCount).toBe(found.list.length);
    expect((await ok(person, MY_COURSES, { keyword })).list.map(({ id }) => id)).toEqual(
      found.list.map(({ id }) => id),
    );
    return found.list.map(({ id }) => id);
  };

  it('finds Chinese of any length', async () => {
    expect(await ids('消防')).toEqual([safety]);
    expect(await ids('消')).toEqual([safety]);
    expect(await ids('防')).toEqual([safety]);
    expect(await ids('八步法')).toEqual([safety]);
    expect(await ids('质量体系')).toEqual([code]);
    expect(await ids('系')).toEqual([code]);
    expect(await ids('质体')).toEqual([]);
  });

  it('finds English words by their stem and by their beginning, all words of the keyword', async () => {
    expect(await ids('safety')).toEqual([safety]);
    expect(await ids('SAF')).toEqual([safety]);
    expect(await ids('manage')).toEqual([safety]);
    expect(await ids('managing')).toEqual([safety]);
    expect(await ids('manageme')).toEqual([safety]);
    expect(await ids('消防 saf')).toEqual([safety]);
    expect(await ids('saf iso')).toEqual([]);
    expect(await ids('IT')).toEqual([code]);
  });

  it('finds codes, and parts of them', async () => {
    for (const keyword of ['iso9001', 'ISO90', 'iso', '9001', '90'])
      expect(await ids(keyword), keyword).toEqual([code]);
  });

  it('takes everything that is no letter or digit for a space', async () => {
    expect(await ids('100%')).toEqual([safety]);
    expect(await ids(`o'neil`)).toEqual([safety]);
    for (const keyword of ['%', '_', '!', `'`, '\\', '&|()', ':*', '#course', '#public', `@${tenant.id}`])
      expect(await ids(keyword), keyword).toEqual([]);
    for (const keyword of ['saf:*', '!saf', 'saf\\', `saf'`, '(saf', 'saf &', '~saf', '=safety'])
      expect(await ids(keyword), keyword).toEqual([safety]);
    expect(await ids('zzzz')).toEqual([]);
  });

  it('finds nothing of another tenant', async () => {
    for (const keyword of ['别家', 'foreign', '秘密', '秘']) expect(await ids(keyword), keyword).toEqual([]);
    expect((await ok(other.anonymous, COURSES, { keyword: '秘密' })).totalCount).toBe(1);
  });

  it('is a condition beside the others of the list, on every page', async () => {
    const ownTenant = await mintTenant();
    const made: string[] = [];
    for (let n = 1; n <= 9; n++)
      made.unshift(await mintCourse(ownTenant, { title: `叉车 ${n}`, publishedAt: new Date(Date.UTC(2026, 0, n)) }));
    await mintCourse(ownTenant, { title: '叉车 live', courseType: 3 });
    await mintCourse(ownTenant, { title: '焊接' });
    await indexTenant(ownTenant);
    const page = (pageCurrent: number) => ok(ownTenant.anonymous, COURSES, { keyword: '叉车', pageCurrent });
    expect(await page(1)).toMatchObject({ totalCount: 9, totalPage: 2 });
    expect([...(await page(1)).list, ...(await page(2)).list].map(({ id }) => id)).toEqual(made);
    expect(await page(3)).toMatchObject({ totalCount: 9, totalPage: 2, list: [] });
  });

  it('finds as many as there are, also beyond the number up to which ids are named', async () => {
    const ownTenant = await mintTenant();
    await withTenant(ownTenant.id, (db) =>
      db
        .insert(course)
        .values(
          Array.from({ length: 1002 }, (_, n) => ({ enterpriseId: ownTenant.id, code: `c${n}`, title: `起重机 ${n}` })),
        ),
    );
    await mintCourse(ownTenant, { title: '焊接' });
    await indexTenant(ownTenant);
    expect(await ok(ownTenant.anonymous, COURSES, { keyword: '起重' })).toMatchObject({
      totalCount: 1002,
      totalPage: 126,
    });
  });

  it('follows a change when the index does; what is withdrawn is gone at once', async () => {
    const ownTenant = await mintTenant();
    const id = await mintCourse(ownTenant, { title: '旧名' });
    await indexTenant(ownTenant);
    const change = (set: Partial<typeof course.$inferInsert>) =>
      withTenant(ownTenant.id, (db) =>
        db
          .update(course)
          .set(set)
          .where(and(eq(course.enterpriseId, ownTenant.id), eq(course.id, id))),
      );
    const found = async (keyword: string) => (await ok(ownTenant.anonymous, COURSES, { keyword })).totalCount;
    await change({ title: '新名' });
    await indexTenant(ownTenant);
    expect([await found('旧名'), await found('新名')]).toEqual([0, 1]);
    await change({ status: 'unpublished' });
    expect(await found('新名')).toBe(0);
  });
});

it('filters the list of projects', async () => {
  const ownTenant = await mintTenant();
  const id = await mintProject(ownTenant, [], { title: '新员工 Onboarding', summary: '三步走' });
  await mintProject(ownTenant, [], { title: '班组长' });
  await mintProject(other, [], { title: '新员工 elsewhere' });
  await indexTenant(ownTenant);
  await indexTenant(other);
  const ids = async (keyword: string) =>
    (await ok(ownTenant.anonymous, PROJECTS, { keyword })).list.map((each) => each.id);
  for (const keyword of ['新员', '员', 'onboard', 'ONB', '三步']) expect(await ids(keyword), keyword).toEqual([id]);
  for (const keyword of ['elsewhere', '%', 'zzzz']) expect(await ids(keyword), keyword).toEqual([]);
});

it('filters the list of files', async () => {
  const ownTenant = await mintTenant();
  const who = await mintPerson(ownTenant);
  const courseId = await mintCourse(ownTenant, { title: 'Files' });
  const slides = await mintResource(ownTenant, courseId, { subResourceName: '讲义 Slides' });
  await mintResource(ownTenant, courseId, { subResourceName: '视频' });
  await mintResource(other, await mintCourse(other), { subResourceName: '讲义 elsewhere' });
  await indexTenant(ownTenant);
  await indexTenant(other);
  const ids = async (keyword: string) => (await ok(who, FILES, { keyword })).list.map((each) => each.subResourceId);
  for (const keyword of ['讲义', '讲', 'slide', 'SLI']) expect(await ids(keyword), keyword).toEqual([slides]);
  expect(await ids('视频 mp4')).toHaveLength(1);
  for (const keyword of ['elsewhere', '%', 'zzzz']) expect(await ids(keyword), keyword).toEqual([]);
});

it('filters the list of exams; a withdrawn one is found by whoever sat it', async () => {
  const ownTenant = await mintTenant();
  const [who, nobody] = [await mintPerson(ownTenant), await mintPerson(ownTenant)];
  const { id } = await mintExam(ownTenant, { title: '叉车 Forklift 考试' });
  await mintExam(ownTenant, { title: '焊接' });
  await mintExam(other, { title: '叉车 elsewhere' });
  await indexTenant(ownTenant);
  await indexTenant(other);
  const ids = async (viewer: TestPerson, keyword: string) =>
    (await ok(viewer, EXAMS, { scope: 'all', keyword })).list.map((each) => each.id);
  for (const keyword of ['叉车', '叉', 'forklifts', 'FORK']) expect(await ids(who, keyword), keyword).toEqual([id]);
  for (const keyword of ['elsewhere', '%', 'zzzz']) expect(await ids(who, keyword), keyword).toEqual([]);
  await ok(who, 'POST /exam/auth/user/exam/start', { id });
  await withTenant(ownTenant.id, (db) => db.update(exam).set({ published: false }).where(eq(exam.id, id)));
  await indexTenant(ownTenant);
  expect(await ids(who, 'fork')).toEqual([id]);
  expect(await ids(nobody, 'fork')).toEqual([]);
});
