import { and, eq } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type Rules = Awaited<ReturnType<typeof readRules>>;

/** Reads what marking needs to know of an exam. @throws AppError 404 */
export async function readRules(db: TenantDb, enterpriseId: string, examId: string) {
  const [rules] = await db
    .select({
      id: exam.id,
      title: exam.title,
      passScore: exam.passScore,
      markers: exam.markers,
      tolerance: exam.markTolerance,
      step: exam.markStep,
      blind: exam.blindMarking,
      publishMarks: exam.publishMarks,
    })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  if (!rules) throw notFound();
  return rules;
}
