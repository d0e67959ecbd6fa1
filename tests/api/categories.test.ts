import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { removeDeletedCategories } from '#src/server/course/edit/categories.ts';
import { category } from '#src/server/course/tables.ts';
import { courseDraft } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* The tree of categories: order, two editors, history, deletion and restoring. */

const LIST = 'GET /system/auth/content/category/list';
const SAVE = 'POST /system/auth/content/category/save';
const DELETE = 'DELETE /system/auth/content/category/delete';
const RESTORE = 'PUT /system/auth/content/category/restore';
const HISTORY = 'POST /data/auth/history/page';

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

const list = async () => (await ok(world.admin, LIST, {})).categories;
const deleted = async () => (await ok(world.admin, LIST, {})).deleted.map(({ id }) => id);
const found = async (id: string) => (await list()).find((each) => each.id === id);
const add = (zh: string, parentId: string | null = null) =>
  ok(world.admin, SAVE, { name: { zh, en: '' }, parentId, published: true });
/** Ids of the categories that learners see. */
const seen = async () => (await ok(world.learner, 'GET /course/api/category/list', {})).map(({ id }) => id);

it('categories are added, moved and deleted when nothing belongs to them', async () => {
  const [a, b] = [await add('A'), await add('B')];
  const c = await add('C', a.id);
  await ok(world.admin, 'POST /system/auth/content/category/move', { id: b.id, parentId: a.id, place: 0 });
  expect((await list()).filter(({ parentId }) => parentId === a.id).map(({ id }) => id)).toEqual([b.id, c.id]);
  const below = { id: a.id, parentId: c.id, place: 0 };
  expect((await call(world.admin, 'POST /system/auth/content/category/move', below)).code).toBe(422);
  expect((await call(world.admin, DELETE, { id: a.id })).code).toBe(409);
  for (const { id } of [b, c, a]) await ok(world.admin, DELETE, { id });
  expect((await list()).map(({ id }) => id)).not.toContain(a.id);
});

it('two people do not overwrite each other, and the history says who has changed what', async () => {
  const { id } = await add('安全');
  const { revision } = (await found(id))!;
  const change = { id, parentId: null, published: false };
  await ok(world.admin, SAVE, { ...change, revision, name: { zh: '安全生产', en: 'Safety' } });
  expect((await call(world.admin, SAVE, { ...change, revision, name: { zh: '劳动安全', en: '' } })).code).toBe(409);
  await ok(world.admin, DELETE, { id });
  const history = await ok(world.admin, HISTORY, { kind: 'category', id });
  expect(history.list.map(({ action }) => action)).toEqual(['category.delete', 'category.change', 'category.add']);
  expect(history.list[1]!.changes).toEqual([
    { name: 'zh', before: '安全', after: '安全生产' },
    { name: 'en', before: '', after: 'Safety' },
    { name: 'published', before: true, after: false },
  ]);
  for (const stranger of [world.learner, world.lecturer])
    expect((await call(stranger, HISTORY, { kind: 'category', id })).code).toBe(404);
});

it('a deleted one cannot be chosen, is hidden from learners, and is restored where it was', async () => {
  const [first, second, third] = [await add('一'), await add('二'), await add('三')];
  const ours = [first.id, second.id, third.id];
  const order = async () => (await list()).map(({ id }) => id).filter((id) => ours.includes(id));
  await ok(world.admin, DELETE, { id: second.id });
  expect(await order()).toEqual([first.id, third.id]);
  expect(await deleted()).toContain(second.id);
  expect(await seen()).not.toContain(second.id);
  const document = courseDraft(world, { categoryId: second.id });
  const draft = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', document, revision: 0 });
  expect(await call(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...draft })).toMatchObject({
    ...{ code: 422, data: [{ field: 'categoryId' }] },
  });
  for (const answer of [
    call(world.admin, DELETE, { id: second.id }),
    call(world.admin, SAVE, { id: second.id, revision: 1, parentId: null, name: { zh: 'X', en: '' }, published: true }),
    call(world.admin, 'POST /system/auth/content/category/move', { id: third.id, parentId: second.id, place: 0 }),
  ])
    expect((await answer).code).toBe(404);
  expect(
    (await call(world.admin, SAVE, { parentId: second.id, name: { zh: 'X', en: '' }, published: true })).code,
  ).toBe(422);
  expect(await ok(world.admin, RESTORE, { id: second.id })).toEqual({ id: second.id, toTop: false });
  expect(await order()).toEqual(ours);
  // Learners see it when its editor says so.
  expect(await found(second.id)).toMatchObject({ published: false });
  expect(await seen()).not.toContain(second.id);
  await ok(world.admin, DELETE, { id: second.id });
  await ok(world.admin, RESTORE, { id: second.id, published: true });
  expect(await seen()).toContain(second.id);
  expect((await call(world.admin, RESTORE, { id: second.id })).code).toBe(404);
});

it('one below a deleted one is restored at the top', async () => {
  const above = await add('Above');
  const below = await add('Below', above.id);
  for (const { id } of [below, above]) await ok(world.admin, DELETE, { id });
  expect(await ok(world.admin, RESTORE, { id: below.id })).toEqual({ id: below.id, toTop: true });
  expect((await list()).at(-1)?.id).toBe(below.id);
  await ok(world.admin, RESTORE, { id: above.id });
});

it('one that was deleted more than 30 days ago is removed, with those below it', async () => {
  const above = await add('Old');
  const below = await add('Old below', above.id);
  const recent = await add('Recent');
  for (const { id } of [below, above, recent]) await ok(world.admin, DELETE, { id });
  await withTenant(world.tenant.id, async (db) => {
    for (const { id } of [below, above])
      await db
        .update(category)
        .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
        .where(eq(category.id, id));
  });
  expect(await deleted()).not.toContain(above.id);
  expect((await call(world.admin, RESTORE, { id: above.id })).code).toBe(404);
  // Once more for those above: what refers to them is removed before.
  for (let n = 0; n < 2; n++) await removeDeletedCategories(world.tenant.id, new Date());
  const left = (await withTenant(world.tenant.id, (db) => db.select().from(category))).map(({ id }) => id);
  expect(left).not.toContain(above.id);
  expect(left).not.toContain(below.id);
  expect(left).toContain(recent.id);
});
