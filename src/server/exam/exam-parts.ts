import { and, asc, count, eq, min } from 'drizzle-orm';
import { examSection, exam } from './tables/exam.ts';
import { examQuestion, examResit } from './tables/rules.ts';
import { question } from '#src/server/question/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Exam = { enterpriseId: string; id: string; paperKind: 'drawn' | 'fixed' };

/** Returns the parts of the paper of an exam, as candidates see them before the start. */
export async function sectionsOf(db: TenantDb, { enterpriseId, id, paperKind }: Exam) {
  if (paperKind === 'fixed') {
    const ofType = await db
      .select({ title: examQuestion.section, type: question.type, count: count(), scoreEach: examQuestion.score })
      .from(examQuestion)
      .innerJoin(
        question,
        and(eq(question.enterpriseId, examQuestion.enterpriseId), eq(question.id, examQuestion.questionId)),
      )
      .where(and(eq(examQuestion.enterpriseId, enterpriseId), eq(examQuestion.examId, id)))
      .groupBy(examQuestion.section, question.type, examQuestion.score)
      .orderBy(min(examQuestion.sort));
    return ofType.map((part) => ({ ...part, limitSeconds: null }));
  }
  return db
    .select({
      title: examSection.title,
      type: examSection.type,
      count: examSection.count,
      scoreEach: examSection.scoreEach,
      limitSeconds: examSection.limitSeconds,
    })
    .from(examSection)
    .where(and(eq(examSection.enterpriseId, enterpriseId), eq(examSection.examId, id)))
    .orderBy(asc(examSection.sort));
}

/** Returns the resit windows of an exam, in order. */
export function resitsOf(db: TenantDb, { enterpriseId, id }: Pick<Exam, 'enterpriseId' | 'id'>) {
  return db
    .select({ windowStart: examResit.windowStart, windowEnd: examResit.windowEnd, attempts: examResit.attempts })
    .from(examResit)
    .where(and(eq(examResit.enterpriseId, enterpriseId), eq(examResit.examId, id)))
    .orderBy(asc(examResit.number));
}

/** Title of an exam that exists. */
export async function readExamTitle(db: TenantDb, enterpriseId: string, examId: string): Promise<string> {
  const [found] = await db
    .select({ title: exam.title })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  return found!.title;
}
