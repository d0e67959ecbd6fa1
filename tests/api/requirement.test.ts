import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#src/lib/dates.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { runBulk } from '#src/server/jobs/run-bulk.ts';
import { sendMessages } from '#src/server/jobs/sweep-reminders.ts';
import { requirementExemption } from '#src/server/requirement/tables/assignment.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintCourse } from '../factories/course.ts';
import { mintDepartment, mintGrant, mintPosition } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { draftOf, mintRequirement, reconcile } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /course/auth/requirement/save';
const PREVIEW = 'POST /course/auth/requirement/preview';
const PHASE = 'POST /course/auth/requirement/phase';
const VIEW = 'GET /course/auth/requirement/view';
const LIST = 'POST /course/auth/requirement/page';
const MATRIX = 'POST /course/auth/requirement/matrix/page';
const TOTAL = 'POST /course/auth/requirement/matrix/total';
const WHY = 'GET /course/auth/requirement/why';
const BULK = 'POST /course/auth/requirement/bulk/save';

let tenant: TestTenant;
let admin: TestPerson;
let courseId: string;
/** Training manager of 华东, and head of nothing else. */
let manager: TestPerson;
let east: string;
let west: string;
let welder: string;
/** Two welders and a fitter in 华东, a welder in 西部. */
let people: Record<'anna' | 'bo' | 'cy' | 'dan', TestPerson>;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
  manager = await mintPerson(tenant, { userName: 'Manager' });
  [east, west, welder] = [
    await mintDepartment(tenant, '华东'),
    await mintDepartment(tenant, '西部'),
    await mintPosition(tenant, '焊工'),
  ];
  await mintGrant(tenant, manager, 'trainingManager', east);
  courseId = await mintCourse(tenant, { title: '焊接基础' });
  const place = async (userName: string, department: string, post: string) => {
    const person = await mintPerson(tenant, { userName, department });
    await change(person, { post });
    return person;
  };
  people = {
    anna: await place('Anna', '华东/上海', '焊工'),
    bo: await place('Bo', '华东', '焊工'),
    cy: await place('Cy', '华东', '钳工'),
    dan: await place('Dan', '西部', '焊工'),
  };
  await reconcile(tenant);
});

const change = ({ userId }: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) =>
    db
      .update(enterpriseUser)
      .set(values)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId))),
  );
const complete = ({ userId }: TestPerson, ofCourse = courseId, completedAt = new Date()) =>
  withTenant(tenant.id, (db) =>
    db.insert(courseProgress).values({
      ...{ enterpriseId: tenant.id, userId, courseId: ofCourse, status: 'completed', studyProgress: 100, completedAt },
    }),
  );
const namesIn = async (viewer: TestPerson, input: object) =>
  (await ok(viewer, MATRIX, input)).list.map(({ userName }) => userName);
/** A requirement for the welders of 华东. */
const ofWelders = (more = {}) => draftOf(courseId, { rules: [{ departmentId: east, positionId: welder }], ...more });

