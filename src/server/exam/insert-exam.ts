import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { exam, examSection } from './tables/exam.ts';

type Section = Omit<typeof examSection.$inferInsert, 'enterpriseId' | 'id' | 'examId'>;

/** Inserts an exam with its sections, as they are given: the caller has checked them. */
export async function insertExam(
  db: TenantDb,
  values: typeof exam.$inferInsert & { id: string },
  sections: Section[],
): Promise<void> {
  const { enterpriseId, id: examId } = values;
  await db.insert(exam).values(values);
  await db.insert(examSection).values(sections.map((section) => ({ ...section, enterpriseId, examId })));
}
