import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { notice, noticeDelivery } from '#src/server/notice/tables.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { mintCast } from '../factories/cast.ts';
import { decide, register } from '../factories/flow.ts';
import { mintPost } from '../factories/community.ts';
import { mintTalk } from '../factories/evaluation.ts';
import { fillLive } from '../factories/live.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders, type Providers } from '../factories/providers.ts';
import { giveCertificate, mintCertificate, mintStatement, post } from '../factories/record.ts';
import { mintComment } from '../factories/scene.ts';
import { watchWhole } from '../factories/study.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { mintClass, mintSession } from '../factories/training.ts';
import { mintMember, mintWorld, type World } from '../factories/world.ts';

/* Every paged list answers a page after its last one in the same way: empty, with the counts of the whole list. */

const PAGED = (Object.entries(calls) as [Call, CallContract][]).filter(
  ([, { input }]) => input instanceof z.ZodObject && 'pageCurrent' in input.shape && 'pageSize' in input.shape,
);
const Counts = z.object({
  pageCurrent: z.number(),
  pageSize: z.number(),
  totalCount: z.number(),
  totalPage: z.number(),
  list: z.array(z.unknown()),
});

/** Rows of a page, where all of a list are compared. */
const PAGE = 10;

let providers: Providers;
let world: World;
let person: TestPerson;
/** Has no attempt under way, which would hide answers from a marker. */
let marker: TestPerson;
beforeAll(async () => {
  providers = await startWorldProviders();
  world = await mintWorld(providers);
  ({ administrator: person } = await mintCast(world));
  ({ administrator: marker } = await mintCast(world));
  const { tenant } = world;
  // Each makes what its call is about: rows for the lists.
  for (const make of Object.values(inputs)) await make({ world, person });
  for (const kind of ['hours', 'credits', 'points'] as const)
    await post(tenant, person, { kind, hourKind: kind === 'hours' ? 'required' : null, at: new Date() });
  await fillLive(world);
  await withTenant(tenant.id, async (db) => {
    const of = { enterpriseId: tenant.id, userId: person.userId };
    const [told] = await db
      .insert(notice)
      .values({ ...of, kind: 'accepted', path: '/', source: 'paging' })
      .returning();
    await db.insert(noticeDelivery).values({
      ...of,
      noticeId: told!.id,
      channel: 'mail',
      groupName: 'reply',
      isRequired: false,
      nextAt: new Date(),
    });
    await auditWithoutRequest(db, { ...of, action: 'login', detail: { way: 'password' } });
  });
  await fillPeople();
  await watchWhole(tenant, person, world.videoId);
  const applicant = await mintMember(world);
  await decide(person, await register(applicant, world.registrationCourseId));
  await fillWaiting(applicant);
});
afterAll(() => providers.stop());

/** What an administrator sees of people whose superior they are, or whose training they read. */
async function fillPeople(): Promise<void> {
  const { tenant } = world;
  for (const certificateName of ['First aid', 'Fork lift']) {
    const kind = await mintCertificate(tenant, { certificateName, validMonths: 1 });
    await giveCertificate(tenant, await mintMember(world), kind);
  }
  const ofMany = { userId: null, userName: null, people: [person.userId] };
  await mintStatement(tenant, person, { ...ofMany, department: 'East' });
  await mintStatement(tenant, person, { ...ofMany, organisationId: person.userId });
  const silent = await mintMember(world);
  const of = { enterpriseId: tenant.id, userId: silent.userId };
  await withTenant(tenant.id, async (db) => {
    await db.update(enterpriseUser).set({ superiorId: person.userId }).where(eq(enterpriseUser.userId, silent.userId));
    const [told] = await db
      .insert(notice)
      .values({ ...of, kind: 'accepted', path: '/', source: 'unreached' })
      .returning();
    await db.insert(noticeDelivery).values({
      ...{ ...of, noticeId: told!.id, channel: 'mail', groupName: 'reply', isRequired: true },
      ...{ state: 'skipped', reason: 'noAddress', nextAt: new Date(), doneAt: new Date() },
    });
  });
}

