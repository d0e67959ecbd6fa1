import { AppError } from '#src/server/core/app-error.ts';
import { documentWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { Conversion, ConversionJob } from './conversion.ts';
import type { run } from './convert-file.task.ts';

/** The refusals are problems of the document, not messages. */
const CONVERT = defineTask<typeof run>('#src/server/document/convert/convert-file.task.ts', {
  slow: 'document.tooSlow',
  large: 'document.tooLarge',
});

/**
 * Converts a document in a thread with limited memory and time, so that a broken or hostile file neither blocks nor ends the
 * portal. Enterprises take turns. It is not cancelled when its reader leaves: the result is stored for all of them.
 * @param owner the enterprise
 * @throws AppError 429 when too many wait, 503 when the portal stops; never for the sake of the file
 */
export async function convertDocument(job: ConversionJob, owner: string, pool = documentWork): Promise<Conversion> {
  try {
    return await pool.run(CONVERT, job, { owner });
  } catch (error) {
    if (!(error instanceof AppError)) return { problem: 'broken' };
    if (error.key === CONVERT.refusals.slow) return { problem: 'tooSlow' };
    if (error.key === CONVERT.refusals.large) return { problem: 'tooLarge' };
    throw error;
  }
}
