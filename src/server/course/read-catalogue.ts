import { and, asc, eq } from 'drizzle-orm';
import type { ResourceKind as KindSchema } from '#src/contract/course.ts';
import { courseResource } from '#src/server/core/db/schema/course.ts';
import { document } from '#src/server/core/db/schema/document.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { MIN_PAGE_SECONDS } from '#src/lib/page-buckets.ts';

/** Default reading time of a document, of one of its pages once they are counted, and of a picture, in seconds. */
const DEFAULT_READING = { document: 60, page: 10, picture: 10 };
/** Type of the old formats .doc, .xls and .ppt, which can only be downloaded. */
const OLD_OFFICE = 'application/x-cfb';

export type ResourceKind = z.infer<typeof KindSchema>;

/** Kinds that count without a duration: their completion is an event. */
const UNTIMED: ReadonlySet<ResourceKind> = new Set([
  'exam',
  'practice',
  'questionnaire',
  'training',
  'evaluation',
  'live',
]);

export type CatalogueResource = {
  id: string;
  courseId: string;
  parentId: string | null;
  subResourceName: string;
  contentType: number;
  resourceType: number | null;
  fileId: string | null;
  examId: string | null;
  activity: (typeof courseResource.$inferSelect)['activity'];
  fileName: string | null;
  fileSize: number | null;
  mime: string | null;
  kind: ResourceKind;
  /** Pages of a document, as the server counted them when it was first opened; null before, and if it cannot be shown. */
  pageCount: number | null;
  /** Seconds; for `reading` the expected time, of which each page has an equal part (`page-buckets.ts`). */
  totalDuration: number;
  /** Whether the resource counts towards the progress of the course. */
  counted: boolean;
  /** Weight in the progress of the course. */
  weight: number;
};

const columns = {
  id: courseResource.id,
  courseId: courseResource.courseId,
  parentId: courseResource.parentId,
  subResourceName: courseResource.subResourceName,
  contentType: courseResource.contentType,
  resourceType: courseResource.resourceType,
  fileId: courseResource.fileId,
  examId: courseResource.examId,
  activity: courseResource.activity,
  totalDuration: courseResource.totalDuration,
  fileName: file.fileName,
  fileSize: file.fileSize,
  mime: file.contentType,
  fileDuration: file.duration,
  pageCount: document.pageCount,
  problem: document.problem,
};

/** Reads the published resources of a course, in the order set by the enterprise. */
export async function readCatalogue(
  db: TenantDb,
  enterpriseId: string,
  courseId: string,
): Promise<CatalogueResource[]> {
  const rows = await db
    .select(columns)
    .from(courseResource)
    .leftJoin(file, and(eq(file.enterpriseId, courseResource.enterpriseId), eq(file.id, courseResource.fileId)))
    .leftJoin(document, and(eq(document.enterpriseId, file.enterpriseId), eq(document.fileId, file.id)))
    .where(
      and(
        eq(courseResource.enterpriseId, enterpriseId),
        eq(courseResource.courseId, courseId),
        eq(courseResource.published, true),
      ),
    )
    .orderBy(asc(courseResource.sort), asc(courseResource.id))
    .limit(MAX_ITEMS.resources);
  const found = withoutOrphans(rows).map(({ fileDuration, problem, ...row }) => {
    const kind = kindOf({ ...row, problem });
    const totalDuration = durationOf(kind, row, fileDuration);
    return { ...row, kind, totalDuration, counted: isUntimed(kind) || totalDuration > 0, weight: totalDuration };
  });
  // Resources without duration, such as exams, have the average weight of the timed ones.
  const timed = found.filter((resource) => resource.counted && !isUntimed(resource.kind));
  const average = timed.length > 0 ? timed.reduce((sum, { weight }) => sum + weight, 0) / timed.length : 1;
  return found.map((resource) => (isUntimed(resource.kind) ? { ...resource, weight: average } : resource));
}

const isUntimed = (kind: ResourceKind) => UNTIMED.has(kind);

/** Removes resources below an unpublished one: they cannot be opened, so they must not count. */
function withoutOrphans<T extends { id: string; parentId: string | null }>(rows: T[]): T[] {
  const reached = new Set<string | null>([null]);
  let before = 0;
  while (before !== reached.size) {
    before = reached.size;
    for (const { id, parentId } of rows) if (reached.has(parentId)) reached.add(id);
  }
  return rows.filter(({ id }) => reached.has(id));
}

type Shape = Pick<CatalogueResource, 'contentType' | 'resourceType' | 'fileId' | 'activity' | 'mime'>;

function kindOf(row: Shape & { problem: string | null }): ResourceKind {
  if (row.activity) return row.activity;
  if (row.contentType === 3) return 'exam';
  if (row.contentType === 7) return 'practice';
  if (!row.fileId) return 'other';
  if (row.resourceType === 2 || row.resourceType === 3) return 'media';
  // What cannot be shown cannot be read here either: it must not keep a course from being completed.
  if (row.mime === OLD_OFFICE || row.problem !== null) return 'download';
  if (row.resourceType === 4 || row.resourceType === 5 || row.contentType === 4) return 'reading';
  return 'download';
}

function durationOf(
  kind: ResourceKind,
  row: { totalDuration: number; resourceType: number | null; pageCount: number | null },
  fileDuration: number | null,
): number {
  if (kind === 'media') return row.totalDuration || (fileDuration ?? 0);
  // A live class has a duration once its recording can be watched.
  if (kind === 'live') return row.totalDuration;
  if (kind !== 'reading') return 0;
  if (row.resourceType !== 4) return row.totalDuration || DEFAULT_READING.picture;
  if (row.pageCount === null) return row.totalDuration || DEFAULT_READING.document;
  return row.totalDuration
    ? Math.max(row.totalDuration, row.pageCount * MIN_PAGE_SECONDS)
    : row.pageCount * DEFAULT_READING.page;
}
