import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { courseRegistration } from '#src/server/course/tables.ts';
import { publishPlanned } from '#src/server/editing/publish-planned.ts';
import { recountCourseJob } from '#src/server/jobs/recount-course.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { withdrawResource } from '#src/server/study/withdraw-resource.ts';
import { mintProject } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { courseDraft, publishedCourse } from '../factories/editing.ts';
import { call, ok } from '../factories/portal.ts';
import { mintMedia } from '../factories/media.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintRequirement, reconcile, type NewRequirement } from '../factories/requirement.ts';
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
    expect(shown).toMatchObject({
      kind: 'reading',
      resourceType: 7,
      linkUrl: 'https://example.org/a?b=c#d',
      fileUrl: null,
    });
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

  it('keeps an exam of the course from being started before it', async () => {
    const lea = await learner();
    const { id } = await mintExam(world.tenant);
    const exam = item('Exam', { type: 'exam', examId: id, releaseAt: new Date(Date.now() + DAY).toISOString() });
    const made = await course([item('A'), exam]);
    await withTenant(world.tenant.id, (db) =>
      db.execute(sql`update exam set course_id = ${made.id} where enterprise_id = ${world.tenant.id} and id = ${id}`),
    );
    const view = () => ok(lea, 'GET /exam/auth/user/exam/view', { id });
    expect(await view()).toMatchObject({ canStart: 'itemLocked' });
    expect((await call(lea, 'POST /exam/auth/user/exam/start', { id })).code).toBe(403);
    await withTenant(world.tenant.id, (db) =>
      db.execute(
        sql`update course_resource set release_at = now() where enterprise_id = ${world.tenant.id} and id = ${exam.id}`,
      ),
    );
    expect(await view()).toMatchObject({ canStart: 'ok' });
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

describe('a new version that has to be studied again', () => {
  const certificate = { zh: '', en: 'Welder', months: 0 };
  /** Publishes other items. @returns what the dialog says about those who have completed it */
  async function publish(id: string, items: Item[], more: { restudy?: boolean; at?: string } = {}) {
    const { revision } = await ok(world.admin, 'GET /system/auth/content/view', { kind: 'course', id });
    const document = courseDraft(world, { items, certificate });
    const saved = await ok(world.admin, 'POST /system/auth/content/save', { kind: 'course', id, document, revision });
    const asked = { kind: 'course' as const, ids: [id], action: 'publish' as const };
    const { consequences } = await ok(world.admin, 'POST /system/auth/content/consequences', asked);
    await ok(world.admin, 'POST /system/auth/content/publish', { kind: 'course', ...saved, ...more });
    return consequences.find(({ name }) => name === 'courseRestudy');
  }
  /** Runs the jobs of the latest publication, twice, as after a crash. */
  async function runJobs(courseId: string) {
    const { rows } = await withTenant(world.tenant.id, (db) =>
      db.execute<{ at: string; document: Document }>(sql`
        select gmt_create as at, document from content_version where item_id = ${courseId} and restudy order by number desc limit 1`),
    );
    const { document, at: published } = rows[0]!;
    const items = document.items.filter(({ url }) => url.endsWith('new')).map(({ id }) => id);
    const job = { enterpriseId: world.tenant.id, courseId, restudy: { items, at: new Date(published).toISOString() } };
    await recountCourseJob(job);
    await recountCourseJob(job);
  }
  const view = (person: TestPerson, id: string) => ok(person, VIEW, { id });
  const completedIn = async (person: TestPerson, id: string) =>
    (await view(person, id)).catalogue.map(({ completed }) => completed);
  const certificates = async (person: TestPerson) =>
    (await ok(person, 'POST /course/auth/user/certificate/page')).list.length;
  const changedItems = ([a, b]: Item[]) => [
    { ...a!, name: 'A, renamed' },
    { ...b!, url: 'https://example.org/new' },
    link('New', { url: 'https://example.org/new' }),
  ];

  it('begins again with what has changed or is new, and keeps what was earned', async () => {
    const [lea, max] = [await learner(), await learner()];
    const items = [item('A'), link('B')];
    const { id } = await course(items, { certificate, classHours: '2' });
    await done(lea, id, ...items.map((each) => each.id));
    await done(max, id, items[0]!.id);
    const [, b, c] = changedItems(items);
    const offered = await publish(id, [{ ...items[0]!, name: 'A, renamed' }, b!, c!], { restudy: true });
    expect(offered).toEqual({ name: 'courseRestudy', count: 1, names: ['B', 'New'] });
    await runJobs(id);

    expect(await view(lea, id)).toMatchObject({ status: 'completed', studyProgress: 100, restudy: true });
    expect(await completedIn(lea, id)).toEqual([true, false, false]);
    expect(await completedIn(max, id)).toEqual([true, false, false]);
    expect(await view(max, id)).toMatchObject({ status: 'learning', restudy: false });
    expect(await certificates(lea)).toBe(1);

    await done(lea, id, b!.id);
    expect(await view(lea, id)).toMatchObject({ restudy: true });
    await done(lea, id, c!.id);
    expect(await view(lea, id)).toMatchObject({ status: 'completed', restudy: false });
    // Each completion has a certificate; hours are posted once.
    expect(await certificates(lea)).toBe(2);
    const { rows } = await withTenant(world.tenant.id, (db) =>
      db.execute(sql`select from ledger_entry where user_id = ${lea.userId} and kind = 'hours'`),
    );
    expect(rows).toHaveLength(1);
    // The job runs late once more: nobody begins again.
    await runJobs(id);
    expect(await view(lea, id)).toMatchObject({ restudy: false });
  });

  it('is not begun unless it is chosen, and not offered when nothing has changed', async () => {
    const lea = await learner();
    const items = [item('A'), link('B')];
    const { id } = await course(items, { certificate });
    await done(lea, id, ...items.map((each) => each.id));
    const renamed = items.map((each) => ({ ...each, name: `${each.name}, renamed`, releaseDays: 0 }));
    expect(await publish(id, renamed, { restudy: true })).toBeUndefined();
    expect(await publish(id, changedItems(items))).toMatchObject({ count: 1 });
    await recountCourseJob({ enterpriseId: world.tenant.id, courseId: id });
    expect(await view(lea, id)).toMatchObject({ status: 'completed', restudy: false });
    const { list } = await ok(world.admin, 'POST /system/auth/content/version/page', { kind: 'course', id });
    expect(list.map(({ restudy }) => restudy)).toEqual([false, false, false]);
  });

  it('leaves practical operations with criteria, which nobody can try again after a pass, as they are', async () => {
    const lea = await learner();
    const criteria = [{ code: 'all', title: 'All', description: '', weight: 100, levels: [] }];
    const evaluation = { passMark: 60, tries: 1, assessors: [], criteria };
    const items = [item('Approved', { evaluation: null }), item('Scored', { evaluation })];
    const { id } = await course(items, { certificate });
    await done(lea, id, ...items.map((each) => each.id));
    const fileId = await mintMedia(world.tenant, 'document');
    const changed = items.map((each) => ({ ...each, fileId }));
    expect(await publish(id, changed, { restudy: true })).toEqual({
      ...{ name: 'courseRestudy', count: 1, names: ['Approved'] },
    });
    const { rows } = await withPortal((_db, client) =>
      client.query<{ data: Jobs['recount-course'] }>(
        `select data from pgboss.job where name = 'recount-course' and data ->> 'courseId' = $1 and data ? 'restudy'`,
        [id],
      ),
    );
    expect(rows).toHaveLength(1);
    for (const { data } of rows) await recountCourseJob(data);
    expect(await completedIn(lea, id)).toEqual([false, true]);
  });

  it('is begun by a planned publication', async () => {
    const lea = await learner();
    const items = [item('A'), link('B')];
    const { id } = await course(items, { certificate });
    await done(lea, id, ...items.map((each) => each.id));
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await publish(id, changedItems(items), { restudy: true, at });
    expect(await view(lea, id)).toMatchObject({ restudy: false });
    await publishPlanned(world.tenant.id, new Date(at));
    await runJobs(id);
    expect(await view(lea, id)).toMatchObject({ restudy: true });
  });

  it('ends what requirements count, from then on', async () => {
    const lea = await learner();
    const items = [item('A'), link('B')];
    const { id } = await course(items, { certificate });
    const projectId = await mintProject(world.tenant, [id]);
    await done(lea, id, ...items.map((each) => each.id));
    const of = (given: Pick<NewRequirement, 'subject' | 'terms'>) =>
      mintRequirement(world.tenant, { rules: [], people: [{ userId: lea.userId }], ...given });
    const terms = { dueDays: null, dueFrom: null, dueOn: '2020-01-01' };
    const wanted = [
      await of({ subject: { courseId: id } }),
      await of({ subject: { projectId } }),
      await of({ subject: { courseId: id }, terms }),
    ];
    await reconcile(world.tenant);
    const found = async () => {
      const { list } = await ok(lea, 'POST /course/auth/requirement/own');
      return wanted.map((each) => list.find(({ requirementId }) => requirementId === each)!);
    };
    const states = async () => (await found()).map(({ state }) => state);
    expect(await states()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const changed = changedItems(items);
    await publish(id, changed, { restudy: true });
    await runJobs(id);
    await reconcile(world.tenant);
    expect(await states()).toEqual(['inProgress', 'inProgress', 'inProgress']);
    const days = (Date.parse((await found())[2]!.dueAt!) - Date.now()) / 86_400_000;
    expect(Math.floor(days)).toBe(30);
    await done(lea, id, changed[1]!.id, changed[2]!.id);
    await reconcile(world.tenant);
    expect(await states()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });
});
