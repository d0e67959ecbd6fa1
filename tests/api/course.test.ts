import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  mintCategory,
  mintCourse,
  mintDirectory,
  mintExamResource,
  mintLecturer,
  mintRegistration,
  mintResource,
} from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PUBLIC_PAGE = 'POST /course/api/course/info/page';
const MY_PAGE = 'POST /course/auth/course/info/page';
const PUBLIC_VIEW = 'GET /course/api/course/info/view';
const MY_VIEW = 'GET /course/auth/course/info/view';

let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  person = await mintPerson(tenant);
});

describe('the list of courses', () => {
  it('returns the published courses of a type and of this tenant, eight per page, newest first', async () => {
    const ownTenant = await mintTenant();
    const made: string[] = [];
    for (let day = 1; day <= 10; day++) {
      made.push(await mintCourse(ownTenant, { title: `课程 ${day}`, publishedAt: new Date(Date.UTC(2026, 0, day)) }));
    }
    await mintCourse(ownTenant, { title: '下架', status: 'unpublished' });
    await mintCourse(ownTenant, { title: '直播', courseType: 3 });
    await mintCourse(other, { title: '别家' });
    const first = await ok(ownTenant.anonymous, PUBLIC_PAGE);
    expect(first).toMatchObject({ pageCurrent: 1, pageSize: 8, totalCount: 10, totalPage: 2 });
    expect(first.list.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 8));
    const second = await ok(ownTenant.anonymous, PUBLIC_PAGE, { pageCurrent: 2 });
    expect(second.list.map(({ id }) => id)).toEqual(made.toReversed().slice(8));
    expect((await ok(ownTenant.anonymous, PUBLIC_PAGE, { courseType: 0 })).totalCount).toBe(11);
    expect((await ok(ownTenant.anonymous, PUBLIC_PAGE, { courseType: 3 })).list.map(({ title }) => title)).toEqual([
      '直播',
    ]);
  });

  it('filters by category with its sub-categories', async () => {
    const ownTenant = await mintTenant();
    const top = await mintCategory(ownTenant, '安全');
    const below = await mintCategory(ownTenant, '消防', top);
    const elsewhere = await mintCategory(ownTenant, '质量');
    const fire = await mintCourse(ownTenant, { title: '消防 100% 通关', categoryId: below });
    const quality = await mintCourse(ownTenant, { title: 'Quality basics', summary: '八步法', categoryId: elsewhere });
    const ids = async (input: object) => (await ok(ownTenant.anonymous, PUBLIC_PAGE, input)).list.map(({ id }) => id);
    expect(await ids({ categoryId: top })).toEqual([fire]);
    expect(await ids({ categoryId: elsewhere })).toEqual([quality]);
    expect(await ids({ categoryId: randomUUID() })).toEqual([]);
    const categories = await ok({ ...ownTenant.anonymous, locale: 'en' }, 'GET /course/api/category/list');
    expect(new Map(categories.map((found) => [found.id, found]))).toEqual(
      new Map([
        [top, { id: top, name: '安全 (en)', parentId: null, courseCount: 1, projectCount: 0 }],
        [elsewhere, { id: elsewhere, name: '质量 (en)', parentId: null, courseCount: 1, projectCount: 0 }],
        [below, { id: below, name: '消防 (en)', parentId: top, courseCount: 1, projectCount: 0 }],
      ]),
    );
    expect(categories.at(-1)!.id).toBe(below);
  });

  it('returns the fields of a card, and the user’s progress for members', async () => {
    const lecturerId = await mintLecturer(tenant, { lecturerName: '周工' });
    const courseId = await mintCourse(tenant, { title: '卡片课', lecturerId, classHours: '1.5', credits: '2' });
    const resourceId = await mintResource(tenant, courseId);
    await mintResource(tenant, courseId, { published: false });
    await mintDirectory(tenant, courseId);
    const card = {
      lecturerId,
      lecturerName: '周工',
      classHours: 1.5,
      credits: 2,
      resourceCount: 1,
      categoryName: null,
    };
    await indexTenant(tenant);
    const find = { keyword: '卡片课' };
    expect((await ok(tenant.anonymous, PUBLIC_PAGE, find)).list[0]).toMatchObject(card);
    expect((await ok(person, MY_PAGE, find)).list[0]).toMatchObject({
      ...card,
      studyProgress: 0,
      status: 'notStarted',
    });
    await watchWhole(tenant, person, resourceId);
    expect((await ok(person, MY_PAGE, find)).list[0]).toMatchObject({ studyProgress: 100, status: 'completed' });
  });

  it('requires a session, and rejects invalid pages and types', async () => {
    expect((await call(tenant.anonymous, MY_PAGE)).code).toBe(300);
    expect((await call({ host: other.host, token: person.token }, MY_PAGE)).code).toBe(300);
    expect(await call(tenant.anonymous, PUBLIC_PAGE, { pageCurrent: 0 })).toMatchObject({
      code: 422,
      data: [{ field: 'pageCurrent' }],
    });
    expect(await call(tenant.anonymous, PUBLIC_PAGE, { courseType: 9, categoryId: 'x' })).toMatchObject({
      code: 422,
      data: [{ field: 'courseType' }, { field: 'categoryId' }],
    });
  });
});

