import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { seesResults } from './sees-results.ts';

/**
 * Returns the exam as the screens of the analysis name it.
 * @throws AppError 404 when it does not exist here, or the viewer neither manages nor marks it
 */
export async function requireExam({ db, tenant, viewer }: Context, examId: string) {
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
    .where(
      and(
        eq(exam.enterpriseId, tenant.id),
        eq(exam.id, examId),
        sql`exists (select from exam e
          where e.enterprise_id = ${exam.enterpriseId} and e.id = ${exam.id} and ${seesResults(viewer)})`,
      ),
    );
  if (!found) throw notFound();
  return found;
}
