import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { mintCategory, mintCourse, mintProject, mintResource } from '../factories/course.ts';
import { mintShortExam, sit } from '../factories/exam-rules.ts';
import { call, ok } from '../factories/portal.ts';
import { setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Stages, exams and dates of learning projects (docs/specification.md, section "Courses"). */

const SAVE = 'POST /system/auth/content/save';
const PUBLISH = 'POST /system/auth/content/publish';
const VIEW = 'GET /course/auth/project/info/view';
const ROOM = 'GET /course/auth/study/room/view';
type Document = Extract<OperationInput<typeof SAVE>, { kind: 'project' }>['document'];

let tenant: TestTenant;
let admin: TestPerson;
let me: TestPerson;
let base: Omit<Document, 'courses'>;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  base = {
    ...{ title: 'Newcomers', summary: '', description: '', coverFileId: null, registrationRequired: false },
    ...{ startAt: null, endAt: null, stages: [] },
    categoryId: await mintCategory(tenant, '新人'),
  };
});

const stage = (en: string, more: Partial<NonNullable<Document['stages']>[number]> = {}) => ({
  ...{ id: randomUUID(), name: { zh: '', en }, startAt: null, endAt: null, opens: 'always' as const },
  ...more,
});
const courseIn = (courseId: string, stageId: string | null, required = true) => ({
  ...{ courseId, examId: null, title: '', required, stageId },
});
const examIn = (examId: string, stageId: string | null, required = true) => ({
  ...{ courseId: null, examId, title: '', required, stageId },
});
async function publish(document: Document) {
  const { id, revision } = await ok(admin, SAVE, { kind: 'project', revision: 0, document });
  return { id, answer: await call(admin, PUBLISH, { kind: 'project', id, revision }) };
}
const published = async (document: Document) => {
  const { id, answer } = await publish(document);
  expect(answer.code).toBe(200);
  return id;
};
async function videoCourse() {
  const id = await mintCourse(tenant);
  const video = await mintResource(tenant, id);
  return { id, complete: () => watchWhole(tenant, me, video) };
}

describe('stages of a project', () => {
  it('hold courses and exams in order, and open when the one before is complete', async () => {
    me = await mintPerson(tenant);
    const [first, second, elective] = [await videoCourse(), await videoCourse(), await videoCourse()];
    const exam = await mintShortExam(tenant, { title: 'Final' });
    const [one, two] = [stage('One'), stage('Two', { opens: 'previous' })];
    const id = await published({
      ...base,
      stages: [one, two],
      courses: [
        courseIn(second.id, two.id),
        courseIn(first.id, one.id),
        examIn(exam.id, one.id),
        courseIn(elective.id, one.id, false),
      ],
    });
    const seen = async () =>
      (await ok(me, VIEW, { id })).stages.map(({ name, items, done, all, lock }) => ({
        ...{ name, done, all, lock },
        items: items.map(({ courseId, examId }) => courseId ?? examId),
      }));
    const locked = { opensAt: null, waitsFor: 'One' };
    expect(await seen()).toEqual([
      { name: 'One', done: 0, all: 2, lock: null, items: [first.id, exam.id, elective.id] },
      { name: 'Two', done: 0, all: 1, lock: locked, items: [second.id] },
    ]);
    expect((await ok(tenant.anonymous, 'GET /course/api/project/info/view', { id })).stages).toMatchObject([
      { id: one.id, items: [{ courseId: first.id }, { examId: exam.id, title: 'Final' }, {}] },
      { id: two.id },
    ]);
    const room = async () =>
      (await ok(me, ROOM, { type: 'project', id })).items.map(({ courseId, lock }) => courseId !== null && lock);
    expect(await room()).toEqual([null, false, null, { releaseAt: null, waitsFor: ['One'] }]);

    await first.complete();
    expect((await seen())[1]).toMatchObject({ lock: locked });
    expect(await ok(me, VIEW, { id })).toMatchObject({ studyProgress: 33, status: 'learning', requiredCount: 2 });
    await sit(me, exam, false);
    expect((await seen())[0]).toMatchObject({ done: 1 });
    const again = await mintShortExam(tenant, { maxAttempts: 2 });
    await sit(me, again, true);
    expect((await seen())[1]).toMatchObject({ lock: locked });
  });

  it('open with a passed exam; the project is complete with the last of what is required', async () => {
    me = await mintPerson(tenant);
    const course = await videoCourse();
    const exam = await mintShortExam(tenant);
    const [one, two] = [stage('One'), stage('Two', { opens: 'previous' })];
    const id = await published({
      ...base,
      stages: [one, two],
      courses: [examIn(exam.id, one.id), courseIn(course.id, two.id)],
    });
    // The lock closes the way through the project only: the course is open where it is open otherwise, and counts.
    await course.complete();
    const [, locked] = (await ok(me, VIEW, { id })).stages;
    expect(locked).toMatchObject({ lock: { waitsFor: 'One' }, items: [{ completed: true }] });
    expect((await ok(me, ROOM, { type: 'project', id })).items).toMatchObject([{}, { lock: null, studyProgress: 100 }]);
    await sit(me, exam, true);
    expect(await ok(me, VIEW, { id })).toMatchObject({ studyProgress: 100, status: 'completed' });
    const [row] = (await ok(me, 'POST /course/auth/project/info/page', { learningState: 'completed' })).list;
    expect(row).toMatchObject({ id, studyProgress: 100 });
  });

  it('open at their start, and none before the project begins', async () => {
    me = await mintPerson(tenant);
    const course = await videoCourse();
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const lockWith = async (project: Partial<Document>, more: Parameters<typeof stage>[1]) => {
      const one = stage('One', more);
      const id = await published({ ...base, ...project, stages: [one], courses: [courseIn(course.id, one.id)] });
      return (await ok(me, VIEW, { id })).stages[0]!.lock;
    };
    const tomorrow = at(1);
    const later = { opens: 'date' as const, startAt: at(2), endAt: at(3) };
    expect(await lockWith({}, later)).toEqual({ opensAt: later.startAt, waitsFor: null });
    expect(await lockWith({ startAt: tomorrow, endAt: at(9) }, {})).toEqual({ opensAt: tomorrow, waitsFor: null });
    expect(await lockWith({ startAt: tomorrow }, later)).toEqual({ opensAt: later.startAt, waitsFor: null });
    expect(await lockWith({ startAt: at(-2), endAt: at(-1) }, { opens: 'date', startAt: at(-1) })).toBeNull();
    expect(await lockWith({}, { startAt: at(2) })).toBeNull();
  });

  it('leave out exams of others and courses that are not published', async () => {
    me = await mintPerson(tenant);
    const [course, hidden] = [await videoCourse(), await videoCourse()];
    const closed = await mintShortExam(tenant, { audience: 'departments' });
    const one = stage('One');
    const id = await published({
      ...base,
      stages: [one],
      courses: [courseIn(course.id, one.id), courseIn(hidden.id, one.id), examIn(closed.id, one.id)],
    });
    await setCourseStatus(tenant, hidden.id, 'unpublished');
    await course.complete();
    expect(await ok(me, VIEW, { id })).toMatchObject({
      studyProgress: 100,
      stages: [{ items: [{}], done: 1, all: 1 }],
    });
  });
});

