import { and, desc, eq } from 'drizzle-orm';
import { catalogueItem, catalogueTree } from '#src/server/course/catalogue-tree.ts';
import { readLocks } from '#src/server/course/item-locks.ts';
import { type CatalogueResource, readCatalogue } from '#src/server/course/read-catalogue.ts';
import { readStudyState, requireOpen } from '#src/server/course/study-state.ts';
import { course } from '#src/server/course/tables.ts';
import { resourceProgress, courseProgress } from './tables/study.ts';
import { readMember } from '#src/server/account/read-member.ts';
import { memberFileUrl, publicFileUrl, versionUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { resumeAt } from '#src/lib/ranges.ts';
import { readMedia } from './read-media.ts';
import { shownProgress } from './resource-progress.ts';
import { practicesOf } from './save-practical-operation.ts';
import { teaches } from './teaches.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Returns the data of the study room: the course's tree with signed file URLs, the viewer's progress and the resource to
 * continue with.
 * @throws AppError 403 with the reason when the course may not be studied
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
  // A new resource starts with the playback rate and captions of the resource studied last, in any course.
  const [latest] = await db
    .select()
    .from(resourceProgress)
    .where(mine)
    .orderBy(desc(resourceProgress.gmtModified))
    .limit(1);
  const at = now();
  const url = ({ kind, fileId, fileVersion }: CatalogueResource) =>
    fileId &&
    (kind === 'media' ? versionUrl(tenant.id, fileId, fileVersion ?? 1, at) : memberFileUrl(tenant.id, fileId, at));
  const progress = new Map(rows.map((row) => [row.resourceId, shownProgress(row)]));
  const { lastResourceId, ...ofCourse } = await readCourseProgress(db, key, courseId);
  const catalogue = await readCatalogue(db, tenant.id, courseId);
  const media = await readMedia(ctx, catalogue);
  const locks = await readLocks(db, { ...key, now: at }, found, catalogue);
  const handedIn = await practicesOf(
    ctx,
    catalogue.filter(({ kind }) => kind === 'practice').map(({ id }) => id),
  );

  return {
    ...ofCourse,
    courseId,
    title: found.title,
    cover: publicFileUrl(found.coverFileId),
    courseType: found.courseType,
    completionThreshold: found.completionThreshold,
    maxPlaybackRate: Number(found.maxPlaybackRate),
    noSkipping: found.noSkipping,
    watermark: found.watermark ? await watermarkOf(ctx) : null,
    teaches: await teaches(ctx, courseId),
    lastResourceId,
    resources: catalogueTree(catalogue, progress, (resource) => {
      const row = byResource.get(resource.id) ?? null;
      const { watched, watchedSeconds, studySeconds } = shownProgress(row);
      const lock = locks.get(resource.id) ?? null;
      return {
        ...catalogueItem(resource),
        counted: resource.counted,
        fileName: resource.fileName,
        fileSize: resource.fileSize,
        mime: resource.mime,
        // What is locked is not to be read at its address either.
        fileUrl: lock ? null : url(resource),
        linkUrl: lock ? null : resource.linkUrl,
        lock,
        ...media(lock ? null : resource.id),
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

/** The text shown over videos: it names who has filmed the screen. */
async function watermarkOf(ctx: Context): Promise<string> {
  const { user } = await readMember(ctx);
  return [ctx.viewer.userName, user?.phone?.slice(-4)].filter(Boolean).join(' ');
}

/** Returns a user's progress in a course; `notStarted` if they never opened it. */
async function readCourseProgress(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  courseId: string,
) {
  const [row] = await db
    .select({
      studyProgress: courseProgress.studyProgress,
      status: courseProgress.status,
      lastResourceId: courseProgress.lastResourceId,
    })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, enterpriseId),
        eq(courseProgress.userId, userId),
        eq(courseProgress.courseId, courseId),
      ),
    );
  return row ?? { studyProgress: 0, status: 'notStarted' as const, lastResourceId: null };
}
