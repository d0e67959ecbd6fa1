import { and, eq } from 'drizzle-orm';
import { lecturer } from '#src/server/db/schema/lecturer.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { lecturerCard, taughtCourses } from './lecturer-card.ts';

/**
 * One published lecturer of this tenant.
 * @throws Refusal 404
 */
export async function viewLecturer({ db, tenant }: PublicContext, { lecturerId }: { lecturerId: string }) {
  const taught = taughtCourses(db, tenant.id);
  const [found] = await db
    .select({ row: lecturer, courseCount: taught.courseCount })
    .from(lecturer)
    .leftJoin(taught, eq(taught.lecturerId, lecturer.id))
    .where(and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.id, lecturerId), eq(lecturer.published, true)));
  if (!found) throw notFound();
  return lecturerCard(found);
}
