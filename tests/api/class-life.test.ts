import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import type { Definition } from '#src/contract/rules/report.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintLecturer, mintResource } from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { definitionOf } from '../factories/report.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintSeats, mintSession, moveSession } from '../factories/training.ts';

/* Assistants, materials, results that count, and costs of classes (docs/decisions/108). */

const SAVE = 'POST /course/auth/training/session/save';
const RUN = 'GET /course/auth/training/run/view';
const MINE = 'GET /course/auth/training/session/list';
const RESULT = 'POST /course/auth/training/result/save';
const CONFIRM = 'POST /course/auth/training/attendance/confirm';
const CORRECT = 'POST /course/auth/training/attendance/correct';
const MATERIALS = 'POST /course/auth/training/material/save';
const LIST_MATERIALS = 'GET /course/auth/training/material/list';
const CALENDAR = 'POST /course/auth/calendar/list';
const HOURS = 'GET /data/auth/course/hour/user/hours/count';

let tenant: TestTenant;
let admin: TestPerson;
let learner: TestPerson;
let helper: TestPerson;
let mainId: string;
let helperId: string;
let resourceId: string;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  learner = await mintPerson(tenant, { userName: 'Lea' });
  helper = await mintPerson(tenant, { userType: 2 });
  mainId = await mintLecturer(tenant, { lecturerName: 'Main' });
  helperId = await mintLecturer(tenant, { userId: helper.userId, lecturerName: 'Helper' });
  const courseId = await mintCourse(tenant, { classHours: '3.00', lecturerId: mainId });
  resourceId = await mintResource(tenant, courseId, { contentType: 6 });
});

const local = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16);
const fields = { place: 'Park 1', capacity: 10 };
type Planned = Extract<Input<typeof SAVE>, { resourceId: string }>;
/** Plans a session in two hours, 90 minutes long. */
const plan = (more: Partial<Planned> = {}) =>
  ok(admin, SAVE, { resourceId, ...fields, startAt: local(120), endAt: local(210), ...more });
const mine = async (id: string, person = learner) =>
  (await ok(person, MINE, { resourceId })).list.find((each) => each.id === id)!;

describe('assistants', () => {
  it('run the session, are shown with it, and clash with what else they do', async () => {
    const { id } = await plan();
    expect(await call(helper, RUN, { id })).toMatchObject({ code: 404 });
    const change = { id, ...fields, startAt: local(120), endAt: local(210) };
    await ok(admin, SAVE, { ...change, revision: 1, assistantIds: [helperId] });
    expect(await ok(helper, RUN, { id })).toMatchObject({ assistantIds: [helperId], assistantNames: ['Helper'] });
    await mintSeats(tenant, id, [learner]);
    expect(await mine(id)).toMatchObject({ lecturerName: 'Main', assistantNames: ['Helper'] });
    // Who changes it without being a manager of classes leaves them.
    await ok(helper, SAVE, { ...change, revision: 2, capacity: 11, assistantIds: [] });
    expect((await ok(admin, RUN, { id })).assistantIds).toEqual([helperId]);

    const other = await plan({ lecturerId: helperId, place: 'Park 2' });
    const day = (n: number) => local(n * 1440).slice(0, 10);
    const { list } = await ok(admin, CALENDAR, { from: day(-1), until: day(3) });
    expect(list.map(({ clashes }) => clashes)).toEqual([['lecturer'], ['lecturer']]);
    const asked = {
      times: [
        {
          startAt: new Date(Date.now() + 130 * 60_000).toISOString(),
          endAt: new Date(Date.now() + 140 * 60_000).toISOString(),
        },
      ],
    };
    const clash = (more: object) => ok(admin, 'POST /course/auth/calendar/clash/list', { ...asked, ...more });
    expect((await clash({ assistantIds: [helperId] })).map((each) => each.id).sort()).toEqual([id, other.id].sort());
    expect(await clash({ assistantIds: [await mintLecturer(tenant)] })).toEqual([]);
  });

  it('are lecturers of the enterprise, and not the lecturer', async () => {
    const base = { resourceId, ...fields, startAt: local(120), endAt: local(210) };
    for (const wrong of [{ assistantIds: [randomUUID()] }, { lecturerId: helperId, assistantIds: [helperId] }])
      expect(await call(admin, SAVE, { ...base, ...wrong })).toMatchObject({
        code: 422,
        data: [{ field: 'assistantIds' }],
      });
  });

  it('have teaching hours for it like the lecturer, once', async () => {
    const { id } = await plan({ assistantIds: [helperId] });
    await mintSeats(tenant, id, [learner, await mintPerson(tenant)]);
    await moveSession(tenant, id, -120, 90);
    await ok(admin, CORRECT, { sessionId: id, userId: learner.userId, state: 'present', reason: 'There' });
    await ok(admin, CONFIRM, { sessionId: id });
    await ok(admin, CONFIRM, { sessionId: id });
    for (const lecturerId of [mainId, helperId]) {
      const { list } = await ok(admin, 'POST /user/auth/lecturer/teaching/record/page', { lecturerId });
      expect(list).toMatchObject([{ classHours: 1.5, attendeeCount: 1 }]);
    }
  });
});

