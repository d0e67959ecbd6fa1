import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { contentItem } from '#src/server/editing/tables.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { publishPlanned } from '#src/server/editing/publish-planned.ts';
import { recountCourseJob } from '#src/server/jobs/recount-course.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { file } from '#src/server/file/tables.ts';
import { mintMedia } from '../factories/media.ts';
import { mintPerson, mintTenant } from '../factories/tenant.ts';
import { courseDraft, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintWorld, type World } from '../factories/world.ts';

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

const view = (id: string) => ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id });
const seen = (id: string) => call(world.learner, 'GET /course/auth/course/info/view', { id });
const change = (id: string, action: 'withdraw' | 'delete' | 'restore' | 'takeOver' | 'discard' | 'unschedule') =>
  ok(world.admin, 'POST /system/auth/content/change', { kind: 'course', ids: [id], action });

describe('a course in the portal', () => {
  it('is seen by learners when it is published, and not before', async () => {
    const document = courseDraft(world);
    const made = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', document, revision: 0 });
    expect((await seen(made.id)).code).toBe(404);
    expect(await view(made.id)).toMatchObject({
      state: 'draft',
      hasDraft: true,
      version: 0,
      document,
      isFromPack: false,
      isComplete: true,
    });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made });
    const found = await ok(world.learner, 'GET /course/auth/course/info/view', { id: made.id });
    expect(found).toMatchObject({ title: document.title, classHours: 1.5, credits: 2, points: 5 });
    expect(found.catalogue.map(({ subResourceName }) => subResourceName)).toEqual(['Chapter']);
    expect(found.catalogue[0]!.subTrainingProgress.map(({ kind }) => kind)).toEqual(['exam', 'practice']);
    expect(await view(made.id)).toMatchObject({ state: 'published', hasDraft: false, version: 1, document });
  });

  it('says whether it could be published as it is', async () => {
    const document = { ...courseDraft(world), categoryId: null };
    const made = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', document, revision: 0 });
    expect(await view(made.id)).toMatchObject({ isComplete: false });
    expect((await call(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made })).code).toBe(422);
  });

  it('shows the published version while its draft is changed', async () => {
    const { id, revision } = await publishedCourse(world);
    const { document } = await view(id);
    const draft = { ...document, title: 'Another title' } as ReturnType<typeof courseDraft>;
    const saved = await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      id,
      document: draft,
      revision,
    });
    expect(await seen(id)).toMatchObject({ data: { title: `Draft ${world.mark}` } });
    expect(await view(id)).toMatchObject({ hasDraft: true, document: { title: 'Another title' } });
    await change(id, 'discard');
    expect(await view(id)).toMatchObject({ hasDraft: false, document: { title: `Draft ${world.mark}` } });
    expect(saved.revision).toBe(revision + 1);
  });

  it('refuses a save on top of an older revision, and stores nothing of it', async () => {
    const { id, revision } = await publishedCourse(world);
    const document = courseDraft(world, { title: 'First' });
    await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', id, document, revision });
    const late = { kind: 'course' as const, id, document: { ...document, title: 'Second' }, revision };
    expect((await call(world.admin, 'POST /system/auth/content/save', late)).code).toBe(409);
    expect(await view(id)).toMatchObject({ document: { title: 'First' } });
  });

  it('says what is missing at its fields, and is not published', async () => {
    const document = courseDraft(world);
    const wrong = {
      ...document,
      title: ' ',
      categoryId: null,
      items: [{ ...document.items[1]!, examId: null, parentId: randomUUID() }],
    };
    const made = await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      document: wrong,
      revision: 0,
    });
    const refused = await call(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made });
    expect(refused.code).toBe(422);
    expect((refused.data as unknown as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'categoryId',
      'items.0.examId',
      'items.0.parentId',
      'title',
    ]);
    expect((await seen(made.id)).code).toBe(404);
  });

  it('refuses what PostgreSQL cannot store, and ids that are none', async () => {
    const document = courseDraft(world);
    const nul = { ...document, title: 'a\0b' };
    const save = (input: typeof document) =>
      call(world.admin, 'POST /system/auth/content/save', { kind: 'course', document: input, revision: 0 });
    expect(await save(nul)).toMatchObject({ code: 422, data: [{ field: 'document.title' }] });
    // A lone surrogate is no valid JSON for PostgreSQL.
    expect((await save({ ...document, description: 'x\ud800' })).code).toBe(422);
    expect((await save({ ...document, items: [{ ...document.items[0]!, id: 'none' }] })).code).toBe(422);
  });

  it('has names for what its versions refer to, also for who has left, and none of others', async () => {
    const [cropped, secret] = [randomUUID(), randomUUID()];
    const NAMES = 'POST /system/auth/content/name/list';
    const { tenant, admin, lecturerId } = world;
    const cover = await mintMedia(tenant, 'picture', { name: 'Cover of 2026.png' });
    const member = await mintPerson(tenant, { userName: 'Named member' });
    const left = await mintPerson(tenant, { userName: 'Former member' });
    await withTenant(tenant.id, async (db) => {
      await db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, left.userId));
      const { userId: uploadedBy } = member;
      const bytes = { sha256: 'x', contentType: 'image/png', fileSize: 1, uploadedBy, enterpriseId: tenant.id };
      await db.insert(file).values([
        { ...bytes, id: cropped, storeKey: cropped, fileName: 'Cropped.png', visibility: 'public' },
        { ...bytes, id: secret, storeKey: secret, fileName: 'Certificate of illness.png', visibility: 'private' },
      ]);
    });
    const ids = [cover, cropped, secret, lecturerId, member.userId, left.userId, randomUUID()];
    const { names } = await ok(admin, NAMES, { ids });
    const { document } = await ok(admin, 'GET /system/auth/content/view', { kind: 'lecturer', id: lecturerId });
    expect(names.map(({ name }) => name).sort()).toEqual(
      [
        ...['Cover of 2026.png', 'Cropped.png', 'Former member', 'Named member'],
        (document as { lecturerName: string }).lecturerName,
      ].sort(),
    );
    const foreign = await mintPerson(await mintTenant(), { isAdmin: true });
    expect(await ok(foreign, NAMES, { ids })).toEqual({ names: [] });
    expect(await ok(admin, NAMES, { ids: [] })).toEqual({ names: [] });
  });

  it('keeps items with their ids, and unpublishes those that are removed', async () => {
    const { id, revision } = await publishedCourse(world);
    const { document } = (await view(id)) as { document: ReturnType<typeof courseDraft> };
    const [folder, exam, practice] = document.items;
    const items = [folder!, { ...practice!, name: 'Practice 2' }];
    const saved = await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      id,
      document: { ...document, items },
      revision,
    });
    const asked = await ok(world.admin, 'POST /system/auth/content/consequences', {
      kind: 'course',
      ids: [id],
      action: 'publish',
    });
    expect(asked.consequences).toEqual([{ name: 'courseRemoved', count: 1, names: [] }]);
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved });
    const rows = await withTenant(world.tenant.id, (db) =>
      db
        .select()
        .from(courseResource)
        .where(and(eq(courseResource.enterpriseId, world.tenant.id), eq(courseResource.courseId, id))),
    );
    expect(Object.fromEntries(rows.map((row) => [row.id, [row.subResourceName, row.published]]))).toEqual({
      [folder!.id]: ['Chapter', true],
      [exam!.id]: ['Exam', false],
      [practice!.id]: ['Practice 2', true],
    });
  });

  it('goes back to an earlier version', async () => {
    const { id, revision } = await publishedCourse(world);
    const first = await ok(world.admin, 'GET /system/auth/content/version/view', { kind: 'course', id, number: 1 });
    const document = courseDraft(world, { title: 'Version 2' });
    const saved = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', id, document, revision });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved, note: 'New title' });
    const { list } = await ok(world.admin, 'POST /system/auth/content/version/page', { kind: 'course', id });
    expect(list.map(({ number, note, userName }) => [number, note, userName])).toEqual([
      [2, 'New title', `Admin ${world.mark}`],
      [1, null, `Admin ${world.mark}`],
    ]);
    const { revision: last } = await view(id);
    const back = await ok(world.admin, 'POST /system/auth/content/save', { ...first, id, revision: last } as never);
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...back });
    expect(await seen(id)).toMatchObject({ data: { title: `Draft ${world.mark}` } });
  });

  it('is withdrawn, deleted and restored; those who have begun it keep their progress', async () => {
    const { id } = await publishedCourse(world);
    await change(id, 'withdraw');
    expect(await view(id)).toMatchObject({ state: 'withdrawn' });
    expect((await seen(id)).code).toBe(404);
    await change(id, 'delete');
    expect(await view(id)).toMatchObject({ state: 'deleted' });
    const listed = (state?: 'deleted') =>
      ok(world.admin, 'POST /system/auth/content/course/page', { pageSize: 100, ...(state && { state }) });
    expect((await listed()).list.map((each) => each.id)).not.toContain(id);
    expect((await listed('deleted')).list.map((each) => each.id)).toContain(id);
    await change(id, 'restore');
    expect(await view(id)).toMatchObject({ state: 'withdrawn' });
    const { revision } = await view(id);
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', id, revision });
    expect((await seen(id)).code).toBe(200);
  });

  it('is listed before those that were deleted earlier, also if they were changed since', async () => {
    const [first, last] = [await publishedCourse(world), await publishedCourse(world)];
    for (const { id } of [first, last]) await change(id, 'delete');
    await withTenant(world.tenant.id, (db) =>
      db
        .update(contentItem)
        .set({ gmtModified: new Date(Date.now() + 60_000) })
        .where(and(eq(contentItem.enterpriseId, world.tenant.id), eq(contentItem.id, first.id))),
    );
    const { list } = await ok(world.admin, 'POST /system/auth/content/course/page', { state: 'deleted' });
    const ids = list.map(({ id }) => id);
    expect(ids.indexOf(last.id)).toBeLessThan(ids.indexOf(first.id));
    expect(ids).toContain(first.id);
  });

  it('cannot be restored after 30 days', async () => {
    const { id } = await publishedCourse(world);
    await change(id, 'delete');
    await withTenant(world.tenant.id, (db) =>
      db
        .update(contentItem)
        .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
        .where(and(eq(contentItem.enterpriseId, world.tenant.id), eq(contentItem.id, id))),
    );
    expect(
      (await call(world.admin, 'POST /system/auth/content/change', { kind: 'course', ids: [id], action: 'restore' }))
        .code,
    ).toBe(404);
  });

  it('is published and withdrawn when it was planned', async () => {
    const made = await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      document: courseDraft(world),
      revision: 0,
    });
    const [at, withdrawAt] = [3_600_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await ok(world.admin, 'POST /system/auth/content/publish', {
      kind: 'course',
      ...made,
      at: at!,
      withdrawAt: withdrawAt!,
    });
    await publishPlanned(world.tenant.id, new Date());
    expect((await seen(made.id)).code).toBe(404);
    await publishPlanned(world.tenant.id, new Date(at!));
    expect((await seen(made.id)).code).toBe(200);
    await publishPlanned(world.tenant.id, new Date(withdrawAt!));
    expect((await seen(made.id)).code).toBe(404);
    expect(await view(made.id)).toMatchObject({ state: 'withdrawn', publishAt: null, withdrawAt: null });
  });

  it('stays as it is when its planned publication is not possible any more', async () => {
    const made = await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      document: courseDraft(world),
      revision: 0,
    });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const planned = await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made, at });
    const wrong = courseDraft(world, { categoryId: null });
    await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      id: made.id,
      document: wrong,
      revision: planned.revision,
    });
    await publishPlanned(world.tenant.id, new Date(at));
    expect(await view(made.id)).toMatchObject({
      state: 'draft',
      publishAt: null,
      planFailedAt: new Date(at).toISOString(),
    });
  });

  it('is copied with items of its own', async () => {
    const { id } = await publishedCourse(world);
    const copy = await ok(world.admin, 'POST /system/auth/content/duplicate', { kind: 'course', id });
    const [from, to] = [(await view(id)) as never, (await view(copy.id)) as never] as {
      document: ReturnType<typeof courseDraft>;
    }[];
    expect(to!.document.items.map(({ name }) => name)).toEqual(from!.document.items.map(({ name }) => name));
    const ids = new Set(from!.document.items.map((item) => item.id));
    expect(to!.document.items.some((item) => ids.has(item.id))).toBe(false);
    expect(to!.document.items[1]!.parentId).toBe(to!.document.items[0]!.id);
  });

  it('cannot take an item of another course', async () => {
    const other = await publishedCourse(world);
    const { document } = (await view(other.id)) as { document: ReturnType<typeof courseDraft> };
    const made = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', document, revision: 0 });
    const refused = await call(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made });
    expect([refused.code, (refused.data as unknown as { field: string }[])[0]!.field]).toEqual([422, 'items.0']);
  });

  it('of a content pack is changed only after it was taken over', async () => {
    const id = world.courseId;
    const { document, revision, isFromPack } = (await view(id)) as {
      document: ReturnType<typeof courseDraft>;
      revision: number;
      isFromPack: boolean;
    };
    expect(isFromPack).toBe(true);
    const save = { kind: 'course' as const, id, document: { ...document, title: 'Taken over' }, revision };
    expect((await call(world.admin, 'POST /system/auth/content/save', save)).code).toBe(409);
    await change(id, 'takeOver');
    const taken = await view(id);
    const saved = await ok(world.admin, 'POST /system/auth/content/save', { ...save, revision: taken.revision });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved });
    const [row] = await withTenant(world.tenant.id, (db) => db.select().from(course).where(eq(course.id, id)));
    expect(row!.title).toBe('Taken over');
    // One can go back to what the pack had left.
    expect(
      await ok(world.admin, 'GET /system/auth/content/version/view', { kind: 'course', id, number: 1 }),
    ).toMatchObject({ document: { title: document.title } });
  });

  it('counts again for those who are in the middle when its items change', async () => {
    const { id, revision } = await publishedCourse(world, { completionThreshold: 90 });
    const { document } = (await view(id)) as { document: ReturnType<typeof courseDraft> };
    const practice = document.items[2]!.id;
    await withTenant(world.tenant.id, async (db) => {
      const { completeResources } = await import('#src/server/study/complete-resources.ts');
      const learner = {
        enterpriseId: world.tenant.id,
        userId: world.learner.userId,
        at: new Date(),
        timeZone: 'Asia/Shanghai',
      };
      await completeResources(db, learner, [{ id: practice, courseId: id }]);
    });
    const progress = async () => {
      const { studyProgress, status } = await ok(world.learner, 'GET /course/auth/course/info/view', { id });
      return [studyProgress, status];
    };
    expect(await progress()).toEqual([50, 'learning']);
    const items = [document.items[0]!, document.items[2]!];
    const saved = await ok(world.admin, 'POST /system/auth/content/save', {
      kind: 'course',
      id,
      document: { ...document, items },
      revision,
    });
    const { consequences } = await ok(world.admin, 'POST /system/auth/content/consequences', {
      kind: 'course',
      ids: [id],
      action: 'publish',
    });
    expect(consequences).toContainEqual({ name: 'courseMiddle', count: 1, names: [] });
    expect(consequences.map(({ name }) => name)).not.toContain('courseExchanged');
    // They have done one that shows something else now.
    const other = { ...items[1]!, type: 'link' as const, url: 'https://example.org/', seconds: 60 };
    const exchanged = await ok(world.admin, 'POST /system/auth/content/save', {
      ...{ kind: 'course', id, revision: saved.revision },
      document: { ...document, items: [items[0]!, other] },
    });
    expect(
      (
        await ok(world.admin, 'POST /system/auth/content/consequences', {
          kind: 'course',
          ids: [id],
          action: 'publish',
        })
      ).consequences,
    ).toContainEqual({ name: 'courseExchanged', count: 1, names: [other.name] });
    await ok(world.admin, 'POST /system/auth/content/save', {
      ...{ kind: 'course', id, document: { ...document, items }, revision: exchanged.revision },
    });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', id, revision: saved.revision + 2 });
    await recountCourseJob({ enterpriseId: world.tenant.id, courseId: id });
    expect(await progress()).toEqual([100, 'completed']);
  });
});

describe('lecturers', () => {
  it('are listed by the places that their editors give them', async () => {
    const profile = { lecturerLevel: '1', title: '', intro: '', photoFileId: null, userId: null, userName: null };
    const publish = async (lecturerName: string, sort: number | null, thing?: { id: string; revision: number }) => {
      const document = { ...profile, lecturerName, annualTeachingHours: '0', sort };
      const saved = await ok(world.admin, 'POST /system/auth/content/save', {
        ...{ kind: 'lecturer', document, revision: 0, ...thing },
      });
      const { revision } = await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'lecturer', ...saved });
      return { id: saved.id, revision };
    };
    const [a, b] = [await publish('A', null), await publish('B', null)];
    const order = async () => {
      const { list } = await ok(world.learner, 'POST /user/api/lecturer/info/page', { pageSize: 50 });
      return list.map(({ id }) => id).filter((id) => id === a.id || id === b.id);
    };
    expect(await order()).toEqual([a.id, b.id]);
    await publish('B', 0, b);
    expect(await order()).toEqual([b.id, a.id]);
  });
});
