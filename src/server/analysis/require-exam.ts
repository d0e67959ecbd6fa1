import { and, eq } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { exam } from '#src/server/core/db/schema/exam.ts';

/** Returns the exam as the screens of the analysis name it. @throws AppError 404 when it does not exist here */
export async function requireExam({ db, tenant }: Context, examId: string) {
  const [found] = await db
    .select({
      examId: exam.id,
      title: exam.title,
      windowStart: exam.windowStart,
      windowEnd: exam.windowEnd,
      passScore: exam.passScore,
      certificateId: exam.certificateId,
    })
    .from(exam)
    .where(and(eq(exam.enterpriseId, tenant.id), eq(exam.id, examId)));
  if (!found) throw notFound();
  return found;
}
