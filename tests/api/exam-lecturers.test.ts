import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { exam as examTable, examSection } from '#src/server/exam/tables/exam.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse } from '../factories/course.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { examSettings, saveAgain } from '../factories/inputs/exam-admin-inputs.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Lecturers manage the exams of the courses that they teach (decision 069). */

const PAGE = 'POST /exam/auth/exam/admin/page';
const VIEW = 'GET /exam/auth/exam/admin/view';
const SAVE = 'POST /exam/auth/exam/admin/save';
const CHOICES = 'GET /exam/auth/exam/admin/choices';
const QUESTIONS = 'POST /exam/auth/exam/admin/question/page';

let tenant: TestTenant;
let admin: TestPerson;
let lecturer: TestPerson;
let colleague: TestPerson;
let courseId: string;
let others: string;
/** Of the lecturer's bank, without a course. */
let own: TestExam;
/** Of a bank that is not theirs, without a course. */
let foreign: TestExam;

async function teacher(): Promise<{ person: TestPerson; courseId: string }> {
  const person = await mintPerson(tenant, { userType: 2 });
  const lecturerId = await mintLecturer(tenant, { userId: person.userId });
  return { person, courseId: await mintCourse(tenant, { lecturerId }) };
}

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  ({ person: lecturer, courseId } = await teacher());
  ({ person: colleague, courseId: others } = await teacher());
  own = await mintExam(tenant);
  foreign = await mintExam(tenant);
  const bank = { id: own.bankId, revision: 1, title: 'Bank of the lecturer', editorIds: [lecturer.userId] };
  await ok(admin, 'POST /exam/auth/question/bank/save', bank);
});

const settings = (exam: TestExam, more: Partial<OperationInput<typeof SAVE>> = {}) => ({
  ...examSettings({ world: { exam, mark: 'L' } }),
  courseId,
  ...more,
});
const stored = async (id: string) =>
  (
    await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(examTable)
        .where(and(eq(examTable.enterpriseId, tenant.id), eq(examTable.id, id))),
    )
  )[0]!;

describe('a lecturer', () => {
  it('creates, changes, checks and publishes an exam of their course from their bank', async () => {
    const { id } = await ok(lecturer, SAVE, settings(own));
    expect(await stored(id)).toMatchObject({ courseId, published: false });
    await saveAgain(lecturer, { ...settings(own), id, title: 'Changed' });
    expect(await ok(lecturer, VIEW, { id })).toMatchObject({ title: 'Changed', courseId });
    expect((await ok(lecturer, 'GET /exam/auth/exam/admin/check', { id })).questionCount).toBe(1);
    expect((await ok(lecturer, 'GET /exam/auth/exam/admin/preview', { id })).questions).toHaveLength(1);
    await ok(lecturer, 'PUT /exam/auth/exam/admin/publish', { id, published: true });
    expect((await stored(id)).published).toBe(true);
    expect((await ok(lecturer, PAGE, {})).list.map((each) => each.id)).toEqual([id]);
    expect((await ok(colleague, PAGE, {})).list).toEqual([]);
    expect((await ok(admin, PAGE, {})).list.map((each) => each.id)).toEqual(
      expect.arrayContaining([id, own.id, foreign.id]),
    );
  });

  it('leaves exams of others alone, and those without a course', async () => {
    const { id } = await ok(admin, SAVE, settings(own, { courseId: others }));
    for (const each of [id, foreign.id]) {
      for (const name of [VIEW, 'GET /exam/auth/exam/admin/check', 'GET /exam/auth/exam/admin/preview'] as const)
        expect((await call(lecturer, name, { id: each })).code).toBe(404);
      expect((await call(lecturer, SAVE, settings(own, { id: each, revision: 1 }))).code).toBe(404);
      expect((await call(lecturer, 'PUT /exam/auth/exam/admin/publish', { id: each, published: false })).code).toBe(
        404,
      );
    }
    expect((await stored(id)).courseId).toBe(others);
    for (const other of [null, others, crypto.randomUUID()])
      expect(await call(lecturer, SAVE, settings(own, { courseId: other }))).toMatchObject({
        code: 422,
        data: [{ field: 'courseId' }],
      });
  });

  it('uses banks of their own, and those that an exam of their course has', async () => {
    const count = () => withTenant(tenant.id, (db) => db.$count(examTable, eq(examTable.courseId, courseId)));
    const before = await count();
    expect((await call(lecturer, SAVE, settings(foreign))).code).toBe(404);
    const [questionId] = foreign.ids.single;
    const fixed = {
      paperKind: 'fixed',
      sections: [],
      questions: [{ questionId: questionId!, section: 'A', score: 10 }],
    };
    expect((await call(lecturer, SAVE, settings(foreign, fixed as Partial<OperationInput<typeof SAVE>>))).code).toBe(
      404,
    );
    expect(await count()).toBe(before);
    expect((await call(lecturer, QUESTIONS, { bankId: foreign.bankId })).code).toBe(404);
    expect((await ok(lecturer, CHOICES, {})).banks.map(({ id }) => id)).toEqual([own.bankId]);
    const { id } = await ok(admin, SAVE, settings(foreign));
    await saveAgain(lecturer, { ...settings(foreign), id, title: 'Same bank' });
    expect((await ok(lecturer, QUESTIONS, { bankId: foreign.bankId })).totalCount).toBeGreaterThan(0);
    const choices = await ok(lecturer, CHOICES, {});
    expect(choices.banks.map((bank) => bank.id).toSorted()).toEqual([own.bankId, foreign.bankId].toSorted());
    expect(choices).toMatchObject({ courses: [{ id: courseId }], certificates: [], tasks: [] });
  });

  it('leaves credits, points and certificate as administrators have set them', async () => {
    const wanted = { credits: 9, points: 900, certificateId: own.certificateId, certificateCourses: [courseId] };
    const { id: fresh } = await ok(lecturer, SAVE, settings(own, wanted));
    expect(await stored(fresh)).toMatchObject({ points: '0.00', certificateId: null });
    const set = {
      credits: 2,
      points: 20,
      certificateId: own.certificateId,
      certificateScore: 5,
      certificateMonths: 12,
    };
    const { id } = await ok(admin, SAVE, settings(own, { ...set, certificateCourses: [courseId] }));
    await saveAgain(lecturer, { ...settings(own), id, title: 'New title', credits: 50, points: 500 });
    expect(await ok(admin, VIEW, { id })).toMatchObject({ ...set, title: 'New title', certificateCourses: [courseId] });
    const sections = await withTenant(tenant.id, (db) => db.$count(examSection, eq(examSection.examId, id)));
    expect(sections).toBe(1);
  });
});
