import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { banner, navItem, zone } from '#src/server/site/tables.ts';
import { category } from '#src/server/course/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintProject } from '../factories/course.ts';
import { mintPaidCourse } from '../factories/order.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let anybody: Caller;

beforeAll(async () => {
  tenant = await mintTenant();
  anybody = tenant.anonymous;
});

/** One row more than the limit of a list. */
const rows = (max: number) =>
  Array.from({ length: max + 1 }, (_, sort) => {
    const id = randomUUID();
    return { enterpriseId: tenant.id, id, code: id, sort, title: { zh: `第 ${sort} 项`, en: `Item ${sort}` } };
  });

describe('a list without paging', () => {
  it('of configured content is limited', async () => {
    await withTenant(tenant.id, async (db) => {
      await db
        .insert(navItem)
        .values(rows(MAX_ITEMS.navItems).map((row) => ({ ...row, navUrl: '/home', navMenuType: 1 })));
      await db.insert(banner).values(rows(MAX_ITEMS.banners));
      await db.insert(zone).values(rows(MAX_ITEMS.zones).map((row) => ({ ...row, relationType: 2 })));
      await db
        .insert(category)
        .values(rows(MAX_ITEMS.categories).map(({ title, ...row }) => ({ ...row, name: title })));
      await db.insert(lecturer).values(
        rows(MAX_ITEMS.levels).map(({ title, ...row }) => ({
          ...row,
          lecturerName: title.zh,
          lecturerLevel: title.zh,
        })),
      );
    });
    const nav = await ok(anybody, 'GET /system/api/pc/zone/info/nav/bar/list');
    expect(nav.map(({ title }) => title).at(-1)).toBe(`第 ${MAX_ITEMS.navItems - 1} 项`);
    expect(nav).toHaveLength(MAX_ITEMS.navItems);
    expect((await ok(anybody, 'POST /system/api/website/view')).websiteNavList).toHaveLength(MAX_ITEMS.navItems);
    expect(await ok(anybody, 'GET /system/api/banner/setting/list')).toHaveLength(MAX_ITEMS.banners);
    expect(await ok(anybody, 'GET /system/api/pc/zone/info/list')).toHaveLength(MAX_ITEMS.zones);
    expect(await ok(anybody, 'GET /course/api/category/list')).toHaveLength(MAX_ITEMS.categories);
    expect(await ok(anybody, 'GET /user/api/lecturer/level/list')).toHaveLength(MAX_ITEMS.levels);
    expect(await ok(anybody, 'GET /user/api/lecturer/rank/list')).toHaveLength(MAX_ITEMS.ranked);
  });

  it('inside a view is limited', async () => {
    const courseId = await mintCourse(tenant);
    const ids = await Promise.all(Array.from({ length: MAX_ITEMS.projectCourses + 1 }, () => mintCourse(tenant)));
    const projectId = await mintProject(tenant, ids);
    await withTenant(tenant.id, async (db) => {
      await db.insert(courseResource).values(
        rows(MAX_ITEMS.resources).map(({ title, ...row }) => ({
          ...row,
          courseId,
          subResourceName: title.zh,
          contentType: 5,
        })),
      );
    });
    const view = await ok(anybody, 'GET /course/api/course/info/view', { id: courseId });
    expect(view.catalogue).toHaveLength(MAX_ITEMS.resources);
    const project = await ok(anybody, 'GET /course/api/project/info/view', { id: projectId });
    expect(project.courses).toHaveLength(MAX_ITEMS.projectCourses);
  });
});

describe('the cart', () => {
  const SAVE = 'POST /course/auth/order/cart/save';

  it('rejects courses above the limit of an order, also for concurrent requests', async () => {
    const buyer = await mintPerson(tenant, { userType: 3 });
    const courses = await Promise.all(Array.from({ length: MAX_ITEMS.cartCourses + 5 }, () => mintPaidCourse(tenant)));
    const codes = await Promise.all(courses.map(async (courseId) => (await call(buyer, SAVE, { courseId })).code));
    expect(codes.filter((code) => code === 200)).toHaveLength(MAX_ITEMS.cartCourses);
    expect(codes.filter((code) => code === 409)).toHaveLength(5);
    expect((await ok(buyer, 'GET /course/auth/order/cart/list')).list).toHaveLength(MAX_ITEMS.cartCourses);
  });

  it('rejects seats above the limit of an order', async () => {
    const buyer = await mintPerson(tenant, { userType: 3 });
    const max = MAX_ITEMS.orderSeats / MAX_ITEMS.seats;
    const courses = await Promise.all(Array.from({ length: max + 1 }, () => mintPaidCourse(tenant)));
    for (const courseId of courses.slice(0, max)) await ok(buyer, SAVE, { courseId, seats: MAX_ITEMS.seats });
    expect(await call(buyer, SAVE, { courseId: courses[max]! })).toMatchObject({ code: 409, data: null });
    expect((await ok(buyer, 'GET /course/auth/order/cart/list')).list).toHaveLength(max);
  });
});
