import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintCategory, mintCourse, mintProject, mintResource } from '../factories/course.ts';
import { decide, pendingOf } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PUBLIC_PAGE = 'POST /course/api/project/info/page';
const MY_PAGE = 'POST /course/auth/project/info/page';
const PUBLIC_VIEW = 'GET /course/api/project/info/view';
const MY_VIEW = 'GET /course/auth/project/info/view';
const SAVE = 'POST /course/auth/project/registration/save';

let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  person = await mintPerson(tenant);
});

/** Inserts a course with one video, and returns a function that completes it for a user. */
async function shortCourse(of: TestTenant, more: Parameters<typeof mintCourse>[1] = {}) {
  const id = await mintCourse(of, more);
  const resource = await mintResource(of, id);
  return { id, complete: (who: TestPerson) => watchWhole(of, who, resource) };
}

describe('learning projects', () => {
  it('are listed in pages, newest first, filtered and sorted, with sums over their published courses', async () => {
    const ownTenant = await mintTenant();
    const below = await mintCategory(ownTenant, '消防', await mintCategory(ownTenant, '安全'));
    const { id: one, complete } = await shortCourse(ownTenant, { classHours: '1.5', credits: '2' });
    const two = await mintCourse(ownTenant, { classHours: '2', credits: '0.5' });
    const hidden = await mintCourse(ownTenant, { classHours: '99', status: 'unpublished' });
    const rich = await mintProject(ownTenant, [one, two, hidden], {
      title: '消防 100%',
      categoryId: below,
      elective: [two],
      publishedAt: new Date(Date.UTC(2026, 0, 1)),
    });
    await complete(await mintPerson(ownTenant));
    const plain: string[] = [];
    for (let day = 2; day <= 9; day++) {
      plain.push(
        await mintProject(ownTenant, [], { registrationRequired: true, publishedAt: new Date(Date.UTC(2026, 0, day)) }),
      );
    }
    await mintProject(ownTenant, [], { status: 'unpublished' });
    await mintProject(other, []);
    await indexTenant(ownTenant);
    const pageSize = 8;
    const first = await ok(ownTenant.anonymous, PUBLIC_PAGE, { pageSize });
    expect(first).toMatchObject({ pageCurrent: 1, pageSize, totalCount: 9, totalPage: 2 });
    expect(first.list.map(({ id }) => id)).toEqual(plain.toReversed());
    const beyond = await ok(ownTenant.anonymous, PUBLIC_PAGE, { pageCurrent: 9, pageSize });
    expect(beyond).toMatchObject({ totalCount: 9, totalPage: 2, list: [] });
    expect((await ok(ownTenant.anonymous, PUBLIC_PAGE, { pageCurrent: 2, pageSize })).list).toMatchObject([
      {
        id: rich,
        courseCount: 2,
        requiredCount: 1,
        classHours: 3.5,
        credits: 2.5,
        studentCount: 1,
        ratingMean: null,
        categoryName: '消防',
      },
    ]);
    const ids = async (input: object) => (await ok(ownTenant.anonymous, PUBLIC_PAGE, input)).list.map(({ id }) => id);
    expect(await ids({ keyword: '100%' })).toEqual([rich]);
    expect(await ids({ categoryId: below })).toEqual([rich]);
    expect(await ids({ need: 'nothing' })).toEqual([rich]);
    expect(await ids({ need: 'registration' })).toEqual(plain.toReversed());
    for (const sort of ['popular', 'hours'] as const) expect((await ids({ sort }))[0]).toBe(rich);
    await ok(await mintPerson(ownTenant), 'POST /course/auth/reaction/save', {
      subjectType: 'project',
      subjectId: plain[3]!,
      rating: 5,
    });
    expect((await ids({ sort: 'rating' }))[0]).toBe(plain[3]);
    expect((await call(ownTenant.anonymous, MY_PAGE)).code).toBe(300);
    expect((await call(ownTenant.anonymous, PUBLIC_PAGE, { sort: 'x', need: 'purchase' } as never)).code).toBe(422);
  });

  it('return the progress over the required courses, or over all when none is required, without unpublished ones', async () => {
    const me = await mintPerson(tenant);
    const first = await shortCourse(tenant);
    const second = await shortCourse(tenant);
    const elective = await shortCourse(tenant);
    const gone = await shortCourse(tenant);
    const id = await mintProject(tenant, [second.id, first.id, elective.id, gone.id], { elective: [elective.id] });
    await setCourseStatus(tenant, gone.id, 'unpublished');
    expect(await ok(me, MY_VIEW, { id })).toMatchObject({
      studyProgress: 0,
      status: 'notStarted',
      projectState: 'open',
    });
    await elective.complete(me);
    expect(await ok(me, MY_VIEW, { id })).toMatchObject({ studyProgress: 0 });
    await first.complete(me);
    const half = await ok(me, MY_VIEW, { id });
    expect(half).toMatchObject({ studyProgress: 50, status: 'learning', courseCount: 3, requiredCount: 2 });
    expect(half.courses.map(({ id, required, status }) => [id, required, status])).toEqual([
      [second.id, true, 'notStarted'],
      [first.id, true, 'completed'],
      [elective.id, false, 'completed'],
    ]);
    await second.complete(me);
    expect(await ok(me, MY_VIEW, { id })).toMatchObject({ studyProgress: 100, status: 'completed' });
    const choice = await mintProject(tenant, [first.id, elective.id], { elective: [first.id, elective.id] });
    expect(await ok(me, MY_VIEW, { id: choice })).toMatchObject({ studyProgress: 100, requiredCount: 0 });
    const empty = await mintProject(tenant, []);
    expect(await ok(me, MY_VIEW, { id: empty })).toMatchObject({ studyProgress: 0, status: 'notStarted', courses: [] });
    const page = async (input: object) => (await ok(me, MY_PAGE, input)).list.map(({ id }) => id);
    expect(await page({ learningState: 'completed' })).toEqual([choice, id]);
    expect(await page({ learningState: 'notStarted' })).toEqual([empty]);
    await ok(me, 'POST /course/auth/reaction/save', { subjectType: 'project', subjectId: empty, bookmarked: true });
    expect(await page({ bookmarked: true })).toEqual([empty]);
    expect((await ok(person, MY_PAGE, { bookmarked: true })).list).toEqual([]);
    const seen = await ok(tenant.anonymous, PUBLIC_VIEW, { id });
    expect(seen.courses).toHaveLength(3);
    expect(seen).not.toHaveProperty('studyProgress');
  });

  it('return 404 when unpublished, foreign or unknown, and sanitise the description', async () => {
    for (const id of [
      await mintProject(tenant, [], { status: 'unpublished' }),
      await mintProject(other, []),
      randomUUID(),
    ]) {
      expect((await call(tenant.anonymous, PUBLIC_VIEW, { id })).code).toBe(404);
      expect((await call(person, MY_VIEW, { id })).code).toBe(404);
      expect((await call(person, SAVE, { projectId: id })).code).toBe(404);
    }
    expect((await call(tenant.anonymous, PUBLIC_VIEW, { id: 'nonsense' })).code).toBe(422);
    const id = await mintProject(tenant, [], { description: '## 目标\n<img src=x onerror=alert(1)>' });
    const { descriptionHtml } = await ok(tenant.anonymous, PUBLIC_VIEW, { id });
    expect(descriptionHtml).toContain('<h2>目标</h2>');
    expect(descriptionHtml).not.toContain('<img');
  });
});