describe('projects without stages, and what cannot be published', () => {
  it('are one stage without a name', async () => {
    me = await mintPerson(tenant);
    const course = await videoCourse();
    const old = await mintProject(tenant, [course.id]);
    expect((await ok(me, VIEW, { id: old })).stages).toMatchObject([{ id: null, name: null, lock: null, items: [{}] }]);
    // A draft of before there were stages.
    const id = await published({ ...base, courses: [{ courseId: course.id, title: '', required: true } as never] });
    const { document } = await ok(admin, 'GET /system/auth/content/view', { kind: 'project', id });
    expect(document).toMatchObject({ stages: [], courses: [{ courseId: course.id, examId: null, stageId: null }] });
    const copy = await ok(admin, 'POST /system/auth/content/duplicate', { kind: 'project', id });
    expect(copy.id).not.toBe(id);
  });

  it('keep their items when a stage is removed, and name what is wrong at its field', async () => {
    const { id: courseId } = await videoCourse();
    const one = stage('One');
    const id = await published({ ...base, stages: [one], courses: [courseIn(courseId, one.id)] });
    const next = { ...base, stages: [stage('Other')], courses: [courseIn(courseId, null)] };
    const { revision } = await ok(admin, 'GET /system/auth/content/view', { kind: 'project', id });
    const saved = await ok(admin, SAVE, { kind: 'project', id, revision, document: next });
    await ok(admin, PUBLISH, { kind: 'project', id, revision: saved.revision });
    expect((await ok(admin, VIEW, { id })).stages).toMatchObject([
      { name: null, items: [{ courseId }] },
      { name: 'Other', items: [] },
    ]);

    // A stage of another project cannot be taken over.
    const theirs = await publish({ ...base, stages: [one], courses: [courseIn(courseId, one.id)] });
    expect(theirs.answer.code).toBe(200);
    const stolen = await publish({ ...base, stages: [one], courses: [courseIn(courseId, one.id)] });
    expect(stolen.answer).toMatchObject({ code: 422, data: [{ field: 'stages.0.name.zh' }] });

    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const { answer } = await publish({
      ...{ ...base, startAt: late, endAt: early },
      stages: [stage(''), stage('A', { opens: 'date' }), stage('B', { startAt: late, endAt: early })],
      courses: [courseIn(courseId, randomUUID()), examIn(randomUUID(), null), { ...examIn(courseId, null), courseId }],
    });
    expect(answer.code).toBe(422);
    const fields = (answer.data as unknown as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual([
      ...['courses.0', 'courses.1', 'courses.2', 'endAt'],
      ...['stages.0.name.zh', 'stages.1.startAt', 'stages.2.endAt'],
    ]);
  });
});