/** What a member did that waits for a lecturer, or is in the lists of lecturers and administrators. */
async function fillWaiting(member: TestPerson): Promise<void> {
  const { tenant, courseId } = world;
  await ok(member, 'POST /course/auth/study/practice/save', { resourceId: world.practiceId, note: 'Done' });
  await ok(member, 'POST /course/auth/study/question/answer', { questionId: world.mediaQuestionId, chosen: ['A'] });
  await ok(member, 'POST /course/auth/appeal/save', {
    subjectType: 'course',
    subjectId: courseId,
    text: 'I was there',
  });
  await mintPost(tenant, member, { subjectType: 'course', subjectId: courseId });
  const { resourceId } = await mintClass(tenant);
  await mintSession(tenant, resourceId, { startsIn: 3 * 24 * 60 });
  const evaluated = await mintTalk(tenant, courseId, { person: member, superior: person, state: 'confirmation' });
  for (const each of [member, person]) await ok(each, 'POST /course/auth/evaluation/confirm', { id: evaluated });
}

/** A valid input for a list that is not empty. */
async function inputFor(name: Call): Promise<object> {
  const input: object = await inputs[name]({ world, person });
  const subjectType = (['announcement', 'project', 'course', 'post'] as const).find((type) =>
    name.includes(`/${type}/`),
  );
  if ('commentId' in input) await mintComment({ world, person }, subjectType!, String(input.commentId));
  return input;
}

/** What lecturers see of others. */
const FOR_MARKERS: readonly string[] = ['lecturer', 'exams.manage'];

it('knows the lists', () => expect(PAGED.length).toBeGreaterThan(40));

it.each(PAGED)('%s', async (name, { auth }) => {
  const input = await inputFor(name);
  const page = async (pageCurrent: number) => {
    // What waits for a lecturer is that of their own courses.
    const own = /\/(live|post)\/waiting\/page$/.test(name) ? world.lecturer : person;
    // An import is seen by those who uploaded it.
    const caller = FOR_MARKERS.includes(auth) && !name.includes('/import/') ? marker : own;
    const { code, data } = await call(caller, name, { ...input, pageSize: 1, pageCurrent } as Input<Call>);
    expect(code).toBe(200);
    // The page of questions of an attempt to mark is inside of it, as are those of rows of a report and of a preview.
    const parts = z.object({ questions: z.unknown(), rows: z.unknown(), crossing: z.unknown() }).partial();
    const { questions, rows, crossing } = parts.parse(data);
    return Counts.parse(questions ?? rows ?? crossing ?? data);
  };
  const first = await page(1);
  expect(first).toMatchObject({ pageCurrent: 1, pageSize: 1, totalPage: first.totalCount });
  // Late answers come in by races only (exam-closing.test.ts).
  if (!name.endsWith('/marking/late/page')) expect(first.list).toHaveLength(1);
  expect(await page(first.totalCount + 1)).toEqual({ ...first, pageCurrent: first.totalCount + 1, list: [] });
});

const SORTED = PAGED.flatMap(([name, { auth, input }]) => {
  const { sort } = (input as z.ZodObject).shape as { sort?: z.ZodOptional<z.ZodEnum> };
  const orders = (sort?.unwrap().options ?? []) as string[];
  return orders.filter((order) => orders.includes(`-${order}`)).map((order) => ({ name, auth, order }));
});

it('knows the orders of lists', () => expect(SORTED.length).toBeGreaterThan(10));

it.each(SORTED)('$name by $order, and the other way round', async ({ name, auth, order }) => {
  const { pageSize: _, ...input } = (await inputFor(name)) as { pageSize?: number };
  const values = async (sort: string) => {
    const answer = await call(FOR_MARKERS.includes(auth) ? marker : person, name, { ...input, sort } as Input<Call>);
    expect(answer.code).toBe(200);
    return Counts.parse(answer.data).list.map((row) => (row as Record<string, unknown>)[order]);
  };
  const [up, down] = [await values(order), await values(`-${order}`)];
  expect(up[0], 'the order has the name of its field').toBeDefined();
  const known = (all: unknown[]) => all.filter((value) => value !== null);
  if (up.length < PAGE) expect(known(down)).toEqual(known(up).toReversed());
  // What has no value comes last.
  for (const all of [up, down]) expect(all.slice(known(all).length).every((value) => value === null)).toBe(true);
});
