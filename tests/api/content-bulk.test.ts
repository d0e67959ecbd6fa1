import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { category } from '#src/server/course/tables.ts';
import { runBulk } from '#src/server/jobs/run-bulk.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { courseDraft, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintPerson, mintTenant } from '../factories/tenant.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* What is done with several rows of the lists of courses and projects. */

const SAVE = 'POST /system/auth/content/bulk/save';
const ROWS = 'POST /data/auth/bulk/row/page';

let world: World;
/** Another category and lecturer. */
const categoryId = randomUUID();
const lecturerId = randomUUID();
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
  const enterpriseId = world.tenant.id;
  await withTenant(enterpriseId, async (db) => {
    await db.insert(category).values({ enterpriseId, id: categoryId, code: categoryId, name: { zh: '另一类' } });
    await db
      .insert(lecturer)
      .values({ enterpriseId, id: lecturerId, code: lecturerId, lecturerName: 'Other', lecturerLevel: '1' });
  });
});

const view = async (id: string, kind: 'course' | 'project' = 'course') => {
  const { document, ...item } = await ok(world.admin, 'GET /system/auth/content/view', { kind, id });
  return { ...item, document: document as ReturnType<typeof courseDraft> };
};
const save = (document: ReturnType<typeof courseDraft>, at: { id?: string; revision: number } = { revision: 0 }) =>
  ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', document, ...at });
const seen = (id: string) => call(world.learner, 'GET /course/auth/course/info/view', { id });

/** Applies a change. @returns the reasons of the rows that failed, by name */
async function change(input: Input<typeof SAVE>): Promise<Record<string, string | null>> {
  const { id } = await ok(world.admin, SAVE, input);
  await runBulk({ enterpriseId: world.tenant.id, id });
  const { list } = await ok(world.admin, ROWS, { id, outcome: 'failed', pageSize: 100 });
  return Object.fromEntries(list.map(({ name, reason }) => [name, reason]));
}

