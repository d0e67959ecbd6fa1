import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { coursePerson, projectCourse } from '#src/server/course/tables.ts';
import { department } from '#src/server/organisation/tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintResource } from '../factories/course.ts';
import { courseDraft, publishedCourse } from '../factories/editing.ts';
import { mintLive } from '../factories/live.ts';
import { mintDepartment, mintPosition } from '../factories/organisation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { draftOf, reconcile } from '../factories/requirement.ts';
import { indexTenant } from '../factories/search.ts';
import { taskDraft } from '../factories/task.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { mintMember, mintWorld, type World } from '../factories/world.ts';

/* Courses that only an audience sees (docs/decisions/105): every reader of courses, as one of the audience, somebody else and a visitor. */

type Document = ReturnType<typeof courseDraft>;
const RULE = { excluded: false, departmentId: null, withBelow: true, positionId: null, joinedSince: null };

let world: World;
let inside: TestPerson;
let outside: TestPerson;
let departmentId: string;
let courseId: string;
let title: string;

const place = (person: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(world.tenant.id, (db) =>
    db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, person.userId)),
  );
const restricted = (given: Partial<Document>) => publishedCourse(world, { restricted: true, ...given });
const page = (person: TestPerson, id: string) => call(person, 'GET /course/auth/course/info/view', { id });

beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
  departmentId = await mintDepartment(world.tenant, `Yard ${world.mark}`);
  [inside, outside] = await Promise.all([
    mintMember(world, { userName: `Inside ${world.mark}` }),
    mintMember(world, { userName: `Outside ${world.mark}` }),
  ]);
  await place(inside, { departmentId });
  title = `Secret ${world.mark}`;
  const items = [{ ...courseDraft(world).items[2]!, parentId: null }];
  ({ id: courseId } = await restricted({ title, lecturerId: null, items, rules: [{ ...RULE, departmentId }] }));
  await withTenant(world.tenant.id, (db) =>
    db.insert(projectCourse).values({ enterpriseId: world.tenant.id, projectId: world.projectId, courseId, sort: 9 }),
  );
  await mintLive(world.tenant, courseId, { title: `Live ${world.mark}` });
  await mintResource(world.tenant, courseId, { subResourceName: `File ${world.mark}` });
  await indexTenant(world.tenant);
});

