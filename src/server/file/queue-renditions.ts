import { sql } from 'drizzle-orm';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Videos per tenant and sweep. */
const BATCH = 20;
/** A conversion that was sent so long ago and is not done is sent again: its process has ended. */
const LOST = '6 hours';

/** Sends jobs for the videos of a tenant that are not converted yet. @returns how many */
export async function queueRenditions(db: TenantDb, enterpriseId: string): Promise<number> {
  const { rows } = await db.execute<{ fileId: string }>(sql`
    insert into file_rendition (enterprise_id, file_id)
    select f.enterprise_id, f.id from file f
    where f.enterprise_id = ${enterpriseId} and f.content_type in ('video/mp4', 'video/webm') and f.visibility = 'member'
      and not exists (select from file_rendition r
                      where r.enterprise_id = f.enterprise_id and r.file_id = f.id
                        and (r.status <> 'pending' or r.sent_at > now() - ${LOST}::interval))
    order by f.id limit ${BATCH}
    on conflict (enterprise_id, file_id) do update set sent_at = now()
    returning file_id as "fileId"`);
  for (const { fileId } of rows) await sendJob(db, 'make-rendition', { enterpriseId, fileId });
  return rows.length;
}
