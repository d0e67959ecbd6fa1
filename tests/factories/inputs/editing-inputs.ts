import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { courseImport } from '#src/contract/course-import.ts';
import type { editing } from '#src/contract/editing.ts';
import type { editingLists } from '#src/contract/editing-lists.ts';
import { bulkJob } from '#src/server/bulk/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { category } from '#src/server/course/tables.ts';
import { courseImport as imports } from '#src/server/editing/tables.ts';
import { courseDraft, publishedCourse } from '../editing.ts';
import { mintMedia } from '../media.ts';
import type { Inputs, Scene } from '../scene.ts';

const ofCourse = async ({ world }: Scene) => ({ kind: 'course' as const, id: (await publishedCourse(world)).id });

async function emptyCategory({ world: { tenant, mark } }: Scene, deletedAt?: Date): Promise<{ id: string }> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(category).values({
      ...{ enterpriseId: tenant.id, id, code: `portal-${id}`, name: { zh: mark } },
      ...(deletedAt && { deletedAt, published: false }),
    }),
  );
  return { id };
}

export const editingInputs: Inputs<keyof (typeof courseImport & typeof editing & typeof editingLists)> = {
  'GET /system/auth/content/view': ofCourse,
  'POST /system/auth/content/save': ({ world }) => ({
    ...{ kind: 'course' as const, revision: 0 },
    // Without the name of its tenant: it is stored as the text of whoever saves it.
    document: courseDraft(world, { title: 'Draft' }),
  }),
  'POST /system/auth/content/consequences': async ({ world }) => ({
    ...{ kind: 'course' as const, ids: [(await publishedCourse(world)).id], action: 'publish' as const },
  }),
  'POST /system/auth/content/publish': async ({ world }) => ({ kind: 'course', ...(await publishedCourse(world)) }),
  'POST /system/auth/content/change': async ({ world }) => ({
    ...{ kind: 'course' as const, ids: [(await publishedCourse(world)).id], action: 'withdraw' as const },
  }),
  'POST /system/auth/content/duplicate': ofCourse,
  'POST /system/auth/content/version/page': ofCourse,
  'GET /system/auth/content/version/view': async (scene) => ({ ...(await ofCourse(scene)), number: 1 }),
  'POST /system/auth/content/course/import/start': async ({ world }) => ({
    fileId: await mintMedia(world.tenant, 'archive'),
  }),
  'GET /system/auth/content/course/import/view': async ({ world, person }) => {
    const id = randomUUID();
    const fileId = await mintMedia(world.tenant, 'archive');
    const row = { enterpriseId: world.tenant.id, id, fileId, userId: person.userId, fileName: world.mark };
    await withTenant(world.tenant.id, (db) => db.insert(imports).values({ ...row, state: 'done' }));
    return { id };
  },
  'POST /system/auth/content/course/page': ({ world }) => ({ keyword: world.mark }),
  'POST /system/auth/content/project/page': ({ world }) => ({ keyword: world.mark }),
  'POST /system/auth/content/bulk/save': async ({ world }) => {
    // One at a time per person.
    await withTenant(world.tenant.id, (db) =>
      db
        .update(bulkJob)
        .set({ state: 'stopped', endedAt: new Date() })
        .where(eq(bulkJob.enterpriseId, world.tenant.id)),
    );
    return { kind: 'course', action: 'publish', ids: [(await publishedCourse(world)).id] };
  },
  'POST /system/auth/content/lecturer/page': ({ world }) => ({ keyword: world.mark }),
  'POST /system/auth/content/subject/page': ({ world }) => ({ kind: 'course', keyword: world.mark }),
  'POST /system/auth/content/name/list': ({ world }) => ({ ids: [world.lecturerId] }),
  'POST /system/auth/content/member/page': ({ world }) => ({ keyword: world.mark }),
  'GET /system/auth/content/category/list': () => ({}),
  'POST /system/auth/content/category/save': ({ world }) => ({
    ...{ parentId: world.categoryId, name: { zh: world.mark, en: '' }, published: true },
  }),
  'POST /system/auth/content/category/move': async (scene) => ({
    ...(await emptyCategory(scene)),
    parentId: null,
    place: 0,
  }),
  'DELETE /system/auth/content/category/delete': (scene) => emptyCategory(scene),
  'PUT /system/auth/content/category/restore': (scene) => emptyCategory(scene, new Date()),
};
