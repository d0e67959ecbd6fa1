import { and, desc, eq } from 'drizzle-orm';
import { catalogueItem, catalogueTree } from '#src/server/course/catalogue-tree.ts';
import { readCatalogue } from '#src/server/course/read-catalogue.ts';
import { readStudyState, requireOpen } from '#src/server/course/study-state.ts';
import { course } from '#src/server/core/db/schema/course.ts';
import { resourceProgress } from '#src/server/core/db/schema/study.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { resumeAt } from '#src/lib/ranges.ts';
import { readCourseStanding } from './read-course-standing.ts';
import { resourceStanding } from './resource-standing.ts';
import { practicesOf } from './save-practice.ts';
import { MAX_PLAYBACK_RATE } from './study-budget.ts';

/**
 * The study room: the course's tree with signed files, what the viewer watched and where to go on.
 * @throws AppError 403 with the spec's text when the course may not be studied
 */
export async function viewStudyCourse(ctx: Context, { courseId }: { courseId: string }) {
  const { db, tenant, viewer, now } = ctx;
  const key = { enterpriseId: tenant.id, userId: viewer.userId };
  const [found] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
  if (!found) throw notFound();
  requireOpen(await readStudyState(db, tenant.id, viewer.userId, found));

  const mine = and(eq(resourceProgress.enterpriseId, tenant.id), eq(resourceProgress.userId, viewer.userId));
  const rows = await db
    .select()
    .from(resourceProgress)
    .where(and(mine, eq(resourceProgress.courseId, courseId)));
  const byResource = new Map(rows.map((row) => [row.resourceId, row]));
  // Speed and captions of the last thing studied, anywhere, are what a new resource starts with.
  const [latest] = await db
    .select()
    .from(resourceProgress)
    .where(mine)
    .orderBy(desc(resourceProgress.gmtModified))
    .limit(1);
  const at = now();
  const url = (fileId: string | null) => (fileId ? memberFileUrl(tenant.id, fileId, at) : null);
  const progress = new Map(rows.map((row) => [row.resourceId, resourceStanding(row)]));
  const { lastResourceId, ...standing } = await readCourseStanding(db, key, courseId);
  const catalogue = await readCatalogue(db, tenant.id, courseId);
  const handedIn = await practicesOf(
    ctx,
    catalogue.filter(({ kind }) => kind === 'practice').map(({ id }) => id),
  );

  return {
    ...standing,
    courseId,
    title: found.title,
    courseType: found.courseType,
    completionThreshold: found.completionThreshold,
    maxPlaybackRate: MAX_PLAYBACK_RATE,
    lastResourceId,
    resources: catalogueTree(catalogue, progress, (resource) => {
      const row = byResource.get(resource.id) ?? null;
      const { watched, watchedSeconds, studySeconds } = resourceStanding(row);
      return {
        ...catalogueItem(resource),
        counted: resource.counted,
        fileName: resource.fileName,
        fileSize: resource.fileSize,
        mime: resource.mime,
        fileUrl: url(resource.fileId),
        captionsUrl: url(resource.captionsFileId),
        resumeAt: resumeAt(watched, resource.totalDuration),
        watched,
        watchedSeconds,
        studySeconds,
        playbackRate: Number((row ?? latest)?.playbackRate ?? 1),
        captionsOn: (row ?? latest)?.captionsOn ?? false,
        practice: handedIn.get(resource.id) ?? null,
      };
    }),
  };
}
