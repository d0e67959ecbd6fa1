import { and, asc, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/core/db/schema/course.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';

/** Reading time of a document, and looking time of a picture, for which the enterprise gave none; seconds. */
const DEFAULT_READING = { document: 60, picture: 10 };

/**
 * How a resource is studied. `media`: watched or heard; `reading`: read or looked at for a time; `exam`: passed;
 * `practice`: done elsewhere and signed off by somebody; `other`: a directory, an archive to download, or something that
 * happens elsewhere.
 */
export type ResourceKind = 'media' | 'reading' | 'exam' | 'practice' | 'other';

export type CatalogueResource = {
  id: string;
  courseId: string;
  parentId: string | null;
  subResourceName: string;
  contentType: number;
  resourceType: number | null;
  fileId: string | null;
  captionsFileId: string | null;
  examId: string | null;
  fileName: string | null;
  fileSize: number | null;
  mime: string | null;
  kind: ResourceKind;
  /** Seconds; of what is read: the time expected. */
  totalDuration: number;
  /** Whether the course's progress counts it. */
  counted: boolean;
  /** Its share in the course's progress. */
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
  captionsFileId: courseResource.captionsFileId,
  examId: courseResource.examId,
  totalDuration: courseResource.totalDuration,
  fileName: file.fileName,
  fileSize: file.fileSize,
  mime: file.contentType,
  fileDuration: file.duration,
};

/** The published resources of a course, in the order of the enterprise. */
export async function readCatalogue(
  db: TenantDb,
  enterpriseId: string,
  courseId: string,
): Promise<CatalogueResource[]> {
  const rows = await db
    .select(columns)
    .from(courseResource)
    .leftJoin(file, and(eq(file.enterpriseId, courseResource.enterpriseId), eq(file.id, courseResource.fileId)))
    .where(
      and(
        eq(courseResource.enterpriseId, enterpriseId),
        eq(courseResource.courseId, courseId),
        eq(courseResource.published, true),
      ),
    )
    .orderBy(asc(courseResource.sort), asc(courseResource.id))
    .limit(MAX_ITEMS.resources);
  const found = withoutOrphans(rows).map(({ fileDuration, ...row }) => {
    const kind = kindOf(row);
    const totalDuration = durationOf(kind, row, fileDuration);
    return { ...row, kind, totalDuration, counted: isUntimed(kind) || totalDuration > 0, weight: totalDuration };
  });
  // An exam or a practice takes no watching: it weighs as much as the average of what is watched and read.
  const timed = found.filter((resource) => resource.counted && !isUntimed(resource.kind));
  const average = timed.length > 0 ? timed.reduce((sum, { weight }) => sum + weight, 0) / timed.length : 1;
  return found.map((resource) => (isUntimed(resource.kind) ? { ...resource, weight: average } : resource));
}

/** What is complete at once, by somebody's word, and not by time. */
const isUntimed = (kind: ResourceKind) => kind === 'exam' || kind === 'practice';

/** Without what hangs under something unpublished: nobody could open it, so it must not count either. */
function withoutOrphans<T extends { id: string; parentId: string | null }>(rows: T[]): T[] {
  const reached = new Set<string | null>([null]);
  let before = 0;
  while (before !== reached.size) {
    before = reached.size;
    for (const { id, parentId } of rows) if (reached.has(parentId)) reached.add(id);
  }
  return rows.filter(({ id }) => reached.has(id));
}

function kindOf(row: { contentType: number; resourceType: number | null; fileId: string | null }): ResourceKind {
  if (row.contentType === 3) return 'exam';
  if (row.contentType === 7) return 'practice';
  if (!row.fileId) return 'other';
  if (row.resourceType === 2 || row.resourceType === 3) return 'media';
  if (row.resourceType === 4 || row.resourceType === 5 || row.contentType === 4) return 'reading';
  return 'other';
}

function durationOf(
  kind: ResourceKind,
  row: { totalDuration: number; resourceType: number | null },
  fileDuration: number | null,
): number {
  if (kind === 'media') return row.totalDuration || (fileDuration ?? 0);
  if (kind !== 'reading') return 0;
  return row.totalDuration || (row.resourceType === 4 ? DEFAULT_READING.document : DEFAULT_READING.picture);
}
