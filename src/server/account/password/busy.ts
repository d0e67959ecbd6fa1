import { AppError } from '#src/server/core/app-error.ts';

/** Shortest and longest wait that somebody is told, seconds. */
const SHORTEST = 3;
const LONGEST = 30;
/** Roughly as many as can sign in within a second on a small machine. */
const A_SECOND = 30;
/** Milliseconds for which somebody who was refused counts as one who comes again. */
const REMEMBERED = 10_000;

let refused = 0;

/**
 * Too many people at once. The more were sent away just now, the later they are asked back, so that a storm does not
 * come back as a storm.
 */
export function busy(): AppError {
  refused += 1;
  setTimeout(() => (refused -= 1), REMEMBERED).unref();
  return new AppError(429, 'busy', { retryAfter: Math.min(LONGEST, SHORTEST + Math.floor(refused / A_SECOND)) });
}
