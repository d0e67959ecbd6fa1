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
    const house = await mintTenant();
    const crowd = await Promise.all(Array.from({ length: 6 }, () => mintPerson(house)));
    const old = await mintCourse(house, { publishedAt: day(1), classHours: '9' });
    const middle = await mintCourse(house, { publishedAt: day(2), classHours: '1.5' });
    const fresh = await mintCourse(house, { publishedAt: day(3), classHours: '2' });
    const rate = (who: TestPerson, subjectId: string, rating: number) =>
      ok(who, 'POST /course/auth/reaction/save', { subjectType: 'course', subjectId, rating });
    // Six times 5 is better than a single 5, and that is better than nothing.
    for (const who of crowd) await rate(who, old, 5);
    await rate(crowd[0]!, middle, 5);
    await openPlayer(crowd[0]!, await mintResource(house, middle)).then(({ report }) => report([]));
    const ids = async (sort: 'newest' | 'popular' | 'rating' | 'hours') =>
      (await ok(house.anonymous, PUBLIC, { sort })).list.map(({ id }) => id);
    expect(await ids('newest')).toEqual([fresh, middle, old]);
    expect(await ids('rating')).toEqual([old, middle, fresh]);
    expect(await ids('hours')).toEqual([old, fresh, middle]);
    expect(await ids('popular')).toEqual([middle, fresh, old]);
    expect(await call(house.anonymous, PUBLIC, { sort: 'random' as never })).toMatchObject({
      code: 422,
      data: [{ field: 'sort' }],
    });
  });

  it('narrows by hours kind and by what comes before studying', async () => {
    const house = await mintTenant();
    const free = await mintCourse(house, { hourKind: 'culture' });
    const registered = await mintCourse(house, { registrationRequired: true, hourKind: 'required' });
    const bought = await mintCourse(house, { purchaseRequired: true, price: '99' });
    const ids = async (input: object) => (await ok(house.anonymous, PUBLIC, input)).list.map(({ id }) => id);
    expect(await ids({ need: 'nothing' })).toEqual([free]);
    expect(await ids({ need: 'registration' })).toEqual([registered]);
    expect(await ids({ need: 'purchase' })).toEqual([bought]);
    expect(await ids({ hourKind: 'required' })).toEqual([registered]);
    expect(await ids({ hourKind: 'lecturer' })).toEqual([]);
    expect((await call(house.anonymous, PUBLIC, { hourKind: 'x', need: 'y' } as never)).code).toBe(422);
  });

  it('narrows by where the viewer stands, and to what they bookmarked; nobody sees that of others', async () => {
    const house = await mintTenant();
    const [me, neighbour] = [await mintPerson(house), await mintPerson(house)];
    const [done, begun, untouched] = [await mintCourse(house), await mintCourse(house), await mintCourse(house)];
    await watchWhole(house, me, await mintResource(house, done));
    const half = await mintResource(house, begun, { sort: 1 });
    await mintResource(house, begun, { sort: 2 });
    await watchWhole(house, me, half);
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
    // Visitors have neither.
    expect((await ok(house.anonymous, PUBLIC, { bookmarked: true } as never)).totalCount).toBe(3);
    expect((await call(me, MINE, { learningState: 'overdue' as never })).code).toBe(422);
  });
});

describe('categories', () => {
  it('count courses and projects of the whole branch, however deep, published ones only', async () => {
    const house = await mintTenant();
    let parent = await mintCategory(house, '第 1 级');
    const chain = [parent];
    for (let level = 2; level <= 6; level++) chain.push((parent = await mintCategory(house, `第 ${level} 级`, parent)));
    const courseId = await mintCourse(house, { categoryId: chain[5] });
    await mintCourse(house, { categoryId: chain[5], status: 'unpublished' });
    await mintCourse(house, { categoryId: chain[2] });
    await mintProject(house, [courseId], { categoryId: chain[3] });
    await mintProject(house, [], { categoryId: chain[3], status: 'unpublished' });
    const found = await ok(house.anonymous, 'GET /course/api/category/list');
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

  it('are of the same category or lecturer, the nearest first, four at most', async () => {
    const house = await mintTenant();
    const categoryId = await mintCategory(house, '安全');
    const lecturerId = await mintLecturer(house);
    const id = await mintCourse(house, { categoryId, lecturerId });
    const taught = await mintCourse(house, { lecturerId, publishedAt: day(9) });
    const near = await mintCourse(house, { categoryId, publishedAt: day(1) });
    const both = await mintCourse(house, { categoryId, lecturerId, publishedAt: day(1) });
    await mintCourse(house, { categoryId, status: 'unpublished' });
    await mintCourse(house);
    const ids = (await ok(house.anonymous, RELATED, { id })).map((card) => card.id);
    expect(ids).toEqual([both, near, taught]);
    for (let more = 0; more < 4; more++) await mintCourse(house, { categoryId });
    expect(await ok(house.anonymous, RELATED, { id })).toHaveLength(4);
    expect(await ok(house.anonymous, RELATED, { id: await mintCourse(house) })).toEqual([]);
  });

  it('are not told of courses that are not there', async () => {
    const other = await mintTenant();
    for (const id of [await mintCourse(other), await mintCourse(tenant, { status: 'unpublished' }), randomUUID()]) {
      expect((await call(tenant.anonymous, RELATED, { id })).code).toBe(404);
      expect((await call(person, RELATED, { id })).code).toBe(404);
    }
  });
});
