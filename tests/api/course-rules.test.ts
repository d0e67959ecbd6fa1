import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { courseRegistration } from '#src/server/course/tables.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { withdrawResource } from '#src/server/study/withdraw-resource.ts';
import { courseDraft, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { openPlayer, passTime } from '../factories/study.ts';
import { mintPerson, type TestPerson } from '../factories/tenant.ts';
import { mintWorld, type World } from '../factories/world.ts';

/* Rules of a course, from its editor to what a learner may do: links, order, releases, its certificate. */

let world: World;
beforeAll(async () => {
  world = await mintWorld(await startWorldProviders());
});

type Document = ReturnType<typeof courseDraft>;
type Item = Document['items'][number];

const OPEN = 'POST /course/auth/study/player/open';
const ROOM = 'GET /course/auth/study/course/view';
const VIEW = 'GET /course/auth/course/info/view';
const DAY = 86_400_000;

const item = (name: string, given: Partial<Item> = {}): Item => ({
  ...{ id: randomUUID(), parentId: null, name, type: 'practice', fileId: null, fileName: null, examId: null },
  ...{ seconds: 0, url: '', releaseAt: null, releaseDays: 0, questions: [], ...given },
});
const link = (name: string, given: Partial<Item> = {}) =>
  item(name, { type: 'link', url: 'https://example.org/a?b=c#d', seconds: 20, ...given });

/** Publishes a course of these items. */
const course = async (items: Item[], given: Partial<Document> = {}) => publishedCourse(world, { items, ...given });
/** Why a course of these items is not published: fields and keys. */
async function refusal(items: Item[], given: Partial<Document> = {}) {
  const document = courseDraft(world, { items, ...given });
  const made = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', document, revision: 0 });
  const answer = await call(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...made });
  return [answer.code, ...(answer.data as unknown as { field: string }[]).map(({ field }) => field)];
}

const learner = () => mintPerson(world.tenant);
const at = ({ userId }: TestPerson) => ({
  ...{ enterpriseId: world.tenant.id, userId, at: new Date(), timeZone: 'Asia/Shanghai' },
});
/** The learner has done an item, like a practical operation that was approved. */
const done = (person: TestPerson, courseId: string, ...ids: string[]) =>
  withTenant(world.tenant.id, (db) =>
    completeResources(
      db,
      at(person),
      ids.map((id) => ({ id, courseId })),
    ),
  );
const room = (person: TestPerson, courseId: string) => ok(person, ROOM, { courseId });
const locksOf = async (person: TestPerson, courseId: string) => {
  const { resources } = await room(person, courseId);
  const { catalogue } = await ok(person, VIEW, { id: courseId });
  const locks = resources.map(({ lock }) => lock);
  // The page of the course says the same as the study room.
  expect(catalogue.map(({ lock }) => lock)).toEqual(locks);
  return locks;
};

describe('a link', () => {
  it('is opened in the study room, and counts when it is confirmed after its time, not earlier', async () => {
    const lea = await learner();
    const { id } = await course([link('Guideline')]);
    const [shown] = (await room(lea, id)).resources;
    expect(shown).toMatchObject({ kind: 'reading', resourceType: 7, linkUrl: 'https://example.org/a?b=c#d', fileUrl: null });
    expect(shown!.totalDuration).toBe(20);
    const player = await openPlayer(lea, shown!.subResourceId);
    await player.report([]);
    expect(await player.report([[0, 20]])).toMatchObject({ refusal: 'tooFast', course: { status: 'learning' } });
    await passTime(world.tenant, lea, 20);
    expect(await player.report([[0, 20]])).toMatchObject({ course: { status: 'completed' } });
  });

  it('is not shown to visitors with its address, and is no document', async () => {
    const { id } = await course([link('Guideline')]);
    expect(JSON.stringify(await ok(world.learner, VIEW, { id }))).not.toContain('example.org');
    const [shown] = (await room(world.learner, id)).resources;
    const document = await call(world.learner, 'GET /course/auth/study/document/view', {
      resourceId: shown!.subResourceId,
    });
    expect(document.code).toBe(404);
  });

  it.each([
    '',
    'http://example.org',
    'HTTPS://example.org',
    'javascript:alert(1)',
    'https://',
    'https://a b',
    'https://user:word@example.org',
  ])('does not lead to %s', async (url) => {
    expect(await refusal([link('Guideline', { url })])).toEqual([422, 'items.0.url']);
  });

  it('takes at most half an hour, and nothing else has an address', async () => {
    expect(await refusal([link('Guideline', { seconds: 1_801 })])).toEqual([422, 'items.0.seconds']);
    expect(await refusal([item('Practice', { url: 'https://example.org' })])).toEqual([422, 'items.0.url']);
  });
});