describe('several courses', () => {
  it('are published as far as they are complete; the result says why the others are not', async () => {
    const complete = await save(courseDraft(world, { title: 'Complete' }));
    const incomplete = await save(courseDraft(world, { title: 'Incomplete', categoryId: null }));
    const unchanged = await publishedCourse(world, { title: 'Unchanged' });
    const changed = await publishedCourse(world, { title: 'Before' });
    await save(courseDraft(world, { title: 'After' }), changed);
    const ids = [complete, incomplete, unchanged, changed].map(({ id }) => id);
    expect(await change({ kind: 'course', action: 'publish', ids })).toEqual({
      Incomplete: '有 1 处未填写完整，请在编辑器中查看',
      Unchanged: '没有未发布的修改',
    });
    expect(await seen(complete.id)).toMatchObject({ data: { title: 'Complete' } });
    expect((await seen(incomplete.id)).code).toBe(404);
    expect(await view(incomplete.id)).toMatchObject({ state: 'draft', revision: incomplete.revision });
    expect(await view(unchanged.id)).toMatchObject({ version: 1, revision: unchanged.revision });
    expect(await view(changed.id)).toMatchObject({ version: 2, hasDraft: false, document: { title: 'After' } });
    const { list } = await ok(world.admin, 'POST /data/auth/history/page', { kind: 'content', id: complete.id });
    expect(list.map(({ action }) => action)).toEqual(['content.publish', 'content.add']);
  });

  it('get another category: published ones as a new version, drafts in their draft, never with other changes', async () => {
    const published = await publishedCourse(world, { title: 'Shown' });
    const withDraft = await publishedCourse(world, { title: 'Shown 2' });
    await save(courseDraft(world, { title: 'Unfinished' }), withDraft);
    const draft = await save(courseDraft(world, { title: 'New' }));
    const withdrawn = await publishedCourse(world, { title: 'Withdrawn' });
    await ok(world.admin, 'POST /system/auth/content/change', {
      ...{ kind: 'course', ids: [withdrawn.id], action: 'withdraw' },
    });
    const ids = [published, withDraft, draft, withdrawn].map(({ id }) => id);
    const input = { kind: 'course', action: 'category', categoryId, ids } as const;
    expect(await change(input)).toEqual({ Unfinished: '有未发布的修改，请先发布或放弃' });
    expect(await view(published.id)).toMatchObject({
      ...{ version: 2, hasDraft: false, state: 'published', document: { title: 'Shown', categoryId } },
    });
    expect((await view(published.id)).revision).toBeGreaterThan(published.revision);
    expect(await seen(withDraft.id)).toMatchObject({ data: { title: 'Shown 2' } });
    expect((await view(withDraft.id)).document.categoryId).toBe(world.categoryId);
    for (const each of [draft, withdrawn]) {
      expect(await view(each.id)).toMatchObject({ hasDraft: true, document: { categoryId } });
      expect((await seen(each.id)).code).toBe(404);
    }
    // The list shows it, as the titles of drafts.
    const { list } = await ok(world.admin, 'POST /system/auth/content/course/page', { keyword: 'New' });
    expect(list.find(({ id }) => id === draft.id)).toMatchObject({ categoryName: '另一类' });
    // Who has it already is not changed again.
    const { revision } = await view(published.id);
    expect(await change({ ...input, ids: [published.id] })).toEqual({});
    expect((await view(published.id)).revision).toBe(revision);
  });

  it('get a lecturer, all that a filter finds', async () => {
    const made = [];
    for (const n of [1, 2]) made.push(await publishedCourse(world, { title: `Filtered ${n}` }));
    const found = { filter: { keyword: 'Filtered', courseType: 1 }, count: 2 };
    const input = { kind: 'course', action: 'lecturer', lecturerId } as const;
    expect(await call(world.admin, SAVE, { ...input, found: { ...found, count: 3 } })).toMatchObject({ code: 409 });
    expect(await change({ ...input, found })).toEqual({});
    for (const { id } of made) expect((await view(id)).document.lecturerId).toBe(lecturerId);
  });

  it('are refused together when what is given is wrong', async () => {
    const { id } = await publishedCourse(world);
    const ask = (input: object) => call(world.admin, SAVE, { kind: 'course', ids: [id], ...input } as never);
    const wrong = (field: string) => ({ code: 422, data: [{ field }] });
    expect(await ask({ action: 'category' })).toMatchObject(wrong('categoryId'));
    expect(await ask({ action: 'category', categoryId: randomUUID() })).toMatchObject(wrong('categoryId'));
    expect(await ask({ action: 'lecturer', lecturerId: randomUUID() })).toMatchObject(wrong('lecturerId'));
    expect(await ask({ action: 'publish', categoryId })).toMatchObject(wrong('categoryId'));
    expect(await ask({ kind: 'project', action: 'lecturer', lecturerId })).toMatchObject({ code: 422 });
    expect(await ask({ action: 'publish', ids: [id, randomUUID()] })).toMatchObject({ code: 404 });
    const foreign = await mintPerson(await mintTenant(), { isAdmin: true });
    expect(await call(foreign, SAVE, { kind: 'course', action: 'publish', ids: [id] })).toMatchObject({ code: 404 });
    expect(await call(world.learner, SAVE, { kind: 'course', action: 'publish', ids: [id] })).toMatchObject({
      code: 403,
    });
  });
});

it('several learning projects are published and get a category', async () => {
  const { id: courseId } = await publishedCourse(world, { title: 'Part' });
  const { id } = await ok(world.admin, 'POST /system/auth/content/save', {
    kind: 'project',
    revision: 0,
    document: {
      ...{ title: 'Several', summary: '', description: '', coverFileId: null, categoryId: world.categoryId },
      ...{ registrationRequired: false, startAt: null, endAt: null, stages: [] },
      courses: [{ courseId, examId: null, stageId: null, title: 'Part', required: true }],
    },
  });
  expect(await change({ kind: 'project', action: 'publish', ids: [id] })).toEqual({});
  expect(await change({ kind: 'project', action: 'category', categoryId, ids: [id] })).toEqual({});
  expect(await view(id, 'project')).toMatchObject({ state: 'published', version: 2, document: { categoryId } });
});
