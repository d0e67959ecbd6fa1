import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintCategory, mintCourse, mintLecturer, mintProject, mintResource } from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { openPlayer, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PUBLIC = 'POST /course/api/course/info/page';
const MINE = 'POST /course/auth/course/info/page';
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
});

describe('the list of courses', () => {
  it('sorts by date, students, rating and hours', async () => {
    const ownTenant = await mintTenant();
    const users = await Promise.all(Array.from({ length: 6 }, () => mintPerson(ownTenant)));
    const old = await mintCourse(ownTenant, { publishedAt: day(1), classHours: '9' });
    const middle = await mintCourse(ownTenant, { publishedAt: day(2), classHours: '1.5' });
    const fresh = await mintCourse(ownTenant, { publishedAt: day(3), classHours: '2' });
    const rate = (who: TestPerson, subjectId: string, rating: number) =>
      ok(who, 'POST /course/auth/reaction/save', { subjectType: 'course', subjectId, rating });
    // Six ratings of 5 rank above a single 5, and that above no rating.
    for (const who of users) await rate(who, old, 5);
    await rate(users[0]!, middle, 5);
    await openPlayer(users[0]!, await mintResource(ownTenant, middle)).then(({ report }) => report([]));
    const ids = async (sort: 'newest' | 'popular' | 'rating' | 'hours') =>
      (await ok(ownTenant.anonymous, PUBLIC, { sort })).list.map(({ id }) => id);
    expect(await ids('newest')).toEqual([fresh, middle, old]);
    expect(await ids('rating')).toEqual([old, middle, fresh]);
    expect(await ids('hours')).toEqual([old, fresh, middle]);
    expect(await ids('popular')).toEqual([middle, fresh, old]);
    expect(await call(ownTenant.anonymous, PUBLIC, { sort: 'random' as never })).toMatchObject({
      code: 422,
      data: [{ field: 'sort' }],
    });
  });

  it('filters by kind of hours and by prerequisite', async () => {
    const ownTenant = await mintTenant();
    const free = await mintCourse(ownTenant, { hourKind: 'culture' });
    const registered = await mintCourse(ownTenant, { registrationRequired: true, hourKind: 'required' });
    const bought = await mintCourse(ownTenant, { purchaseRequired: true, price: '99' });
    const ids = async (input: object) => (await ok(ownTenant.anonymous, PUBLIC, input)).list.map(({ id }) => id);
    expect(await ids({ need: 'nothing' })).toEqual([free]);
    expect(await ids({ need: 'registration' })).toEqual([registered]);
    expect(await ids({ need: 'purchase' })).toEqual([bought]);
    expect(await ids({ hourKind: 'required' })).toEqual([registered]);
    expect(await ids({ hourKind: 'lecturer' })).toEqual([]);
    expect((await call(ownTenant.anonymous, PUBLIC, { hourKind: 'x', need: 'y' } as never)).code).toBe(422);
  });

  it('filters by the user’s own learning state and bookmarks', async () => {
    const ownTenant = await mintTenant();
    const [me, neighbour] = [await mintPerson(ownTenant), await mintPerson(ownTenant)];
    const [done, begun, untouched] = [
      await mintCourse(ownTenant),
      await mintCourse(ownTenant),
      await mintCourse(ownTenant),
    ];
    await watchWhole(ownTenant, me, await mintResource(ownTenant, done));
    const half = await mintResource(ownTenant, begun, { sort: 1 });
    await mintResource(ownTenant, begun, { sort: 2 });
    await watchWhole(ownTenant, me, half);
    const page = async (who: TestPerson, input: object) => {
      const { list, totalCount } = await ok(who, MINE, input);
      expect(totalCount).toBe(list.length);
      return list.map(({ id }) => id).sort();
    };
    expect(await page(me, { learningState: 'completed' })).toEqual([done]);
    expect(await page(me, { learningState: 'learning' })).toEqual([begun]);
    expect(await page(me, { learningState: 'notStarted' })).toEqual([untouched]);
    expect(await page(neighbour, { learningState: 'notStarted' })).toEqual([done, begun, untouched].sort());
    await ok(me, 'POST /course/auth/reaction/save', { subjectType: 'course', subjectId: begun, bookmarked: true });
    expect(await page(me, { bookmarked: true })).toEqual([begun]);
    expect(await page(me, { bookmarked: true, learningState: 'completed' })).toEqual([]);
    expect(await page(neighbour, { bookmarked: true })).toEqual([]);
    // The public operation ignores both filters.
    expect((await ok(ownTenant.anonymous, PUBLIC, { bookmarked: true } as never)).totalCount).toBe(3);
    expect((await call(me, MINE, { learningState: 'overdue' as never })).code).toBe(422);
  });
});

describe('categories', () => {
  it('count the published courses and projects of the whole subtree', async () => {
    const ownTenant = await mintTenant();
    let parent = await mintCategory(ownTenant, '第 1 级');
    const chain = [parent];
    for (let level = 2; level <= 6; level++)
      chain.push((parent = await mintCategory(ownTenant, `第 ${level} 级`, parent)));
    const courseId = await mintCourse(ownTenant, { categoryId: chain[5] });
    await mintCourse(ownTenant, { categoryId: chain[5], status: 'unpublished' });
    await mintCourse(ownTenant, { categoryId: chain[2] });
    await mintProject(ownTenant, [courseId], { categoryId: chain[3] });
    await mintProject(ownTenant, [], { categoryId: chain[3], status: 'unpublished' });
    const found = await ok(ownTenant.anonymous, 'GET /course/api/category/list');
    expect(found.map(({ id, courseCount, projectCount }) => [chain.indexOf(id), courseCount, projectCount])).toEqual([
      [0, 2, 1],
      [1, 2, 1],
      [2, 2, 1],
      [3, 1, 1],
      [4, 1, 0],
      [5, 1, 0],
    ]);
  });
});

describe('related courses', () => {
  const RELATED = 'GET /course/api/course/info/related';

  it('are up to four of the same category or lecturer, those of both first', async () => {
    const ownTenant = await mintTenant();
    const categoryId = await mintCategory(ownTenant, '安全');
    const lecturerId = await mintLecturer(ownTenant);
    const id = await mintCourse(ownTenant, { categoryId, lecturerId });
    const taught = await mintCourse(ownTenant, { lecturerId, publishedAt: day(9) });
    const near = await mintCourse(ownTenant, { categoryId, publishedAt: day(1) });
    const both = await mintCourse(ownTenant, { categoryId, lecturerId, publishedAt: day(1) });
    await mintCourse(ownTenant, { categoryId, status: 'unpublished' });
    await mintCourse(ownTenant);
    const ids = (await ok(ownTenant.anonymous, RELATED, { id })).map((card) => card.id);
    expect(ids).toEqual([both, near, taught]);
    for (let more = 0; more < 4; more++) await mintCourse(ownTenant, { categoryId });
    expect(await ok(ownTenant.anonymous, RELATED, { id })).toHaveLength(4);
    expect(await ok(ownTenant.anonymous, RELATED, { id: await mintCourse(ownTenant) })).toEqual([]);
  });

  it('return 404 for unpublished, foreign and unknown courses', async () => {
    const other = await mintTenant();
    for (const id of [await mintCourse(other), await mintCourse(tenant, { status: 'unpublished' }), randomUUID()]) {
      expect((await call(tenant.anonymous, RELATED, { id })).code).toBe(404);
      expect((await call(person, RELATED, { id })).code).toBe(404);
    }
  });
});
