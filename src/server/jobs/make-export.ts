import { systemNow } from '#src/lib/system-clock.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { writeLog } from '#src/server/http/write-log.ts';
import type { Jobs } from './queues.ts';

/** Makes the file of an export that somebody asked for. */
export async function makeExportJob(job: Jobs['make-export'], now = systemNow()): Promise<void> {
  const error = await makeExport(job, now);
  if (error) writeLog('error', { msg: 'export failed', ...job, error: error instanceof Error ? error.stack : error });
}
