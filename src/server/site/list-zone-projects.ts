import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { course, project, projectCourse } from '#src/server/db/schema/course.ts';
import { zoneItem } from '#src/server/db/schema/site.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { findZone } from './list-zones.ts';

/**
 * Published projects of a zone: those chosen by hand, or when none were chosen the newest.
 * @throws Refusal 404 for a zone that does not exist, or is of another kind
 */
export async function listZoneProjects(ctx: PublicContext, { zoneId, limit }: { zoneId?: string; limit: number }) {
  const { db, tenant } = ctx;
  const zone = await findZone(ctx, 7, zoneId);
  if (zoneId && !zone) throw notFound();
  const ofZone = zone && and(eq(zoneItem.enterpriseId, tenant.id), eq(zoneItem.zoneId, zone.id));
  const isChosen = ofZone !== null && (await db.$count(zoneItem, ofZone)) > 0;
  const content = db
    .select({
      projectId: projectCourse.projectId,
      courseCount: sql<number>`count(*)::int`.as('course_count'),
      classHours: sql<string>`sum(${course.classHours})`.as('class_hours'),
    })
    .from(projectCourse)
    .innerJoin(course, and(eq(course.enterpriseId, projectCourse.enterpriseId), eq(course.id, projectCourse.courseId)))
    .where(and(eq(projectCourse.enterpriseId, tenant.id), eq(course.status, 'published')))
    .groupBy(projectCourse.projectId)
    .as('content');
  const rows = await db
    .select({
      id: project.id,
      title: project.title,
      summary: project.summary,
      coverFileId: project.coverFileId,
      courseCount: sql<number>`coalesce(${content.courseCount}, 0)`,
      classHours: sql<string>`coalesce(${content.classHours}, 0)`,
    })
    .from(project)
    .leftJoin(content, eq(content.projectId, project.id))
    .leftJoin(zoneItem, and(isChosen ? ofZone! : sql`false`, eq(zoneItem.subjectId, project.id)))
    .where(
      and(
        eq(project.enterpriseId, tenant.id),
        eq(project.status, 'published'),
        isChosen ? sql`${zoneItem.zoneId} is not null` : undefined,
      ),
    )
    .orderBy(asc(zoneItem.sort), desc(project.publishedAt), desc(project.id))
    .limit(limit);
  return rows.map(({ coverFileId, ...row }) => ({ ...row, cover: publicFileUrl(coverFileId) }));
}