describe('results', () => {
  const results = (sessionId: string, ...rows: [TestPerson, boolean | null, number | null, string?][]) => ({
    sessionId,
    results: rows.map(([{ userId }, passed, score, note]) => ({ userId, passed, score, ...(note && { note }) })),
  });

  it('are entered for all at once, and each learner sees their own', async () => {
    const colleague = await mintPerson(tenant);
    const id = await mintSession(tenant, resourceId, { startsIn: -30 });
    await mintSeats(tenant, id, [learner, colleague]);
    expect((await mine(id)).result).toBeNull();
    await ok(admin, RESULT, results(id, [learner, true, 88.5, 'Well done'], [colleague, false, 40]));
    expect((await mine(id)).result).toEqual({ passed: true, score: 88.5, note: 'Well done' });
    expect((await mine(id, colleague)).result).toEqual({ passed: false, score: 40, note: null });
    // One without a place: nothing is saved.
    const stranger = await mintPerson(tenant);
    expect(await call(admin, RESULT, results(id, [learner, false, 1], [stranger, true, 1]))).toMatchObject({
      code: 404,
    });
    expect((await mine(id)).result).toMatchObject({ passed: true });
    expect(await call(helper, RESULT, results(id, [learner, false, 1]))).toMatchObject({ code: 404 });
  });

  it('decide over the hours where passing is required, also when they are corrected later', async () => {
    const colleague = await mintPerson(tenant);
    const { id } = await plan({ passRequired: true });
    await mintSeats(tenant, id, [learner, colleague]);
    await moveSession(tenant, id, -120, 90);
    for (const { userId } of [learner, colleague])
      await ok(admin, CORRECT, { sessionId: id, userId, state: 'present', reason: 'There' });
    await ok(admin, RESULT, results(id, [learner, true, 90]));
    expect(await ok(admin, CONFIRM, { sessionId: id })).toMatchObject({ completedCount: 1, withdrawnCount: 0 });
    const hours = async () => [(await ok(learner, HOURS)).totalHours, (await ok(colleague, HOURS)).totalHours];
    expect(await hours()).toEqual([3, 0]);
    expect((await ok(admin, RUN, { id })).unconfirmedCount).toBe(0);
    await ok(admin, RESULT, results(id, [learner, false, 40], [colleague, true, 60]));
    expect((await ok(admin, RUN, { id })).unconfirmedCount).toBe(2);
    expect((await mine(id)).attendance).toMatchObject({ confirmed: false });
    expect(await ok(admin, CONFIRM, { sessionId: id })).toMatchObject({ completedCount: 1, withdrawnCount: 1 });
    expect(await hours()).toEqual([0, 3]);
  });

  it('are for the record only where passing is not required', async () => {
    const { id } = await plan();
    await mintSeats(tenant, id, [learner]);
    await moveSession(tenant, id, -120, 90);
    await ok(admin, CORRECT, { sessionId: id, userId: learner.userId, state: 'present', reason: 'There' });
    await ok(admin, RESULT, results(id, [learner, false, 40]));
    expect(await ok(admin, CONFIRM, { sessionId: id })).toMatchObject({ completedCount: 1 });
    expect((await ok(admin, RUN, { id })).unconfirmedCount).toBe(0);
  });
});

