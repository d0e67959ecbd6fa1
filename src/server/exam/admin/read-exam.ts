import { and, eq } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type ExamRules = typeof exam.$inferSelect;

/** Reads an exam. @throws AppError 404 */
export async function readExam(db: TenantDb, enterpriseId: string, id: string): Promise<ExamRules> {
  const [found] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, id)));
  if (!found) throw notFound();
  return found;
}
