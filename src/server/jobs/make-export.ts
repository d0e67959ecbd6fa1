import { systemNow } from '#src/lib/system-clock.ts';
import { type ExportSheets, makeExport } from '#src/server/export/make-export.ts';
import { ledgerSheet } from '#src/server/record/ledger-sheet.ts';
import { writeLog } from '#src/server/core/log.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';

/** What reads the content of each type of export. */
export const EXPORT_SHEETS: ExportSheets = { creditHourChange: ledgerSheet };

/** Makes the file of an export that somebody asked for. */
export async function makeExportJob(job: Jobs['make-export'], now = systemNow()): Promise<void> {
  const error = await makeExport(job, EXPORT_SHEETS, now);
  if (error) writeLog('error', { msg: 'export failed', ...job, error: error instanceof Error ? error.stack : error });
}
