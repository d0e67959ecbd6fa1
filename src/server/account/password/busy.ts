import { AppError } from '#src/server/core/app-error.ts';

/** Bounds of `Retry-After`. */
const MIN_RETRY_SECONDS = 3;
const MAX_RETRY_SECONDS = 30;
/** Approximate number of logins per second on a small machine. */
const LOGINS_PER_SECOND = 30;
/** Time for which a rejected request counts as one that will be repeated. */
const REJECTION_TTL_MS = 10_000;

let recentRejections = 0;

/**
 * Returns the error for too many concurrent requests. `Retry-After` grows with the number of recent rejections, so that
 * the retries do not all come at once.
 */
export function busy(): AppError {
  recentRejections += 1;
  setTimeout(() => (recentRejections -= 1), REJECTION_TTL_MS).unref();
  return new AppError(429, 'busy', {
    retryAfter: Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS + Math.floor(recentRejections / LOGINS_PER_SECOND)),
  });
}