describe('items in order', () => {
  it('open one after the other', async () => {
    const lea = await learner();
    const [a, b, c] = [item('A'), link('B'), item('C')];
    const { id } = await course([a, b, c], { itemsInOrder: true });
    const waits = (waitsFor: string) => ({ waitsFor, releaseAt: null, releaseDays: null });
    expect(await locksOf(lea, id)).toEqual([null, waits('A'), waits('A')]);
    expect((await room(lea, id)).resources[1]).toMatchObject({ linkUrl: null });
    expect(await call(lea, OPEN, { resourceId: b.id })).toMatchObject({ code: 403 });
    const practice = { resourceId: c.id, note: 'Done' };
    expect((await call(lea, 'POST /course/auth/study/practice/save', practice)).code).toBe(403);

    await done(lea, id, a.id);
    expect(await locksOf(lea, id)).toEqual([null, null, waits('B')]);
    expect((await call(lea, OPEN, { resourceId: b.id })).code).toBe(200);
    await done(lea, id, b.id);
    expect(await locksOf(lea, id)).toEqual([null, null, null]);
    expect((await call(lea, 'POST /course/auth/study/practice/save', practice)).code).toBe(200);
    // Another learner begins at the beginning.
    expect((await locksOf(await learner(), id))[1]).toEqual(waits('A'));
  });

  it('are open in a course without that rule, and what is complete stays open', async () => {
    const lea = await learner();
    const items = [item('A'), link('B')];
    const { id, revision } = await course(items);
    expect(await locksOf(lea, id)).toEqual([null, null]);
    await done(lea, id, items[1]!.id);
    const document = courseDraft(world, { items, itemsInOrder: true });
    const saved = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', id, document, revision });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved });
    expect(await locksOf(lea, id)).toEqual([null, null]);
    expect((await locksOf(await learner(), id))[1]).not.toBeNull();
  });

  it('keep an exam of the course from being started too early', async () => {
    const lea = await learner();
    const { id } = world.exam;
    const items = [item('A'), item('Exam', { type: 'exam', examId: id })];
    const made = await course(items, { itemsInOrder: true });
    await withTenant(world.tenant.id, (db) =>
      db.execute(sql`update exam set course_id = ${made.id} where enterprise_id = ${world.tenant.id} and id = ${id}`),
    );
    const view = () => ok(lea, 'GET /exam/auth/user/exam/view', { id });
    expect(await view()).toMatchObject({ canStart: 'itemLocked' });
    expect((await call(lea, 'POST /exam/auth/user/exam/start', { id })).code).toBe(403);
    await done(lea, made.id, items[0]!.id);
    expect(await view()).toMatchObject({ canStart: 'ok' });
    expect((await call(lea, 'POST /exam/auth/user/exam/start', { id })).code).toBe(200);
  });
});

