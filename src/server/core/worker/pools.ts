import { availableParallelism } from 'node:os';
import { TaskPool } from './task-pool.ts';

/** At most half of the cores, so that exams keep the other half even where priorities have no effect. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));

/** Files that somebody sends or asks for: seconds of work, a few at a time. */
export const fileWork = new TaskPool({
  threads: Math.min(2, THREADS),
  waiting: { all: 8, ofOwner: 3 },
  processorMs: 60_000,
  wallMs: 300_000,
  heapMb: 768,
});

/** Texts that somebody saves or looks at: they do not wait behind files. */
export const textWork = new TaskPool({
  threads: THREADS,
  waiting: { all: 100, ofOwner: 20 },
  processorMs: 5_000,
  wallMs: 30_000,
  heapMb: 256,
});

/**
 * Documents that are converted at their first reading: one at a time, so that memory and processor are left for others. Many may wait:
 * each is converted only once, and its readers have nothing else to do.
 */
export const documentWork = new TaskPool({
  threads: 1,
  waiting: { all: 200, ofOwner: 50 },
  processorMs: 30_000,
  wallMs: 150_000,
  heapMb: 384,
});

/**
 * Uploads of the media library that are joined and looked at: one at a time, with the time that 4 GB take on a slow disk. Jobs ask for it,
 * so all may wait.
 */
export const mediaWork = new TaskPool({
  threads: 1,
  waiting: { all: 10_000, ofOwner: 10_000 },
  processorMs: 900_000,
  wallMs: 7_200_000,
  heapMb: 256,
});

/** Certificates as PDF: the thread keeps the font that all of them need. */
export const sheetWork = new TaskPool({
  threads: 1,
  waiting: { all: 200, ofOwner: 50 },
  processorMs: 10_000,
  wallMs: 60_000,
  heapMb: 384,
});

/** Ends the threads with what they do. */
export async function stopWork(): Promise<void> {
  await Promise.all([fileWork, textWork, documentWork, mediaWork, sheetWork].map((pool) => pool.close()));
}