describe('a requirement', () => {
  it('is drafted, previewed, published, changed and withdrawn; people get it and lose it as the preview said', async () => {
    const { id, revision } = await ok(admin, SAVE, ofWelders({ title: '焊工上岗' }));
    expect(await ok(admin, PREVIEW, { ...ofWelders(), id, revision })).toEqual({
      ...{ count: 2, added: 2, addedNames: ['Anna', 'Bo'], freed: 0, freedNames: [], overdue: 0 },
      ...{ reminded: 2, superiors: 0 },
    });
    await reconcile(tenant);
    expect(await namesIn(admin, { requirementId: id })).toEqual([]);
    const published = await ok(admin, PHASE, { id, revision, phase: 'published' });
    await reconcile(tenant);
    expect(await namesIn(admin, { requirementId: id })).toEqual(['Bo', 'Anna']);

    const changed = {
      ...ofWelders({ rules: [{ positionId: welder }], people: [{ userId: people.bo.userId, excluded: true }] }),
      id,
    };
    expect(await ok(admin, PREVIEW, { ...changed, revision: published.revision })).toMatchObject({
      ...{ count: 2, added: 1, addedNames: ['Dan'], freed: 1, freedNames: ['Bo'] },
    });
    // Of an earlier revision it says the same; saving it is refused.
    expect(await ok(admin, PREVIEW, { ...changed, revision })).toMatchObject({ count: 2, added: 1, freed: 1 });
    expect((await call(admin, SAVE, { ...changed, revision })).code).toBe(409);
    // The preview changed nothing.
    expect((await ok(admin, VIEW, { id })).rules).toEqual([
      {
        excluded: false,
        departmentId: east,
        withBelow: true,
        positionId: welder,
        joinedSince: null,
        department: '华东',
        position: '焊工',
      },
    ]);
    const saved = await ok(admin, SAVE, { ...changed, revision: published.revision });
    await reconcile(tenant);
    expect(await namesIn(admin, { requirementId: id })).toEqual(['Anna', 'Dan']);
    const why = await ok(admin, WHY, { requirementId: id, userId: people.bo.userId });
    expect(why.cell).toBeNull();
    expect(why.assignments).toEqual([expect.objectContaining({ openReason: 'rule', closeReason: 'exception' })]);

    await ok(admin, PHASE, { id, revision: saved.revision, phase: 'withdrawn' });
    await reconcile(tenant);
    expect(await namesIn(admin, { requirementId: id })).toEqual([]);
  });

  it('is not overwritten by somebody who saw an earlier revision', async () => {
    const { id } = await ok(admin, SAVE, ofWelders());
    await ok(admin, SAVE, { ...ofWelders({ title: 'First' }), id, revision: 1 });
    expect((await call(admin, SAVE, { ...ofWelders({ title: 'Second' }), id, revision: 1 })).code).toBe(409);
    expect((await call(admin, PHASE, { id, revision: 1, phase: 'published' })).code).toBe(409);
    expect((await ok(admin, VIEW, { id })).title).toBe('First');
    await ok(admin, 'DELETE /course/auth/requirement/delete', { id });
    expect((await call(admin, VIEW, { id })).code).toBe(404);
  });

  it('says who would be overdue at once', async () => {
    await change(people.bo, { joinedOn: '2020-01-01' });
    await complete(people.anna);
    await change(people.anna, { joinedOn: '2020-01-01' });
    const draft = ofWelders({ dueFrom: 'joined', dueDays: 30 });
    // Bo only: Anna has completed the course.
    expect(await ok(admin, PREVIEW, draft)).toMatchObject({ count: 2, overdue: 1 });
    expect(await ok(admin, PREVIEW, { ...draft, dueFrom: 'assigned' })).toMatchObject({ count: 2, overdue: 0 });
  });

  it('refuses departments, courses and people of another enterprise, and terms that contradict each other', async () => {
    const other = await mintTenant();
    const [course, department, stranger] = [
      await mintCourse(other),
      await mintDepartment(other, '华东'),
      await mintPerson(other),
    ];
    expect((await call(admin, SAVE, draftOf(course))).code).toBe(404);
    expect((await call(admin, SAVE, draftOf(courseId, { rules: [{ departmentId: department }] }))).code).toBe(404);
    expect((await call(admin, SAVE, draftOf(courseId, { people: [{ userId: stranger.userId }] }))).code).toBe(404);
    expect((await call(admin, SAVE, draftOf(courseId, { dueOn: '2030-01-01' }))).code).toBe(422);
    expect((await call(admin, SAVE, draftOf(courseId, { dueFrom: null }))).code).toBe(422);
    expect((await call(admin, SAVE, draftOf(courseId, { subjects: [] }))).code).toBe(422);
  });
});

