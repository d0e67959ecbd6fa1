import { and, eq } from 'drizzle-orm';
import { course, project } from '#src/server/db/schema/course.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';

export type Subject = { subjectType: 'course' | 'project'; subjectId: string };

/** @throws Refusal 404 unless it is a published course or project of this tenant */
export async function requirePublished({ db, tenant }: PublicContext, { subjectType, subjectId }: Subject) {
  const table = subjectType === 'course' ? course : project;
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.enterpriseId, tenant.id), eq(table.id, subjectId), eq(table.status, 'published')));
  if (!found) throw notFound();
}