describe('view of a course', () => {
  it('returns the catalogue as a tree without file URLs', async () => {
    const courseId = await mintCourse(tenant, { description: '# 目标\n<script>alert(1)</script>' });
    const chapter = await mintDirectory(tenant, courseId, { sort: 1 });
    const video = await mintResource(tenant, courseId, { parentId: chapter, sort: 2 });
    const { resourceId: exam, examId } = await mintExamResource(tenant, courseId);
    const hidden = await mintDirectory(tenant, courseId, { published: false });
    await mintResource(tenant, courseId, { parentId: hidden });
    const live = await mintDirectory(tenant, courseId, { activity: 'live', sort: 3 });
    const found = await ok(tenant.anonymous, PUBLIC_VIEW, { id: courseId });
    expect(found.descriptionHtml).toContain('<h2>目标</h2>');
    expect(found.descriptionHtml).not.toContain('<script');
    expect(found.totalDuration).toBe(100);
    expect(found.catalogue).toMatchObject([
      { subResourceId: exam, contentType: 3, kind: 'exam', examId, subTrainingProgress: [] },
      {
        subResourceId: chapter,
        kind: 'other',
        contentType: 2,
        resourceType: null,
        subTrainingProgress: [{ subResourceId: video, kind: 'media', totalDuration: 100 }],
      },
      { subResourceId: live, contentType: 2, resourceType: null, kind: 'live' },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/signature|\/media\//);
  });

  it('returns the user’s progress, also of each directory', async () => {
    const courseId = await mintCourse(tenant);
    const chapter = await mintDirectory(tenant, courseId);
    const first = await mintResource(tenant, courseId, { parentId: chapter, sort: 1 });
    await mintResource(tenant, courseId, { parentId: chapter, sort: 2, totalDuration: 300 });
    await watchWhole(tenant, person, first);
    expect(await ok(person, MY_VIEW, { id: courseId })).toMatchObject({
      studyProgress: 25,
      status: 'learning',
      studyState: 'open',
      lastResourceId: first,
      catalogue: [
        {
          studyProgress: 25,
          completed: false,
          subTrainingProgress: [
            { studyProgress: 100, completed: true },
            { studyProgress: 0, completed: false },
          ],
        },
      ],
    });
  });

  it('returns 404 for unpublished, foreign and unknown courses', async () => {
    const unpublished = await mintCourse(tenant, { status: 'unpublished' });
    const foreign = await mintCourse(other);
    for (const id of [unpublished, foreign, randomUUID()]) {
      expect((await call(tenant.anonymous, PUBLIC_VIEW, { id })).code).toBe(404);
      expect((await call(person, MY_VIEW, { id })).code).toBe(404);
    }
    expect((await call(tenant.anonymous, PUBLIC_VIEW, { id: 'nonsense' })).code).toBe(422);
  });

  it('returns an unpublished course only to users who have started it', async () => {
    const courseId = await mintCourse(tenant);
    await watchWhole(tenant, person, await mintResource(tenant, courseId));
    await setCourseStatus(tenant, courseId, 'unpublished');
    expect(await ok(person, MY_VIEW, { id: courseId })).toMatchObject({
      studyState: 'unpublished',
      studyProgress: 100,
    });
    expect((await call(await mintPerson(tenant), MY_VIEW, { id: courseId })).code).toBe(404);
  });
});

describe('registration for a course', () => {
  const SAVE = 'POST /course/auth/course/registration/save';

  it('is pending after the request, and a repeated request does not change a decision', async () => {
    const courseId = await mintCourse(tenant, { registrationRequired: true });
    expect((await ok(person, MY_VIEW, { id: courseId })).studyState).toBe('registerFirst');
    expect(await ok(person, SAVE, { courseId })).toEqual({ studyState: 'registrationPending' });
    await mintRegistration(tenant, person, courseId, 'rejected');
    expect(await call(person, SAVE, { courseId })).toMatchObject({ code: 422, data: [{ field: 'note' }] });
    await mintRegistration(tenant, person, courseId, 'approved');
    expect(await ok(person, SAVE, { courseId })).toEqual({ studyState: 'open' });
  });

  it('is rejected where none is required, and for unpublished, foreign and unknown courses', async () => {
    expect((await call(person, SAVE, { courseId: await mintCourse(tenant) })).code).toBe(409);
    for (const courseId of [
      await mintCourse(other, { registrationRequired: true }),
      await mintCourse(tenant, { registrationRequired: true, status: 'unpublished' }),
      randomUUID(),
    ]) {
      expect((await call(person, SAVE, { courseId })).code).toBe(404);
    }
    expect((await call(tenant.anonymous, SAVE, { courseId: randomUUID() })).code).toBe(300);
  });
});

describe('files of courses', () => {
  it('are listed with their size, without URLs, for published courses of the tenant', async () => {
    const ownTenant = await mintTenant();
    const reader = await mintPerson(ownTenant);
    const courseId = await mintCourse(ownTenant, { title: '资料课' });
    const video = await mintResource(ownTenant, courseId, { subResourceName: '视频', sort: 1 });
    const paper = await mintResource(ownTenant, courseId, { subResourceName: '讲义', resourceType: 4, sort: 2 });
    await mintResource(ownTenant, await mintCourse(ownTenant, { status: 'unpublished' }));
    await mintResource(other, await mintCourse(other));
    const all = await ok(reader, 'POST /course/auth/resource/file/page');
    expect(all.list.map(({ subResourceId }) => subResourceId)).toEqual([video, paper]);
    expect(all).toMatchObject({ pageSize: 10, totalCount: 2 });
    expect(all.list[0]).toMatchObject({ fileSize: 1000, courseTitle: '资料课', studyProgress: 0 });
    expect(JSON.stringify(all)).not.toContain('/media/');
    await indexTenant(ownTenant);
    const papers = await ok(reader, 'POST /course/auth/resource/file/page', { resourceType: 4, keyword: '讲' });
    expect(papers.list.map(({ subResourceId }) => subResourceId)).toEqual([paper]);
    expect((await call(ownTenant.anonymous, 'POST /course/auth/resource/file/page')).code).toBe(300);
  });
});