describe('a manager of a department', () => {
  it('changes requirements for it, and reads those for more people', async () => {
    const { id, revision } = await ok(manager, SAVE, ofWelders({ title: 'Of the manager' }));
    await ok(manager, PHASE, { id, revision, phase: 'published' });
    expect((await call(manager, SAVE, draftOf(courseId))).code).toBe(403);
    expect((await call(manager, SAVE, draftOf(courseId, { rules: [{ departmentId: west }] }))).code).toBe(403);
    expect(
      (await call(manager, SAVE, draftOf(courseId, { rules: [], people: [{ userId: people.dan.userId }] }))).code,
    ).toBe(403);
    // Exceptions make it smaller.
    await ok(manager, SAVE, ofWelders({ people: [{ userId: people.dan.userId, excluded: true }] }));

    const all = await mintRequirement(tenant, { title: 'Of everybody', subject: { courseId } });
    expect(await ok(manager, VIEW, { id: all })).toMatchObject({ canChange: false });
    expect((await call(manager, SAVE, { ...ofWelders(), id: all, revision: 1 })).code).toBe(403);
    expect((await call(manager, PHASE, { id: all, revision: 1, phase: 'withdrawn' })).code).toBe(403);
    const listed = await ok(manager, LIST, { keyword: 'Of ' });
    expect(listed.list.map(({ title, canChange }) => [title, canChange])).toEqual([
      ['Of everybody', false],
      ['Of the manager', true],
    ]);
    // Only people of 华东 are counted.
    expect(listed.list[0]).toMatchObject({ count: 3 });
  });

  it('sees and changes people of it only', async () => {
    const id = await mintRequirement(tenant, { title: 'Seen', subject: { courseId } });
    expect(await namesIn(manager, { requirementId: id })).toEqual(['Bo', 'Cy', 'Anna']);
    expect(await namesIn(manager, { requirementId: id, departmentId: west })).toEqual([]);
    const totals = await ok(manager, TOTAL, { requirementId: id });
    expect(totals.departments.map(({ department, people: count }) => [department, count])).toEqual([
      ['华东', 2],
      ['华东/上海', 1],
    ]);
    const dan = { requirementId: id, userId: people.dan.userId };
    expect((await call(manager, WHY, dan)).code).toBe(404);
    expect((await call(manager, 'POST /course/auth/requirement/person', { userId: dan.userId })).code).toBe(404);
    expect(
      (await call(manager, BULK, { kind: 'exempt', requirementId: id, ids: [dan.userId], reason: '产假' })).code,
    ).toBe(404);
    const found = await ok(manager, 'POST /course/auth/requirement/people/page', { keyword: 'n' });
    expect(found.list.map(({ userName }) => userName)).toEqual(['Anna']);
  });
});

describe('the matrix', () => {
  it('is filtered by department, position, requirement, state and name', async () => {
    const first = await mintRequirement(tenant, {
      title: 'M1',
      subject: { courseId: await mintCourse(tenant) },
      terms: { dueDays: 5 },
    });
    const course = await mintCourse(tenant);
    const second = await mintRequirement(tenant, { title: 'M2', subject: { courseId: course } });
    await complete(people.cy, course);
    await reconcile(tenant);
    const of = (more: object) => namesIn(admin, { requirementId: second, ...more });
    expect(await of({ state: 'fulfilled' })).toEqual(['Cy']);
    expect(await of({ state: 'due', positionId: welder })).toEqual(['Bo', 'Anna', 'Dan']);
    expect(await of({ departmentId: east })).toEqual(['Bo', 'Cy', 'Anna']);
    expect(await of({ keyword: 'an' })).toEqual(['Anna', 'Dan', 'Manager']);
    const { list, requirements } = await ok(admin, MATRIX, { keyword: 'Cy' });
    const cellOf = (id: string) => list[0]!.cells.find(({ requirementId }) => requirementId === id);
    expect(requirements.filter(({ id }) => [first, second].includes(id)).map(({ title }) => title)).toEqual([
      'M1',
      'M2',
    ]);
    expect(cellOf(second)).toMatchObject({ state: 'fulfilled', date: null });
    const due = new Date(Date.now() + 5 * 86_400_000);
    expect(cellOf(first)?.state).toBe('due');
    expect(dayOf(cellOf(first)!.date!, 'Asia/Shanghai')).toBe(dayOf(due, 'Asia/Shanghai'));
    // On a later day, if nothing happens until then.
    expect(await of({ state: 'overdue', on: dayOf(new Date(Date.now() + 40 * 86_400_000), 'Asia/Shanghai') })).toEqual([
      ...['Bo', 'Anna', 'Dan', 'Admin', 'Manager'],
    ]);
  });

  it('of a past day has the people, departments and states of that day', async () => {
    const past = await mintTenant();
    const boss = await mintPerson(past, { isAdmin: true });
    const person = await mintPerson(past, { userName: 'Eve', department: '一车间' });
    const certificateId = await mintCertificate(past, { validMonths: 12 });
    const id = await mintRequirement(past, {
      ...{ subject: { certificateId }, rules: [], people: [{ userId: person.userId }], phase: 'published' },
      since: new Date('2025-01-01T00:00:00Z'),
    });
    await giveCertificate(past, person, certificateId, { at: new Date('2025-02-01T04:00:00Z') });
    await withTenant(past.id, async (db) => {
      // As if everything had been noted then: the ledger itself cannot be changed.
      await db.execute(sql`update member_history set since = '2025-01-01' where enterprise_id = ${past.id}`);
      await db.execute(
        sql`update requirement_assignment set closed_at = now(), close_reason = 'rule' where enterprise_id = ${past.id}`,
      );
      await db.execute(sql`
        insert into requirement_assignment (enterprise_id, requirement_id, user_id, opened_at, open_reason)
        values (${past.id}, ${id}, ${person.userId}, '2025-01-05T00:00:00Z', 'listed')`);
      await db.update(enterpriseUser).set({ department: '二车间' }).where(eq(enterpriseUser.userId, person.userId));
    });
    await reconcile(past);
    const on = async (day?: string) =>
      (await ok(boss, MATRIX, { on: day })).list.map(({ department, cells }) => [department, cells[0]?.state]);
    expect(await on('2025-01-01')).toEqual([]);
    expect(await on('2025-01-20')).toEqual([['一车间', 'due']]);
    expect(await on('2025-03-01')).toEqual([['一车间', 'fulfilled']]);
    expect(await on('2026-02-05')).toEqual([['一车间', 'overdue']]);
    expect(await on()).toEqual([['二车间', 'overdue']]);
    expect((await ok(boss, TOTAL, { on: '2025-03-01' })).departments).toEqual([
      { department: '一车间', people: 1, count: 1, overdue: 0, open: 0, fulfilled: 1, exempt: 0 },
    ]);
    const why = await ok(boss, WHY, { requirementId: id, userId: person.userId, on: '2025-03-01' });
    expect(why).toMatchObject({
      cell: { state: 'fulfilled', date: '2026-02-01T04:00:00.000Z' },
      facts: [
        { kind: 'certificate', verdict: 'counts', number: expect.any(String), endsAt: '2026-02-01T04:00:00.000Z' },
      ],
    });
    expect((await ok(boss, WHY, { requirementId: id, userId: person.userId })).facts[0]!.verdict).toBe('expired');
  });
});

