import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { fileRendition } from '#src/server/file/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { claimRenditions } from '#src/server/file/rendition-row.ts';
import { OFFICE_TYPES } from '../document-format.ts';

/** Files per tenant and sweep. */
const BATCH = 20;

/**
 * Sends jobs for the Office files of courses of which no PDF was made yet. Files that learners submit are not converted.
 * @returns how many
 */
export async function queuePdfs(db: TenantDb, enterpriseId: string): Promise<number> {
  const isDone = db
    .select({ one: sql`1` })
    .from(fileRendition)
    .where(
      and(
        eq(fileRendition.enterpriseId, file.enterpriseId),
        eq(fileRendition.fileId, file.id),
        // The same files would be chosen each time, and others never.
        sql`(${fileRendition.status} <> 'pending' or ${fileRendition.sentAt} > now() - interval '6 hours')`,
      ),
    );
  const found = await db
    .selectDistinct({ id: file.id })
    .from(file)
    .innerJoin(
      courseResource,
      and(eq(courseResource.enterpriseId, file.enterpriseId), eq(courseResource.fileId, file.id)),
    )
    .where(
      and(
        eq(file.enterpriseId, enterpriseId),
        inArray(file.contentType, OFFICE_TYPES),
        eq(file.visibility, 'member'),
        notExists(isDone),
      ),
    )
    .orderBy(file.id)
    .limit(BATCH);
  const claimed = await claimRenditions(
    db,
    enterpriseId,
    found.map(({ id }) => id),
  );
  for (const fileId of claimed) await sendJob(db, 'make-pdf', { enterpriseId, fileId });
  return claimed.length;
}