describe('registration for a project', () => {
  it('is pending, then decided; progress counts only after approval', async () => {
    const me = await mintPerson(tenant);
    const { id: courseId, complete } = await shortCourse(tenant);
    const id = await mintProject(tenant, [courseId], { registrationRequired: true });
    const admin = await mintPerson(tenant, { isAdmin: true });
    const decideLast = async (action: 'approve' | 'reject') => {
      const { list } = await ok(admin, 'POST /user/auth/flow/instance/undo', { flowType: 'projectRegistration' });
      return decide(admin, list.find(({ subjectId }) => subjectId === id)!.id, action);
    };
    await complete(me);
    expect(await ok(me, MY_VIEW, { id })).toMatchObject({ projectState: 'registerFirst', studyProgress: 0 });
    for (let time = 0; time < 2; time++) {
      expect(await ok(me, SAVE, { projectId: id })).toEqual({ projectState: 'registrationPending' });
    }
    expect(await pendingOf(tenant, id)).toHaveLength(1);
    await decideLast('reject');
    expect(await ok(me, MY_VIEW, { id })).toMatchObject({
      projectState: 'registrationRejected',
      studyProgress: 0,
      rejection: { reason: '名额已满', mayAskAgain: true },
    });
    // A second request requires a note.
    expect(await call(me, SAVE, { projectId: id })).toMatchObject({ code: 422, data: [{ field: 'note' }] });
    expect(await ok(me, SAVE, { projectId: id, note: '已调岗' })).toEqual({ projectState: 'registrationPending' });
    await decideLast('approve');
    expect(await ok(me, MY_VIEW, { id })).toMatchObject({ projectState: 'open', studyProgress: 100, rejection: null });
    expect((await ok(me, MY_PAGE, { learningState: 'completed' })).list.map((card) => card.id)).toEqual([id]);
    expect(await ok(me, SAVE, { projectId: id })).toEqual({ projectState: 'open' });
    expect((await ok(me, MY_PAGE, { joined: true })).list.map((card) => card.id)).toEqual([id]);
    expect((await ok(await mintPerson(tenant), MY_PAGE, { joined: true })).list).toEqual([]);
    // Other users are not affected.
    expect(await ok(person, MY_VIEW, { id })).toMatchObject({ projectState: 'registerFirst' });
  });

  it('is rejected where none is required, and without a session', async () => {
    expect((await call(person, SAVE, { projectId: await mintProject(tenant, []) })).code).toBe(409);
    expect((await call(tenant.anonymous, SAVE, { projectId: randomUUID() })).code).toBe(300);
    expect((await call({ host: other.host, token: person.token }, SAVE, { projectId: randomUUID() })).code).toBe(300);
    expect((await call(person, SAVE, {} as never)).code).toBe(422);
  });
});