describe('stored states', () => {
  it('contain what happened while the job waited, and are what the matrix of today shows', async () => {
    const { userId } = people.anna;
    const certificateId = await mintCertificate(tenant, { validMonths: 12 });
    const id = await mintRequirement(tenant, { subject: { certificateId }, rules: [], people: [{ userId }] });
    const before = new Date(Date.now() - 60_000);
    await giveCertificate(tenant, people.anna, certificateId);
    await reconcile(tenant, before);
    const stateOf = async () =>
      (await ok(admin, MATRIX, { requirementId: id })).list.map(({ cells }) => cells.map(({ state }) => state));
    expect(await stateOf()).toEqual([['fulfilled']]);
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update requirement_state set valid_until = null where requirement_id = ${id}`),
    );
    expect((await stateOf())[0]).toEqual(['due']);
    expect((await ok(admin, WHY, { requirementId: id, userId })).cell?.state).toBe('fulfilled');
  });
});

describe('people of the matrix', () => {
  const run = async (viewer: TestPerson, input: object) => {
    const job = await ok(viewer, BULK, input as never);
    await runBulk({ enterpriseId: tenant.id, id: job.id });
    await reconcile(tenant);
    return ok(viewer, 'GET /data/auth/bulk/view', { id: job.id });
  };
  const stateOf = async (id: string, { userId }: TestPerson) =>
    (await ok(admin, WHY, { requirementId: id, userId })).cell;

  it('are exempted and given more time with a reason, which the matrix shows at once', async () => {
    const id = await mintRequirement(tenant, {
      ...{ title: 'B1', subject: { courseId: await mintCourse(tenant) }, terms: { dueDays: 0, dueFrom: 'joined' } },
      rules: [{ departmentId: east }],
    });
    expect((await call(admin, BULK, { kind: 'exempt', requirementId: id, ids: [people.bo.userId] })).code).toBe(422);
    expect(
      await run(manager, { kind: 'exempt', requirementId: id, ids: [people.bo.userId], reason: '产假' }),
    ).toMatchObject({ doneCount: 1 });
    expect((await stateOf(id, people.bo))?.state).toBe('exempt');
    expect((await ok(people.bo, 'POST /course/auth/requirement/own', {})).list).toContainEqual(
      expect.objectContaining({ requirementId: id, state: 'exempt' }),
    );
    const [decision] = (await ok(admin, WHY, { requirementId: id, userId: people.bo.userId })).decisions;
    expect(decision).toMatchObject({ kind: 'exemption', reason: '产假', byName: 'Manager', on: null, endedAt: null });
    await ok(manager, 'POST /course/auth/requirement/exemption/end', { id: decision!.id, reason: '返岗' });
    expect((await stateOf(id, people.bo))?.state).toBe('overdue');

    const filter = { requirementId: id, state: 'overdue' as const };
    const day = dayOf(new Date(Date.now() + 9 * 86_400_000), 'Asia/Shanghai');
    expect(
      (
        await call(admin, BULK, {
          kind: 'extend',
          requirementId: id,
          found: { filter, count: 1 },
          reason: 'x',
          on: day,
        })
      ).code,
    ).toBe(409);
    const count = (await namesIn(admin, filter)).length;
    await run(admin, { kind: 'extend', requirementId: id, found: { filter, count }, reason: '停工', on: day });
    expect(await namesIn(admin, filter)).toEqual([]);
    const cell = await stateOf(id, people.bo);
    expect(cell?.state).toBe('due');
    expect(dayOf(cell!.date!, 'Asia/Shanghai')).toBe(day);
  });

  it('are named in a requirement, and reminded of what they have not fulfilled', async () => {
    const course = await mintCourse(tenant);
    const id = await mintRequirement(tenant, {
      title: 'B2',
      subject: { courseId: course },
      rules: [{ departmentId: west }],
    });
    expect(await run(admin, { kind: 'remind', requirementId: id, ids: [people.bo.userId] })).toMatchObject({
      failedCount: 1,
    });
    expect((await call(manager, BULK, { kind: 'assign', requirementId: id, ids: [people.bo.userId] })).code).toBe(403);
    await run(admin, { kind: 'assign', requirementId: id, ids: [people.bo.userId] });
    expect((await ok(admin, WHY, { requirementId: id, userId: people.bo.userId })).assignments[0]).toMatchObject({
      openReason: 'listed',
    });
    await run(admin, { kind: 'remind', requirementId: id, ids: [people.bo.userId, people.dan.userId] });
    // By day.
    const morning = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 2 * 3_600_000);
    await sendMessages({ id: tenant.id, timeZone: 'Asia/Shanghai' }, () => morning);
    const notices = await ok(people.bo, 'POST /user/auth/notice/page', {});
    expect(notices.list.filter(({ kind }) => kind === 'requirementDue')).toEqual([
      expect.objectContaining({ detail: expect.objectContaining({ title: 'B2' }) }),
    ]);
    await complete(people.dan, course);
    await reconcile(tenant);
    expect(await run(admin, { kind: 'remind', requirementId: id, ids: [people.dan.userId] })).toMatchObject({
      failedCount: 1,
    });
  });

  it('lapse in the order of their dates', async () => {
    const id = await mintRequirement(tenant, {
      ...{
        title: 'L',
        subject: { courseId: await mintCourse(tenant) },
        rules: [{ departmentId: east, withBelow: false }],
      },
      terms: { dueDays: 10 },
    });
    await withTenant(tenant.id, (db) =>
      db
        .insert(requirementExemption)
        .values({ enterpriseId: tenant.id, requirementId: id, userId: people.cy.userId, reason: 'x' }),
    );
    await withTenant(tenant.id, (db) =>
      db.execute(sql`select portal.refresh_requirement_states(${tenant.id}, now(), null, null)`),
    );
    const day = (after: number) => dayOf(new Date(Date.now() + after * 86_400_000), 'Asia/Shanghai');
    const until = async (after: number) =>
      (await ok(admin, 'POST /course/auth/requirement/lapse/page', { requirementId: id, until: day(after) })).list.map(
        ({ userName, lapsesAt }) => [userName, dayOf(lapsesAt, 'Asia/Shanghai')],
      );
    expect(await until(9)).toEqual([]);
    expect(await until(10)).toEqual([['Bo', day(10)]]);
    const days = { requirementId: id, from: day(0), until: day(30) };
    expect((await ok(admin, 'POST /course/auth/requirement/lapse/day', days)).days).toEqual([
      { day: day(10), count: 1 },
    ]);
  });
});
