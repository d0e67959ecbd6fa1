import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { makePdf } from '#src/server/document/office/make-pdf.ts';

/** Makes the PDF of an Office file. @throws Error when that failed, after logging it; the file is shown without one */
export async function makePdfJob(job: Jobs['make-pdf'], now = systemNow()): Promise<void> {
  const error = await makePdf(job, now);
  if (!error) return;
  writeLog('warn', { msg: 'an Office file could not be converted', ...job, error });
  throw new Error(error);
}
