import { and, eq, lte } from 'drizzle-orm';
import { announcement } from '#src/server/announcement/tables.ts';
import { course, project } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Subject = { title: string; coverFileId: string | null };

/** Returns title and cover of published content for its share picture. @returns null when it does not exist */
export async function shareSubject(
  db: TenantDb,
  enterpriseId: string,
  now: Date,
  kind: string,
  id: string,
): Promise<Subject | null> {
  if (kind === 'course' || kind === 'project') {
    const table = kind === 'course' ? course : project;
    const [row] = await db
      .select({ title: table.title, coverFileId: table.coverFileId })
      .from(table)
      .where(and(eq(table.enterpriseId, enterpriseId), eq(table.id, id), eq(table.status, 'published')));
    return row ?? null;
  }
  if (kind === 'lecturer') {
    const [row] = await db
      .select({ title: lecturer.lecturerName })
      .from(lecturer)
      .where(and(eq(lecturer.enterpriseId, enterpriseId), eq(lecturer.id, id), eq(lecturer.published, true)));
    return row ? { ...row, coverFileId: null } : null;
  }
  if (kind !== 'info') return null;
  const [row] = await db
    .select({ title: announcement.title, coverFileId: announcement.coverFileId })
    .from(announcement)
    .where(
      and(
        eq(announcement.enterpriseId, enterpriseId),
        eq(announcement.id, id),
        eq(announcement.published, true),
        eq(announcement.restricted, false),
        lte(announcement.publishedAt, now),
      ),
    );
  return row ?? null;
}
