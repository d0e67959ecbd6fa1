import { AppError } from '#src/server/core/app-error.ts';

/** Requests of one class that are received at the same time, and per minute. */
const MAX_OPEN = 6;
const MAX_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

type Use = { open: number; count: number; since: number };
const uses = new Map<string, Use>();

/**
 * Counts a request that brings a part of a stream, per process.
 * @returns a function that ends it
 * @throws AppError 429 above the limits
 */
export function enterIngest(sessionId: string): () => void {
  const at = performance.now();
  const use = uses.get(sessionId) ?? { open: 0, count: 0, since: at };
  if (at - use.since > MINUTE_MS) Object.assign(use, { count: 0, since: at });
  if (use.open >= MAX_OPEN || use.count >= MAX_PER_MINUTE) throw new AppError(429, 'tooManyUploads', { retryAfter: 5 });
  use.open += 1;
  use.count += 1;
  uses.set(sessionId, use);
  return () => {
    use.open -= 1;
    if (use.open === 0 && performance.now() - use.since > MINUTE_MS) uses.delete(sessionId);
  };
}
