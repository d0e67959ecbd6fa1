import { and, asc, eq, lte, max, type SQL, count } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { announcement } from '#src/server/core/db/schema/announcement.ts';
import { course, project } from '#src/server/core/db/schema/course.ts';
import { lecturer } from '#src/server/core/db/schema/lecturer.ts';
import { article } from '#src/server/core/db/schema/site.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** A page for the sitemap: its Chinese path, and when its content last changed. */
export type SitemapPage = { path: string; changed: Date | null };
type Kind = {
  table: PgTable;
  id: PgColumn;
  changed: PgColumn;
  where: (enterpriseId: string, now: Date) => SQL | undefined;
  path: (id: string) => string;
};

/** What has a page of its own. An article is known by its code, under which its page is linked. */
export const KINDS: Record<string, Kind> = {
  courses: {
    table: course,
    id: course.id,
    changed: course.gmtModified,
    where: (id) => and(eq(course.enterpriseId, id), eq(course.status, 'published')),
    path: (id) => `/knowledge/course/${id}`,
  },
  projects: {
    table: project,
    id: project.id,
    changed: project.gmtModified,
    where: (id) => and(eq(project.enterpriseId, id), eq(project.status, 'published')),
    path: (id) => `/knowledge/project/${id}`,
  },
  lecturers: {
    table: lecturer,
    id: lecturer.id,
    changed: lecturer.gmtCreate,
    where: (id) => and(eq(lecturer.enterpriseId, id), eq(lecturer.published, true)),
    path: (id) => `/lecturer/view/${id}`,
  },
  announcements: {
    table: announcement,
    id: announcement.id,
    changed: announcement.gmtModified,
    where: (id, now) =>
      and(eq(announcement.enterpriseId, id), eq(announcement.published, true), lte(announcement.publishedAt, now)),
    path: (id) => `/info/${id}`,
  },
  articles: {
    table: article,
    id: article.code,
    changed: article.gmtModified,
    where: (id) => and(eq(article.enterpriseId, id), eq(article.published, true)),
    path: (code) =>
      code === 'agreement' ? '/agreement' : code === 'privacy' ? '/agreement?code=privacy' : `/tpl?id=${code}`,
  },
};

/** Pages of a part of the sitemap: each in two languages, well below the 50,000 addresses that one may have. */
export const PART = 5_000;

/** How many there are of a kind, and when the last of them changed. */
export async function summaryOf(db: TenantDb, enterpriseId: string, now: Date, { table, changed, where }: Kind) {
  const [row] = await db
    .select({ count: count(), changed: max(changed) })
    .from(table)
    .where(where(enterpriseId, now));
  return { count: row!.count, changed: row!.changed as Date | null };
}

/** Pages of the nth part (1-based), in the order of their keys. */
export async function pagesOf(
  db: TenantDb,
  enterpriseId: string,
  now: Date,
  { table, id, changed, where, path }: Kind,
  part: number,
): Promise<SitemapPage[]> {
  const rows = await db
    .select({ id, changed })
    .from(table)
    .where(where(enterpriseId, now))
    .orderBy(asc(id))
    .limit(PART)
    .offset((part - 1) * PART);
  return rows.map((row) => ({ path: path(String(row.id)), changed: row.changed as Date }));
}
