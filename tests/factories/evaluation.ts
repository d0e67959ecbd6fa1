import { randomUUID } from 'node:crypto';
import { department as departmentTable } from '#src/server/organisation/tables.ts';
import { and, eq } from 'drizzle-orm';
import { disableMember } from '#src/server/account/person/member-status.ts';
import type { RubricContent, Scores } from '#src/contract/rules/evaluation.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import {
  evaluation,
  evaluationAssessment,
  evaluationForm,
  evaluationFormAssessor,
  rubric,
} from '#src/server/evaluation/tables.ts';
import { studyTask, studyTaskItem, studyTaskUser } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintResource } from './course.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** Two criteria of 60 and 40 percent; the second one has levels. */
export const RUBRIC: RubricContent = {
  title: '点检评分表',
  passMark: 60,
  criteria: [
    { code: 'steps', title: '步骤完整', description: '按点检卡逐项完成', weight: 60, levels: [] },
    {
      code: 'safety',
      title: '安全',
      description: '穿戴与隔离',
      weight: 40,
      levels: [
        { points: 0, title: '不合格' },
        { points: 50, title: '需提醒' },
        { points: 100, title: '独立完成' },
      ],
    },
  ],
};
/** Scores for `RUBRIC`. */
export const scored = (steps: number | null, safety: number | null): Scores => ({
  steps: { points: steps, comment: '' },
  safety: { points: safety, comment: '' },
});

type FormMore = {
  kind?: 'practice' | 'job' | 'assessment';
  assessors?: TestPerson[];
  maxTries?: number;
  title?: string;
};

/** Inserts a form with `RUBRIC`. @returns its id */
export async function mintForm(
  tenant: TestTenant,
  resourceId: string | null,
  { kind = 'practice', assessors = [], maxTries = 2, title = '现场点检' }: FormMore = {},
): Promise<string> {
  const [id, rubricId, enterpriseId] = [randomUUID(), randomUUID(), tenant.id];
  await withTenant(enterpriseId, async (db) => {
    await db.insert(rubric).values({ enterpriseId, id: rubricId, code: rubricId, ...RUBRIC });
    await db.insert(evaluationForm).values({ enterpriseId, id, code: id, kind, title, rubricId, resourceId, maxTries });
    for (const { userId } of assessors)
      await db.insert(evaluationFormAssessor).values({ enterpriseId, formId: id, userId });
  });
  return id;
}

/** Inserts a resource of a course with a form. @returns its id */
export async function mintEvaluated(tenant: TestTenant, courseId: string, more: FormMore = {}): Promise<string> {
  const resourceId = await mintResource(tenant, courseId, {
    subResourceName: more.title ?? '现场点检',
    contentType: more.kind === 'job' ? 8 : 7,
    resourceType: null,
    totalDuration: 0,
    fileId: null,
    activity: 'evaluation',
  });
  await mintForm(tenant, resourceId, more);
  return resourceId;
}

/** Puts a member into a department, as its head if `isHead`. */
export async function placeIn(tenant: TestTenant, { userId }: TestPerson, department: string, isHead = false) {
  await withTenant(tenant.id, async (db) => {
    await db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, userId));
    if (isHead)
      await db
        .update(departmentTable)
        .set({ headId: userId })
        .where(and(eq(departmentTable.enterpriseId, tenant.id), eq(departmentTable.path, department)));
  });
}

/** Inserts a task with an assessment. @returns the ids of task and form */
export async function mintAssessmentTask(
  tenant: TestTenant,
  people: TestPerson[],
  { start = -1, end = 7, ...more }: FormMore & { start?: number; end?: number } = {},
): Promise<{ taskId: string; formId: string }> {
  const [taskId, enterpriseId] = [randomUUID(), tenant.id];
  const formId = await mintForm(tenant, null, { kind: 'assessment', maxTries: 1, ...more });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  await withTenant(enterpriseId, async (db) => {
    await db.insert(studyTask).values({
      ...{ enterpriseId, id: taskId, code: taskId, title: '季度考核', taskType: 3 },
      ...{ startAt: day(start), endAt: day(end) },
    });
    await db.insert(studyTaskItem).values({ enterpriseId, taskId, evaluationFormId: formId });
    for (const { userId } of people) await db.insert(studyTaskUser).values({ enterpriseId, taskId, userId });
  });
  return { taskId, formId };
}

/** Inserts a job evaluation of a person in a later step, with both assessments submitted. @returns its id */
export async function mintTalk(
  tenant: TestTenant,
  courseId: string,
  { person, superior, state }: { person: TestPerson; superior: TestPerson; state: 'talk' | 'confirmation' },
): Promise<string> {
  const [id, enterpriseId, at] = [randomUUID(), tenant.id, new Date()];
  const resourceId = await mintEvaluated(tenant, courseId, { kind: 'job', assessors: [superior] });
  await withTenant(enterpriseId, async (db) => {
    const [form] = await db.select().from(evaluationForm).where(eq(evaluationForm.resourceId, resourceId));
    await db.insert(evaluation).values({
      ...{ enterpriseId, id, formId: form!.id, userId: person.userId, state, rubric: RUBRIC, submittedAt: at },
      ...{ score: '80.00', ...(state === 'confirmation' && { talkAt: at, talkNote: '谈过' }) },
    });
    const given = { enterpriseId, evaluationId: id, scores: scored(80, 100), score: '80.00', submittedAt: at };
    await db.insert(evaluationAssessment).values([
      { ...given, userId: person.userId, role: 'self' },
      { ...given, userId: superior.userId, role: 'assessor' },
    ]);
  });
  return id;
}

/** Disables a member, as when they leave the enterprise. */
export const disable = ({ id: enterpriseId }: TestTenant, { userId }: Pick<TestPerson, 'userId'>) =>
  withTenant(enterpriseId, (db) => disableMember(db, { enterpriseId, userId, now: new Date(), by: 'operator' }));
