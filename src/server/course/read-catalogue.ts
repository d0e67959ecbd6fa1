import { sql } from 'drizzle-orm';
import type { courseResource } from './tables.ts';
import { runPrepared } from '#src/server/core/db/run-prepared.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { catalogueOf, type ResourceKind } from './catalogue-sql.ts';

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
  linkUrl: string | null;
  /** Text of an instant. */
  releaseAt: string | null;
  releaseDays: number | null;
  fileName: string | null;
  fileSize: number | null;
  mime: string | null;
  fileVersion: number | null;
  kind: ResourceKind;
  /** Pages of a document, as the server counted them when it was first opened; null before, and if it cannot be shown. */
  pageCount: number | null;
  /** Seconds; for `reading` the expected time, of which each page has an equal part (`page-buckets.ts`). */
  totalDuration: number;
  /** Whether the resource counts towards the progress of the course. */
  counted: boolean;
  /** Weight in the progress of the course, a whole number. */
  weight: number;
};

/** Reads the published resources of a course, in the order set by the enterprise. */
export async function readCatalogue(
  db: TenantDb,
  enterpriseId: string,
  courseId: string,
): Promise<CatalogueResource[]> {
  const rows = await runPrepared<CatalogueResource>(
    db,
    'catalogue',
    sql`
      with recursive ${catalogueOf(enterpriseId, sql`= ${courseId}`)}
      select id, course_id as "courseId", parent_id as "parentId", sub_resource_name as "subResourceName",
             content_type as "contentType", resource_type as "resourceType", file_id as "fileId", exam_id as "examId", activity,
             link_url as "linkUrl", release_at as "releaseAt", release_days as "releaseDays",
             file_name as "fileName", file_size::float8 as "fileSize", mime, file_version as "fileVersion", kind, page_count as "pageCount",
             total_duration as "totalDuration", counted, weight
      from catalogue order by sort, id limit ${MAX_ITEMS.resources}`,
  );
  return rows;
}