describe('a restricted course', () => {
  /** An answer that names the course, or has its id; titles of search results are marked. */
  const names = (answer: unknown) => [title, courseId].some((part) => JSON.stringify(answer).includes(part));
  type Reader = [name: string, read: (person: TestPerson) => Promise<unknown>];
  /** Readers of members: whoever is in the audience finds the course, nobody else does. */
  const READERS: Reader[] = [
    ['list', (person) => ok(person, 'POST /course/auth/course/info/page', { courseType: 0, pageSize: 50 })],
    [
      'list by keyword',
      (person) => ok(person, 'POST /course/auth/course/info/page', { courseType: 0, keyword: title }),
    ],
    ['page', (person) => page(person, courseId)],
    ['project', (person) => ok(person, 'GET /course/auth/project/info/view', { id: world.projectId })],
    [
      'room of a project',
      (person) => ok(person, 'GET /course/auth/study/room/view', { type: 'project', id: world.projectId }),
    ],
    [
      'room of a category',
      (person) => ok(person, 'GET /course/auth/study/room/view', { type: 'category', id: world.categoryId }),
    ],
    ['search', (person) => ok(person, 'POST /system/auth/search/page', { keyword: title })],
    ['files', (person) => ok(person, 'POST /course/auth/resource/file/page', { courseId })],
    ['live classes', (person) => ok(person, 'POST /course/auth/live/page', { courseId })],
    [
      'subject of a post',
      (person) => call(person, 'GET /community/auth/post/subject/view', { subjectType: 'course', subjectId: courseId }),
    ],
  ];
  it.each(READERS)('%s: for its audience only', async (_name, read) => {
    expect(names(await read(inside))).toBe(true);
    expect(names(await read(outside))).toBe(false);
  });

  it('is for nobody else to open, study, rate or register for', async () => {
    const subject = { subjectType: 'course' as const, subjectId: courseId };
    expect(await page(outside, courseId)).toMatchObject({ code: 404 });
    expect((await call(outside, 'GET /course/auth/study/course/view', { courseId })).code).toBe(403);
    expect((await call(outside, 'POST /course/auth/course/registration/save', { courseId })).code).toBe(404);
    expect((await call(outside, 'GET /course/auth/reaction/view', subject)).code).toBe(404);
    expect((await call(outside, 'GET /course/auth/training/session/list', { courseId })).data).toMatchObject({
      list: [],
    });
    const comment = { subjectId: courseId, content: 'Is it good?' };
    expect((await call(outside, 'POST /course/auth/course/comment/save', comment)).code).toBe(404);
    expect((await call(inside, 'POST /course/auth/course/comment/save', comment)).code).toBe(200);
    expect((await call(outside, 'POST /course/auth/course/comment/page', { subjectId: courseId })).code).toBe(404);
    expect((await call(outside, 'POST /course/auth/order/cart/save', { courseId })).code).toBe(404);
    expect((await call(inside, 'POST /course/auth/order/cart/save', { courseId })).code).toBe(409);
    expect(await page(inside, courseId)).toMatchObject({ code: 200, data: { studyState: 'open' } });
    expect((await call(inside, 'GET /course/auth/study/course/view', { courseId })).code).toBe(200);
    expect((await call(inside, 'GET /course/auth/reaction/view', subject)).code).toBe(200);
  });

  it('is not public: not even for its audience in what is the same for all', async () => {
    for (const who of [inside, world.tenant]) {
      const read = await Promise.all([
        call(who, 'POST /course/api/course/info/page', { courseType: 0, pageSize: 50 }),
        call(who, 'GET /course/api/course/info/view', { id: courseId }),
        call(who, 'GET /course/api/training/session/list', { courseId }),
      ]);
      expect(read.some(names)).toBe(false);
      expect(read.map(({ code }) => code)).toEqual([200, 404, 404]);
    }
    expect((await call(world.tenant, 'GET /course/api/course/info/related', { id: courseId })).code).toBe(404);
    expect(names(await call(world.tenant, 'POST /system/api/search/page', { keyword: title }))).toBe(false);
    for (const relationType of [1, 2, 3, 4, 5]) {
      const input = { relationType, limit: 20 };
      const zones = await Promise.all([
        call(world.tenant, 'GET /system/api/pc/zone/info/course/list', input),
        call(outside, 'GET /system/auth/pc/zone/info/course/list', input),
      ]);
      expect(zones.map(({ code }) => code)).toEqual([200, 200]);
      expect(zones.some(names)).toBe(false);
    }
    const get = (path: string) =>
      portal.request(`http://${world.tenant.host}${path}`, { headers: { host: world.tenant.host } });
    const sitemap = await (await get('/sitemap-courses-1.xml')).text();
    expect([sitemap.includes(world.courseId), sitemap.includes(courseId)]).toEqual([true, false]);
    const shares = [world.courseId, courseId].map(async (id) => (await get(`/share/course-${id}.png`)).status);
    expect(await Promise.all(shares)).toEqual([200, 404]);
  });

  it('goes on being edited, withdrawn and published as restricted', async () => {
    const made = await restricted({ people: [{ userId: inside.userId, excluded: false }] });
    const change = (action: 'withdraw') =>
      ok(world.admin, 'POST /system/auth/content/change', { kind: 'course', ids: [made.id], action });
    const stored = () => ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id: made.id });
    expect(await stored()).toMatchObject({
      ...{ state: 'published', hasDraft: false },
      document: { restricted: true, people: [{ userId: inside.userId }] },
    });
    await change('withdraw');
    expect((await page(inside, made.id)).code).toBe(404);
    const { revision } = await stored();
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', id: made.id, revision });
    expect((await page(inside, made.id)).code).toBe(200);
    expect((await page(outside, made.id)).code).toBe(404);
  });
});

