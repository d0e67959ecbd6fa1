import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { limiter } from '#src/lib/limiter.ts';
import type { Conversion, ConversionJob } from './conversion.ts';

/** Resolved to the source file, which is present in the build too. */
const WORKER = createRequire(import.meta.url).resolve('#src/server/document/convert/convert-worker.ts');
/** Time for one document; the largest ordinary ones take a tenth of it. */
const TIMEOUT_MS = 30_000;
/** Heap of the thread, megabytes. */
const HEAP_MB = 384;

// One at a time, so that memory and processor are left for others; each file is converted only once.
const enter = limiter(1);

/**
 * Converts a document in a thread of its own with limited memory and time, so that a broken or hostile file neither blocks
 * nor ends the portal. Never throws for the sake of the file.
 */
export async function convertDocument(job: ConversionJob, timeoutMs = TIMEOUT_MS): Promise<Conversion> {
  const leave = await enter();
  try {
    return await new Promise<Conversion>((resolve) => {
      const worker = new Worker(WORKER, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
      const end = (conversion: Conversion) => {
        clearTimeout(timer);
        resolve(conversion);
        void worker.terminate();
      };
      const timer = setTimeout(() => end({ problem: 'tooSlow' }), timeoutMs);
      worker.once('message', (conversion: Conversion) => end(conversion));
      worker.once('error', (error: NodeJS.ErrnoException) =>
        end({ problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'broken' }),
      );
      worker.once('exit', () => end({ problem: 'broken' }));
    });
  } finally {
    leave();
  }
}
