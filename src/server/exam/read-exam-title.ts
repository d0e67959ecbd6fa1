import { and, eq } from 'drizzle-orm';
import { exam } from './tables/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Title of an exam that exists. */
export async function readExamTitle(db: TenantDb, enterpriseId: string, examId: string): Promise<string> {
  const [found] = await db
    .select({ title: exam.title })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  return found!.title;
}
