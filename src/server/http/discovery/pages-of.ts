import { and, asc, eq, lte, max, type SQL, count, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { announcement } from '#src/server/announcement/tables.ts';
import { course, project } from '#src/server/course/tables.ts';
import { communitySetting } from '#src/server/community/tables/moderation.ts';
import { post } from '#src/server/community/tables/post.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { article } from '#src/server/site/tables.ts';
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

/** Content with pages of its own. The page of an article is identified by its code. */
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
      and(
        ...[eq(announcement.enterpriseId, id), eq(announcement.published, true), eq(announcement.restricted, false)],
        lte(announcement.publishedAt, now),
      ),
    path: (id) => `/info/${id}`,
  },
  blogs: communityKind('blog'),
  questions: communityKind('question'),
  articles: {
    table: article,
    id: article.code,
    changed: article.gmtModified,
    where: (id) => and(eq(article.enterpriseId, id), eq(article.published, true)),
    path: (code) =>
      code === 'agreement' ? '/agreement' : code === 'privacy' ? '/agreement?code=privacy' : `/tpl?id=${code}`,
  },
};

/** Blogs or questions of a community that is open to the public. */
function communityKind(kind: 'blog' | 'question'): Kind {
  return {
    table: post,
    id: post.id,
    changed: post.gmtModified,
    where: (id) =>
      and(eq(post.enterpriseId, id), eq(post.kind, kind), eq(post.state, 'published'), isPublicCommunity()),
    path: (id) => `/community/${kind}/${id}`,
  };
}

/** Condition: visitors may read the community of a post. */
const isPublicCommunity = (): SQL =>
  sql`exists (select from ${communitySetting} s where s.enterprise_id = ${post.enterpriseId} and s.is_public)`;

/** Pages per sitemap file: each is listed in two languages, well below the limit of 50,000 URLs. */
export const PAGES_PER_FILE = 5_000;

/** Returns the number of pages of a kind, and the time of the latest change. */
export async function summaryOf(db: TenantDb, enterpriseId: string, now: Date, { table, changed, where }: Kind) {
  const [row] = await db
    .select({ count: count(), changed: max(changed) })
    .from(table)
    .where(where(enterpriseId, now));
  return { count: row!.count, changed: row!.changed as Date | null };
}

/** Returns the pages of one part (1-based), ordered by id. */
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
    .limit(PAGES_PER_FILE)
    .offset((part - 1) * PAGES_PER_FILE);
  return rows.map((row) => ({ path: path(String(row.id)), changed: row.changed as Date }));
}
