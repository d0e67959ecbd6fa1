import { and, eq, sql } from 'drizzle-orm';
import { evaluationForm, rubric } from './tables.ts';
import { studyTaskItem, studyTaskUser } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { assessorsFor } from './assessors.ts';
import { openAssessments } from './open-assessments.ts';
import { readEvaluations } from './read-evaluations.ts';

/** Lists the assessments of a task of the viewer in its order; empty for a task that is not theirs. */
export async function listTaskAssessments(ctx: Context, { taskId }: { taskId: string }) {
  const { db, tenant, viewer } = ctx;
  await openAssessments(db, tenant.id, ctx.now(), sql`m.user_id = ${viewer.userId}`);
  const forms = await db
    .select({ formId: evaluationForm.id, title: evaluationForm.title, rubric })
    .from(studyTaskItem)
    .innerJoin(
      studyTaskUser,
      and(
        eq(studyTaskUser.enterpriseId, studyTaskItem.enterpriseId),
        eq(studyTaskUser.taskId, studyTaskItem.taskId),
        eq(studyTaskUser.userId, viewer.userId),
      ),
    )
    .innerJoin(
      evaluationForm,
      and(
        eq(evaluationForm.enterpriseId, studyTaskItem.enterpriseId),
        eq(evaluationForm.id, studyTaskItem.evaluationFormId),
      ),
    )
    .innerJoin(
      rubric,
      and(eq(rubric.enterpriseId, evaluationForm.enterpriseId), eq(rubric.id, evaluationForm.rubricId)),
    )
    .where(and(eq(studyTaskItem.enterpriseId, tenant.id), eq(studyTaskItem.taskId, taskId)))
    .orderBy(studyTaskItem.sort, studyTaskItem.id);
  const list = [];
  for (const form of forms) {
    const key = { enterpriseId: tenant.id, formId: form.formId, userId: viewer.userId };
    const [evaluation] = await readEvaluations(ctx, sql`e.form_id = ${form.formId} and e.user_id = ${viewer.userId}`);
    list.push({
      ...form,
      // The rubric of an assessment that has begun is frozen.
      rubric: evaluation?.rubric ?? form.rubric,
      assessors: (await assessorsFor(db, key)).map(({ userName }) => userName),
      evaluation: evaluation ?? null,
    });
  }
  return list;
}
