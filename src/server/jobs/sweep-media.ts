import { deletingNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { deleteOldImports, lostImports } from '#src/server/editing/import/run-import.ts';
import { purgeMedia } from '#src/server/media/purge-media.ts';
import { deleteExpiredUploads } from '#src/server/media/upload/delete-upload.ts';
import { lostUploads } from '#src/server/media/upload/finish-upload.ts';
import { enterpriseIds } from './enterprise-ids.ts';

/** Seconds between sweeps: how long an upload waits at most whose process was killed. */
export const MEDIA_SWEEP_SECONDS = 60;

/**
 * Sends jobs for complete uploads that nobody looks at, and removes what is not kept any more: unfinished uploads, deleted files, former
 * versions. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepMedia(onError: (error: unknown) => void, now = deletingNow()): Promise<void> {
  for (const enterpriseId of await enterpriseIds()) {
    await withTenant(enterpriseId, async (db) => {
      for (const id of await lostUploads(db, enterpriseId)) await sendJob(db, 'finish-upload', { enterpriseId, id });
      for (const id of await lostImports(db, enterpriseId)) await sendJob(db, 'import-course', { enterpriseId, id });
      await deleteOldImports(db, enterpriseId, now);
    }).catch(onError);
    await deleteExpiredUploads(enterpriseId, now).catch(onError);
    await purgeMedia(enterpriseId, now).catch(onError);
  }
}