describe('materials', () => {
  const link = { name: 'Slides', url: 'https://example.com/slides' };
  const mintFile = async (visibility: 'member' | 'private' = 'member') => {
    const id = randomUUID();
    const stored = { storeKey: id, sha256: id, fileName: 'Handout.pdf', contentType: 'application/pdf', fileSize: 1 };
    await withTenant(tenant.id, (db) => db.insert(file).values({ enterpriseId: tenant.id, id, ...stored, visibility }));
    return id;
  };

  it('are seen by those who have a place, before or after the session', async () => {
    const fileId = await mintFile();
    const { id } = await plan();
    const waiting = await mintPerson(tenant);
    await mintSeats(tenant, id, [learner]);
    await mintSeats(tenant, id, [waiting], 'waiting');
    const materials = [link, { name: 'Solutions', fileId, shown: 'after' as const }];
    await ok(admin, MATERIALS, { sessionId: id, materials, was: [] });
    expect(await ok(admin, LIST_MATERIALS, { sessionId: id })).toMatchObject([
      { name: 'Slides', url: link.url, shown: 'before', fileName: null },
      { name: 'Solutions', fileId, shown: 'after', fileName: 'Handout.pdf' },
    ]);
    expect((await mine(id)).materials).toMatchObject([{ name: 'Slides', url: link.url, isFile: false }]);
    expect((await mine(id, waiting)).materials).toEqual([]);
    expect((await mine(id, await mintPerson(tenant))).materials).toEqual([]);
    await moveSession(tenant, id, -120, 90);
    const after = (await mine(id)).materials;
    expect(after.map(({ name }) => name)).toEqual(['Slides', 'Solutions']);
    expect(after[1]!.url).toMatch(new RegExp(`^/media/${fileId}\\?expires=\\d+&signature=`));
  });

  it('are a link or a file; those who only run a session choose no files of the library', async () => {
    const { id } = await plan({ assistantIds: [helperId] });
    const wrong = async (person: TestPerson, material: object) =>
      call(person, MATERIALS, { sessionId: id, materials: [{ name: 'x', ...material }], was: [] });
    expect(await wrong(admin, {})).toMatchObject({ code: 422, data: [{ field: 'materials.0.url' }] });
    expect(await wrong(admin, { url: 'javascript:alert(1)' })).toMatchObject({ code: 422 });
    expect(await wrong(admin, { fileId: await mintFile('private') })).toMatchObject({ code: 422 });
    const fileId = await mintFile();
    expect(await wrong(helper, { fileId })).toMatchObject({ code: 422, data: [{ field: 'materials.0.fileId' }] });
    const was = [{ name: 'x', fileId }];
    await ok(admin, MATERIALS, { sessionId: id, materials: was, was: [] });
    await ok(helper, MATERIALS, { sessionId: id, materials: [{ name: 'renamed', fileId }, link], was });
    const stranger = await mintPerson(tenant, { userType: 2 });
    expect(await call(stranger, LIST_MATERIALS, { sessionId: id })).toMatchObject({ code: 404 });
  });

  it('and assistants are those of the whole series, and of a copy', async () => {
    const first = local(120).slice(0, 10);
    const days = [7, 14].map((n) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10));
    const { id, count } = await plan({ days, assistantIds: [helperId], passRequired: true });
    expect(count).toBe(3);
    const handOut = { following: true, materials: [link], was: [] };
    expect(await ok(admin, MATERIALS, { sessionId: id, ...handOut })).toEqual({ count: 3 });
    const copy = await plan({ copyOf: id, startAt: local(600), endAt: local(660), assistantIds: [helperId], days: [] });
    expect(await ok(admin, LIST_MATERIALS, { sessionId: copy.id })).toMatchObject([link]);
    const { list } = await ok(admin, 'POST /course/auth/training/run/page', { when: 'upcoming', pageSize: 100 });
    for (const session of list) {
      expect(await ok(admin, LIST_MATERIALS, { sessionId: session.id })).toHaveLength(1);
      expect(session.assistantNames).toEqual(['Helper']);
    }
    expect((await ok(admin, RUN, { id: list.at(-1)!.id })).passRequired).toBe(true);
    // Nobody copies what they do not run.
    const theirs = await mintSession(tenant, resourceId, { startsIn: 600 });
    await ok(admin, MATERIALS, { sessionId: theirs, materials: [link], was: [] });
    const teacher = await mintPerson(tenant, { userType: 2 });
    const own = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) });
    const ownClass = await mintResource(tenant, own, { contentType: 6 });
    const input = { resourceId: ownClass, ...fields, startAt: local(120), endAt: local(210), copyOf: theirs };
    expect(await call(teacher, SAVE, input)).toMatchObject({ code: 404 });
  });
});

describe('costs', () => {
  it('in reports by session, department and year are those of the calendar', async () => {
    const people = await Promise.all(
      ['Works', 'Works', 'Office'].map((department) => mintPerson(tenant, { department })),
    );
    const { id } = await plan({ title: 'Welding' });
    const { id: empty } = await plan({ title: 'Nobody', startAt: local(300), endAt: local(360) });
    await mintSeats(tenant, id, people);
    const save = (sessionId: string, amount: number) =>
      ok(admin, 'POST /course/auth/calendar/cost/save', {
        id: sessionId,
        costs: [{ kind: 'room', amount, note: '' }],
        was: [],
      });
    await save(id, 100);
    await save(empty, 30);
    const day = (n: number) => local(n * 1440).slice(0, 10);
    const { list } = await ok(admin, CALENDAR, { from: day(-1), until: day(3) });
    const shown = Object.fromEntries(list.map(({ title, cost }) => [title, cost]));
    expect(shown).toEqual({ Welding: 100, Nobody: 30 });

    const sums = async (by: string) => {
      const measures: Definition['measures'] = [{ aggregate: 'sum', field: 'amount' }];
      const definition = definitionOf('costs', { groups: [by, 'currency'], measures });
      const { list: rows } = await ok(admin, 'POST /report/auth/report/run', { definition });
      return rows;
    };
    const cells = async (by: string) => (await sums(by)).map((row) => row.cells);
    expect(await cells('session')).toEqual(Object.entries(shown).map(([title, cost]) => [title, null, cost]));
    // Shared by those who have a place; what nobody attends belongs to no department.
    expect(await cells('department')).toEqual([
      ['Works', null, 66.67],
      ['Office', null, 33.33],
      [null, null, 30],
    ]);
    const total = shown['Welding']! + shown['Nobody']!;
    expect(await cells('orderedYear')).toEqual([[local(120).slice(0, 4), null, total]]);
    expect(await cells('costKind')).toMatchObject([['room', null, total]]);
  });
});
