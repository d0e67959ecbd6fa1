import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { finishUpload } from '#src/server/media/upload/finish-upload.ts';

/** Makes a complete upload a file of the media library. @throws Error when it has to be tried again */
export async function finishUploadJob(job: Jobs['finish-upload'], now = systemNow()): Promise<void> {
  await finishUpload(job, now);
}
