/** Maximum difference between the clocks of the processes and the database. */
const SKEW_SECONDS = 60;

/**
 * Whether something with a lifetime of `seconds` is valid: not expired, and not created while the clock was ahead, because then
 * it would be valid for longer.
 */
export function isWithin(expiresAt: Date, now: Date, seconds: number): boolean {
  const left = expiresAt.getTime() - now.getTime();
  return left > 0 && left <= (seconds + SKEW_SECONDS) * 1000;
}
