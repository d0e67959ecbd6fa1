import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { examSection } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examCertificateNeed, examQuestion, examTarget } from '#src/server/exam/tables/rules.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { isCurrentVersion } from '#src/server/question/write-questions.ts';
import { resitsOf } from '../exam-parts.ts';
import { requireManaged } from './manage.ts';
import { hasMarksGiven, markerIdsOf } from './marking-settings.ts';
import { stemOf } from './choices.ts';

/** Returns the settings of an exam. @throws AppError 404 */
export async function viewExamSettings(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const enterpriseId = tenant.id;
  const rules = await requireManaged(ctx, id);
  const targets = await db
    .select({ department: examTarget.department })
    .from(examTarget)
    .where(and(eq(examTarget.enterpriseId, enterpriseId), eq(examTarget.examId, id)))
    .orderBy(asc(examTarget.department));
  const needs = await db
    .select({ courseId: examCertificateNeed.courseId, taskId: examCertificateNeed.taskId })
    .from(examCertificateNeed)
    .where(and(eq(examCertificateNeed.enterpriseId, enterpriseId), eq(examCertificateNeed.examId, id)))
    .orderBy(asc(examCertificateNeed.id));
  return {
    ...rules,
    certificateCourses: needs.flatMap(({ courseId }) => courseId ?? []),
    certificateTasks: needs.flatMap(({ taskId }) => taskId ?? []),
    markerIds: await markerIdsOf(db, enterpriseId, id),
    marksGiven: await hasMarksGiven(db, enterpriseId, id),
    departments: targets.map(({ department }) => department),
    running: await db.$count(examAttempt, isOpen(enterpriseId, id)),
    sections: await db
      .select()
      .from(examSection)
      .where(and(eq(examSection.enterpriseId, enterpriseId), eq(examSection.examId, id)))
      .orderBy(asc(examSection.sort)),
    questions: await chosenQuestions(db, enterpriseId, id),
    resits: await resitsOf(db, rules),
  };
}

/** The attempts in progress at an exam. */
const isOpen = (enterpriseId: string, examId: string) =>
  and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.examId, examId), eq(examAttempt.status, 'open'));

async function chosenQuestions(db: TenantDb, enterpriseId: string, examId: string) {
  const rows = await db
    .select({
      ...{ questionId: question.id, type: question.type, difficulty: question.difficulty, topic: question.topic },
      texts: questionVersion.texts,
      ...{ section: examQuestion.section, score: examQuestion.score },
    })
    .from(examQuestion)
    .innerJoin(
      question,
      and(eq(question.enterpriseId, examQuestion.enterpriseId), eq(question.id, examQuestion.questionId)),
    )
    .innerJoin(questionVersion, isCurrentVersion)
    .where(and(eq(examQuestion.enterpriseId, enterpriseId), eq(examQuestion.examId, examId)))
    .orderBy(asc(examQuestion.sort));
  const { lang } = await readEnterprise(db, enterpriseId);
  return rows.map(({ texts, ...row }) => ({ ...row, stem: stemOf(texts, lang) }));
}