describe('the release of an item', () => {
  it('is a date before which it is locked', async () => {
    const lea = await learner();
    const [past, later] = [-DAY, DAY].map((ms) => new Date(Date.now() + ms).toISOString());
    const items = [link('A', { releaseAt: past! }), link('B', { releaseAt: later! })];
    const { id } = await course(items);
    expect(await locksOf(lea, id)).toEqual([null, { waitsFor: null, releaseAt: later, releaseDays: null }]);
    expect((await call(lea, OPEN, { resourceId: items[1]!.id })).code).toBe(403);
    expect((await call(lea, OPEN, { resourceId: items[0]!.id })).code).toBe(200);
  });

  it('is some days after the learner has begun', async () => {
    const lea = await learner();
    const items = [item('A'), item('B'), link('C', { releaseDays: 3 })];
    const { id } = await course(items);
    expect((await locksOf(lea, id))[2]).toEqual({ waitsFor: null, releaseAt: null, releaseDays: 3 });
    await done(lea, id, items[0]!.id);
    const begun = (ago: number) =>
      withTenant(world.tenant.id, (db) =>
        db
          .update(courseProgress)
          .set({ startedAt: new Date(Date.now() - ago) })
          .where(and(eq(courseProgress.userId, lea.userId), eq(courseProgress.courseId, id))),
      );
    await begun(2 * DAY);
    const [, , lock] = await locksOf(lea, id);
    expect(Math.round((Date.parse(lock!.releaseAt as never) - Date.now()) / DAY)).toBe(1);
    expect((await call(lea, OPEN, { resourceId: items[2]!.id })).code).toBe(403);
    await begun(3 * DAY + 1_000);
    expect(await locksOf(lea, id)).toEqual([null, null, null]);
    expect((await call(lea, OPEN, { resourceId: items[2]!.id })).code).toBe(200);
  });

  it('counts from the approval of the registration', async () => {
    const lea = await learner();
    const items = [link('A', { releaseDays: 1 })];
    const { id } = await course(items, { registrationRequired: true });
    const row = { enterpriseId: world.tenant.id, courseId: id, userId: lea.userId, status: 'approved' as const };
    await withTenant(world.tenant.id, (db) => db.insert(courseRegistration).values(row));
    expect((await call(lea, OPEN, { resourceId: items[0]!.id })).code).toBe(403);
    await withTenant(world.tenant.id, (db) =>
      db
        .update(courseRegistration)
        .set({ gmtModified: new Date(Date.now() - DAY) })
        .where(eq(courseRegistration.courseId, id)),
    );
    expect((await call(lea, OPEN, { resourceId: items[0]!.id })).code).toBe(200);
  });

  it('is not possible for chapters, twice, and for the first item of a course that nobody could begin', async () => {
    const releaseAt = new Date().toISOString();
    expect(await refusal([item('A', { type: 'folder', releaseAt })])).toEqual([422, 'items.0.releaseDays']);
    expect(await refusal([item('A'), item('B', { releaseAt, releaseDays: 1 })])).toEqual([422, 'items.1.releaseDays']);
    expect(await refusal([item('A', { releaseDays: 1 })])).toEqual([422, 'items.0.releaseDays']);
  });
});

describe('the certificate of a course', () => {
  const certificate = { zh: '焊接证书', en: 'Welder', months: 12 };
  const held = async (person: TestPerson, locale: 'zh' | 'en' = 'en') =>
    (await ok({ ...person, locale }, 'POST /course/auth/user/certificate/page')).list;

  it('is issued once when the course is completed, in both languages, and is not changed later', async () => {
    const lea = await learner();
    const items = [item('A'), item('B')];
    const { id, revision } = await course(items, { certificate });
    await done(lea, id, items[0]!.id);
    expect(await held(lea)).toEqual([]);
    await done(lea, id, items[1]!.id);
    await done(lea, id, items[1]!.id);
    const [first, ...more] = await held(lea);
    expect([first!.certificateName, more]).toEqual(['Welder', []]);
    expect((await held(lea, 'zh'))[0]!.certificateName).toBe('焊接证书');
    expect(new Date(first!.expireTime!).getTime()).toBeGreaterThan(Date.now() + 360 * DAY);

    const changed = { zh: '新证书', en: '', months: 0 };
    const document = courseDraft(world, { items, certificate: changed });
    const saved = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', id, document, revision });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved });
    expect(await held(lea)).toEqual([first]);
    const max = await learner();
    await done(max, id, ...items.map((each) => each.id));
    expect((await held(max))[0]).toMatchObject({ certificateName: '新证书', expireTime: null });
    const { document: stored } = await ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id });
    expect(stored).toMatchObject({ certificate: changed });
    // Home shows the same name.
    const home = await ok({ ...lea, locale: 'en' }, 'GET /data/auth/user/home/view');
    expect(home.certificates.map(({ certificateName }) => certificateName)).toEqual(['Welder']);
  });

  it('is revoked with a completion that is taken back, and valid again with the next one', async () => {
    const lea = await learner();
    const [a] = [item('A')];
    const { id } = await course([a], { certificate });
    await done(lea, id, a.id);
    await withTenant(world.tenant.id, (db) => withdrawResource(db, at(lea), { id: a.id, courseId: id }, 'A mistake'));
    expect((await held(lea)).map(({ status }) => status)).toEqual(['revoked']);
    await done(lea, id, a.id);
    expect((await held(lea)).map(({ status }) => status)).toEqual(['held']);
  });

  it('is not issued by a course that names none any more', async () => {
    const items = [item('A')];
    const { id, revision } = await course(items, { certificate });
    const document = courseDraft(world, { items });
    const saved = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', id, document, revision });
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved });
    const lea = await learner();
    await done(lea, id, items[0]!.id);
    expect(await held(lea)).toEqual([]);
  });
});
