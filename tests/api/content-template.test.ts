import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { TEMPLATE_PARTS } from '#src/contract/rules/editing.ts';
import { courseDraft, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* Something new that begins with parts of what there is (docs/specification.md, section "Editing content"). */

const DUPLICATE = 'POST /system/auth/content/duplicate';
const SAVE = 'POST /system/auth/content/save';
const VIEW = 'GET /system/auth/content/view';
type Input = OperationInput<typeof DUPLICATE>;
type Part = NonNullable<Input['template']>['take'][number];

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

async function document(kind: 'course' | 'project', id: string) {
  const found = await ok(world.admin, VIEW, { kind, id });
  return { ...found, document: found.document as unknown as Record<string, unknown> };
}
const begin = async (kind: 'course' | 'project', id: string, take: readonly Part[]) => {
  const copy = await ok(world.admin, DUPLICATE, { kind, id, template: { title: 'Second year', take: [...take] } });
  return document(kind, copy.id);
};

describe('a course as a template', () => {
  let id: string;
  let given: ReturnType<typeof courseDraft>;
  beforeAll(async () => {
    const { items, ...rest } = courseDraft(world);
    const [folder, exam, practice] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
    given = {
      ...rest,
      ...{ itemsInOrder: true, certificate: { zh: '证书', en: 'Certificate', months: 12 }, registrationRequired: true },
      ...{ purchaseRequired: true, price: '12.50', currency: 'EUR', restricted: true },
      people: [{ userId: world.learner.userId, excluded: false }],
      items: [folder, { ...exam, releaseAt: '2027-01-01T00:00:00.000Z' }, { ...practice, releaseDays: 3 }],
    };
    ({ id } = await publishedCourse(world, given));
  });

  it('gives its parts without points in time, with items of its own and nobody in it', async () => {
    const { state, document: made } = await begin('course', id, TEMPLATE_PARTS.course);
    const before = (await document('course', id)).document;
    expect(state).toBe('draft');
    const { items, ...settings } = made as unknown as typeof given;
    const { items: old, ...oldSettings } = before as unknown as typeof given;
    expect(settings).toEqual({ ...oldSettings, title: 'Second year' });
    expect(items.map(({ name, releaseAt, releaseDays }) => [name, releaseAt, releaseDays])).toEqual([
      ['Chapter', null, 0],
      ['Exam', null, 0],
      ['Practice', null, 3],
    ]);
    expect(items[1]!.parentId).toBe(items[0]!.id);
    expect(items.filter((item) => old.some((each) => each.id === item.id))).toEqual([]);
    // The original stays as it is.
    expect(old[1]!.releaseAt).not.toBeNull();
  });

  it.each<[Part, string[]]>([
    ['texts', ['summary', 'description', 'categoryId', 'lecturerId']],
    ['items', ['items', 'itemsInOrder', 'certificate', 'classHours', 'hourKind', 'credits', 'points', 'noSkipping']],
    ['audience', ['restricted', 'people', 'registrationRequired']],
    ['price', ['purchaseRequired', 'price', 'currency']],
  ])('gives %s by itself', async (part, names) => {
    const empty = (await begin('course', id, [])).document;
    const made = (await begin('course', id, [part])).document;
    const changed = Object.keys(made).filter((name) => JSON.stringify(made[name]) !== JSON.stringify(empty[name]));
    expect(changed).toEqual(expect.arrayContaining(names));
    const others = TEMPLATE_PARTS.course.filter((each) => each !== part);
    const without = (await begin('course', id, others)).document;
    expect(names.map((name) => without[name])).toEqual(names.map((name) => empty[name]));
  });

  it('gives the cover by itself', async () => {
    // A draft may name any file; publishing checks it.
    const coverFileId = randomUUID();
    const draft = courseDraft(world, { coverFileId });
    const made = await ok(world.admin, SAVE, { kind: 'course', revision: 0, document: draft });
    expect((await begin('course', made.id, ['cover'])).document).toMatchObject({ coverFileId, summary: '' });
    expect((await begin('course', made.id, ['texts'])).document).toMatchObject({ coverFileId: null });
  });

  it('is no other kind of content, and needs a title', async () => {
    const template = { title: 'x', take: [] };
    const lecturer = { kind: 'lecturer', id: world.lecturerId, template } as const;
    expect((await call(world.admin, DUPLICATE, lecturer)).code).toBe(422);
    const untitled = { kind: 'course', id, template: { ...template, title: ' ' } } as const;
    expect((await call(world.admin, DUPLICATE, untitled)).code).toBe(422);
    expect((await call(world.learner, DUPLICATE, { kind: 'course', id, template })).code).toBe(403);
  });
});

describe('a project as a template', () => {
  it('gives its courses, texts and registration', async () => {
    const { id: courseId } = await publishedCourse(world);
    const project = {
      ...{ title: 'First year', summary: 'About it', description: 'Text', coverFileId: null },
      ...{ categoryId: world.categoryId, registrationRequired: true },
      courses: [{ courseId, title: 'Course', required: false }],
    };
    const made = await ok(world.admin, SAVE, { kind: 'project', revision: 0, document: project });
    const { document: all } = await begin('project', made.id, TEMPLATE_PARTS.project);
    expect(all).toMatchObject({ ...project, title: 'Second year' });
    const { document: courses } = await begin('project', made.id, ['items']);
    expect(courses).toMatchObject({
      summary: '',
      categoryId: null,
      registrationRequired: false,
      courses: [{ courseId }],
    });
  });
});