describe('an audience', () => {
  const sees = async (person: TestPerson, given: Partial<Document>) => {
    const { id } = await restricted({ lecturerId: null, ...given });
    return (await page(person, id)).code === 200;
  };
  let member: TestPerson;
  beforeEach(async () => {
    member = await mintMember(world, { userName: `Member ${world.mark}` });
  });

  it('is a department with or without those below it, and a position', async () => {
    const below = await mintDepartment(world.tenant, `Dock ${crypto.randomUUID()}`, { parentId: departmentId });
    const positionId = await mintPosition(world.tenant, `Welder ${crypto.randomUUID()}`);
    await place(member, { departmentId: below, positionId });
    expect(await sees(member, { rules: [{ ...RULE, departmentId }] })).toBe(true);
    expect(await sees(member, { rules: [{ ...RULE, departmentId, withBelow: false }] })).toBe(false);
    expect(await sees(member, { rules: [{ ...RULE, positionId }] })).toBe(true);
    expect(await sees(inside, { rules: [{ ...RULE, positionId }] })).toBe(false);
  });

  it('is whom it names, without its exceptions', async () => {
    const named = { userId: member.userId, excluded: false };
    expect(await sees(member, { people: [named] })).toBe(true);
    expect(await sees(member, { rules: [RULE], people: [{ ...named, excluded: true }] })).toBe(false);
    await place(member, { departmentId });
    expect(await sees(member, { people: [named], rules: [{ ...RULE, departmentId, excluded: true }] })).toBe(false);
  });

  it('follows members who move, and departments that are merged', async () => {
    const old = await mintDepartment(world.tenant, `Old ${crypto.randomUUID()}`);
    const { id } = await restricted({ lecturerId: null, rules: [{ ...RULE, departmentId: old }] });
    expect((await page(member, id)).code).toBe(404);
    await place(member, { departmentId: old });
    expect((await page(member, id)).code).toBe(200);
    const next = await mintDepartment(world.tenant, `New ${crypto.randomUUID()}`);
    await place(member, { departmentId: next });
    expect((await page(member, id)).code).toBe(404);
    await withTenant(world.tenant.id, (db) =>
      db.update(department).set({ mergedInto: next, closedAt: new Date() }).where(eq(department.id, old)),
    );
    expect((await page(member, id)).code).toBe(200);
  });

  it('is extended by who has begun the course, without its exceptions', async () => {
    await place(member, { departmentId });
    const { id } = await restricted({ lecturerId: null, rules: [{ ...RULE, departmentId }] });
    await place(member, { departmentId: null });
    expect((await page(member, id)).code).toBe(404);
    const of = { enterpriseId: world.tenant.id, courseId: id, userId: member.userId };
    await withTenant(world.tenant.id, (db) => db.insert(courseProgress).values(of));
    expect((await page(member, id)).code).toBe(200);
    await withTenant(world.tenant.id, (db) => db.insert(coursePerson).values({ ...of, excluded: true }));
    expect((await page(member, id)).code).toBe(404);
  });

  it('is extended by tasks and requirements that name the course, and by its lecturer', async () => {
    const nobodyElse = { people: [{ userId: inside.userId, excluded: false }] };
    const { id } = await restricted(nobodyElse);
    expect((await page(world.lecturer, id)).code).toBe(200);
    expect((await page(member, id)).code).toBe(404);
    const people = [{ userId: member.userId, excluded: false }];
    const task = await ok(world.admin, 'POST /course/auth/study/tasks/save', taskDraft(id, { people }));
    await ok(world.admin, 'POST /course/auth/study/tasks/phase', { ...task, phase: 'published' });
    expect((await page(member, id)).code).toBe(200);
    const other = await mintMember(world, { userName: `Other ${world.mark}` });
    const named = [{ userId: other.userId, excluded: false }];
    const requirement = await ok(
      world.admin,
      'POST /course/auth/requirement/save',
      draftOf(id, { rules: [], people: named }),
    );
    await ok(world.admin, 'POST /course/auth/requirement/phase', { ...requirement, phase: 'published' });
    await reconcile(world.tenant);
    expect((await page(other, id)).code).toBe(200);
  });

  it('is somebody, and names what exists', async () => {
    const document = courseDraft(world, { restricted: true, rules: [{ ...RULE, departmentId: crypto.randomUUID() }] });
    const nobody = courseDraft(world, { restricted: true });
    for (const [given, field] of [[document, 'rules.0.departmentId'] as const, [nobody, 'rules'] as const]) {
      const made = await ok(world.admin, 'POST /system/auth/content/save', {
        kind: 'course',
        document: given,
        revision: 0,
      });
      const answer = await call(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made });
      expect(answer).toMatchObject({ code: 422, data: [{ field }] });
    }
  });
});
