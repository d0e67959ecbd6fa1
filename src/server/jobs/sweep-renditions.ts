import { enterpriseIds } from './enterprise-ids.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { officePath } from '#src/server/document/office/run-office.ts';
import { queuePdfs } from '#src/server/document/office/queue-pdfs.ts';
import { ffmpegPath } from '#src/server/file/ffmpeg.ts';
import { queueRenditions } from '#src/server/file/queue-renditions.ts';

/** Seconds between sweeps: the delay until the conversion of a new file begins. */
export const RENDITION_SWEEP_SECONDS = 60;

/**
 * Sends a job for every video and Office file that is not converted yet, of all tenants, if ffmpeg or LibreOffice is
 * installed and `TRANSCODE` is not off.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepRenditions(onError: (error: unknown) => void): Promise<void> {
  if (settings().transcode === 'off') return;
  const queues = [...(ffmpegPath() ? [queueRenditions] : []), ...(officePath() ? [queuePdfs] : [])];
  if (queues.length === 0) return;
  for (const id of await enterpriseIds())
    for (const queue of queues) await withTenant(id, (db) => queue(db, id)).catch(onError);
}
