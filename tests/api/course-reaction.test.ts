import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintCourse, mintProject, mintResource } from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /course/auth/reaction/save';
const SUMS = 'GET /course/api/reaction/view';
const MINE = 'GET /course/auth/reaction/view';

let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  person = await mintPerson(tenant);
});

describe('reactions to a course', () => {
  it('are set idempotently, and absent fields do not change', async () => {
    const subject = { subjectType: 'course', subjectId: await mintCourse(tenant) } as const;
    const untouched = {
      liked: false,
      bookmarked: false,
      rating: null,
      likeCount: 0,
      bookmarkCount: 0,
      ratingCount: 0,
      ratingMean: null,
      ratings: [0, 0, 0, 0, 0],
    };
    expect(await ok(person, MINE, subject)).toMatchObject(untouched);
    expect(await ok(person, SAVE, subject)).toMatchObject(untouched);
    for (let time = 0; time < 2; time++) {
      expect(await ok(person, SAVE, { ...subject, liked: true })).toMatchObject({ liked: true, likeCount: 1 });
    }
    await ok(person, SAVE, { ...subject, bookmarked: true });
    const all = await ok(person, SAVE, { ...subject, rating: 4 });
    expect(all).toMatchObject({
      liked: true,
      bookmarked: true,
      rating: 4,
      likeCount: 1,
      bookmarkCount: 1,
      ratingMean: 4,
      ratings: [0, 0, 0, 1, 0],
    });
    // A rating can be changed and removed; an unchanged reaction does not change the sums.
    expect(await ok(person, SAVE, { ...subject, rating: 4, liked: true })).toEqual(all);
    expect(await ok(person, SAVE, { ...subject, rating: 2 })).toMatchObject({ rating: 2, ratings: [0, 1, 0, 0, 0] });
    expect(await ok(person, SAVE, { ...subject, liked: false, bookmarked: false, rating: null })).toMatchObject(
      untouched,
    );
  });

  it('are summed over users, also for visitors and on cards', async () => {
    const ownTenant = await mintTenant();
    const courseId = await mintCourse(ownTenant);
    const subject = { subjectType: 'course', subjectId: courseId } as const;
    const resource = await mintResource(ownTenant, courseId);
    const people = await Promise.all([5, 4, 4].map(async (rating) => ({ rating, who: await mintPerson(ownTenant) })));
    await Promise.all(people.map(({ who, rating }) => ok(who, SAVE, { ...subject, rating, liked: rating > 4 })));
    await watchWhole(ownTenant, people[0]!.who, resource);
    const sums = await ok(ownTenant.anonymous, SUMS, subject);
    expect(sums).toEqual({
      likeCount: 1,
      bookmarkCount: 0,
      commentCount: 0,
      studentCount: 1,
      ratingCount: 3,
      ratingMean: 4.3,
      ratings: [0, 0, 0, 2, 1],
    });
    const [card] = (await ok(ownTenant.anonymous, 'POST /course/api/course/info/page')).list;
    expect(card).toMatchObject({ ratingMean: 4.3, ratingCount: 3, likeCount: 1, studentCount: 1 });
    // Users without a reaction get the sums and no reaction of their own.
    expect(await ok(person, MINE, { ...subject, subjectId: await mintCourse(tenant) })).toMatchObject({ rating: null });
    expect(await ok(await mintPerson(ownTenant), MINE, subject)).toMatchObject({
      liked: false,
      rating: null,
      likeCount: 1,
    });
  });

  it('are separate for courses and projects', async () => {
    const courseId = await mintCourse(tenant);
    const projectId = await mintProject(tenant, [courseId]);
    await ok(person, SAVE, { subjectType: 'project', subjectId: projectId, rating: 5, bookmarked: true });
    expect(await ok(person, MINE, { subjectType: 'project', subjectId: projectId })).toMatchObject({ rating: 5 });
    expect((await call(person, SAVE, { subjectType: 'course', subjectId: projectId, liked: true })).code).toBe(404);
  });

  it('are rejected for unpublished, foreign and unknown subjects, without a session, and outside 1 to 5', async () => {
    const courseId = await mintCourse(tenant);
    await setCourseStatus(tenant, courseId, 'unpublished');
    const notFound = [
      { subjectType: 'course', subjectId: courseId },
      { subjectType: 'course', subjectId: await mintCourse(other) },
      { subjectType: 'project', subjectId: await mintProject(tenant, [], { status: 'unpublished' }) },
      { subjectType: 'project', subjectId: await mintProject(other, []) },
      { subjectType: 'course', subjectId: randomUUID() },
    ] as const;
    for (const subject of notFound) {
      expect((await call(person, SAVE, { ...subject, liked: true })).code).toBe(404);
      expect((await call(person, MINE, subject)).code).toBe(404);
      expect((await call(tenant.anonymous, SUMS, subject)).code).toBe(404);
    }
    const subject = { subjectType: 'course', subjectId: await mintCourse(tenant) } as const;
    expect(await call({ ...tenant.anonymous, locale: 'en' }, SAVE, { ...subject, liked: true })).toMatchObject({
      code: 300,
      msg: 'Please log in first',
    });
    expect((await call({ host: other.host, token: person.token }, SAVE, { ...subject, liked: true })).code).toBe(300);
    for (const rating of [0, 6, 4.5, '3' as never]) {
      expect(await call(person, SAVE, { ...subject, rating })).toMatchObject({
        code: 422,
        data: [{ field: 'rating', message: '请选择 1 至 5 星' }],
      });
    }
    const strange = { subjectType: 'announcement', subjectId: 'x', liked: 'yes' } as never;
    expect(await call(person, SAVE, strange)).toMatchObject({
      code: 422,
      data: [
        { field: 'subjectType' },
        { field: 'subjectId' },
        // It was given: "required" would send the reader to look for what is missing.
        { field: 'liked', message: '填写不正确' },
      ],
    });
    expect(await ok(person, MINE, subject)).toMatchObject({ liked: false, rating: null, likeCount: 0 });
  });
});
