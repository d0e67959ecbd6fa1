import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { exam } from '#src/server/exam/tables/exam.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintShortExam } from '../factories/exam-rules.ts';
import { examSettings } from '../factories/inputs/exam-admin-inputs.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Exams that are deleted, and restored within 30 days (docs/decisions/126). */

const DELETE = 'PUT /exam/auth/exam/admin/delete';
const PUBLISH = 'PUT /exam/auth/exam/admin/publish';
const VIEW = 'GET /exam/auth/exam/admin/view';
const START = 'POST /exam/auth/user/exam/start';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const listed = async (title: string, deleted?: true) =>
  (await ok(admin, 'POST /exam/auth/exam/admin/page', { keyword: title, ...(deleted && { deleted }) })).totalCount;
const choices = async (title: string, ids?: string[]) =>
  (await ok(admin, 'POST /system/auth/content/subject/page', { kind: 'exam', keyword: title, ...(ids && { ids }) }))
    .list.length;

async function published(mark: string) {
  const base = examSettings({ world: { exam: await mintShortExam(tenant), mark } as never });
  const { id, title } = await ok(admin, 'POST /exam/auth/exam/admin/save', { ...base, practice: true, title: mark });
  await ok(admin, PUBLISH, { id, published: true });
  return { id, title };
}

describe('a deleted exam', () => {
  it('leaves the lists, cannot be sat or changed, and comes back as a draft', async () => {
    const { id, title } = await published('Exam that goes');
    await ok(admin, 'POST /exam/auth/exam/admin/trial/start', { id });
    // The exam of the trial sittings is no choice.
    expect(await choices(title)).toBe(1);
    expect(await ok(admin, 'GET /exam/auth/exam/admin/uses', { id })).toEqual({
      ...{ takers: 0, courses: 0, tasks: 0, projects: 0 },
    });
    expect(await ok(admin, DELETE, { id, deleted: true })).toEqual({ deleted: true });
    expect([await listed(title), await listed(title, true), await choices(title)]).toEqual([0, 1, 0]);
    expect(await choices(title, [id])).toBe(1);
    expect((await call(await mintPerson(tenant), START, { id })).code).not.toBe(200);
    for (const [name, input] of [
      [VIEW, { id }],
      [PUBLISH, { id, published: true }],
      [DELETE, { id, deleted: true }],
    ] as const)
      expect((await call(admin, name, input as never)).code).toBe(404);
    await ok(admin, DELETE, { id, deleted: false });
    expect([await listed(title), await listed(title, true), await choices(title)]).toEqual([1, 0, 1]);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ published: false, practice: false });
    await ok(admin, PUBLISH, { id, published: true });
    await ok(await mintPerson(tenant), START, { id });
  });

  it('stays while somebody sits it, and keeps the results of those who have', async () => {
    const { id } = await published('Exam that is sat');
    const who = await mintPerson(tenant);
    const { attemptId } = await ok(who, START, { id });
    expect((await call(admin, DELETE, { id, deleted: true })).code).toBe(409);
    expect((await ok(admin, VIEW, { id })).published).toBe(true);
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] } as never);
    expect(await ok(admin, 'GET /exam/auth/exam/admin/uses', { id })).toMatchObject({ takers: 1 });
    await ok(admin, DELETE, { id, deleted: true });
    expect((await call(who, 'GET /exam/auth/user/exam/result/view', { attemptId })).code).toBe(200);
  });

  it('is listed before those that were deleted earlier, whenever its window is', async () => {
    const [first, last] = [await published('Exam deleted first'), await published('Exam deleted last')];
    for (const { id } of [last, first]) await ok(admin, DELETE, { id, deleted: true });
    const at = (id: string, values: Partial<typeof exam.$inferInsert>) =>
      withTenant(tenant.id, (db) => db.update(exam).set(values).where(eq(exam.id, id)));
    const deletedAt = new Date(Date.now() - 60_000);
    await at(first.id, { deletedAt, windowEnd: new Date(Date.now() + 9e9) });
    const { list } = await ok(admin, 'POST /exam/auth/exam/admin/page', { deleted: true, keyword: 'Exam deleted' });
    expect(list.map(({ id }) => id)).toEqual([last.id, first.id]);
    expect(list[1]!.deletedAt).toBe(deletedAt.toISOString());
  });

  it('cannot be restored after 30 days', async () => {
    const { id, title } = await published('Exam of long ago');
    await ok(admin, DELETE, { id, deleted: true });
    const deletedAt = new Date(Date.now() - 31 * 86_400_000);
    await withTenant(tenant.id, (db) => db.update(exam).set({ deletedAt }).where(eq(exam.id, id)));
    expect(await listed(title, true)).toBe(0);
    expect((await call(admin, DELETE, { id, deleted: false })).code).toBe(404);
  });
});
