import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { makeRendition } from '#src/server/file/make-rendition.ts';

/** Converts a video to HLS. @throws Error when that failed, after logging it; the video is played as it is */
export async function makeRenditionJob(job: Jobs['make-rendition'], now = systemNow()): Promise<void> {
  const error = await makeRendition(job, now);
  if (!error) return;
  writeLog('warn', { msg: 'a video could not be converted', ...job, error });
  throw new Error(error);
}
