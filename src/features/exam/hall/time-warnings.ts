/** Seconds before an end at which the candidate is warned, the last first. */
const WARN_AT = [60, 300];

/**
 * Returns which warning applies when an end is so many seconds away: 60, 300, or null. More time (an extension, a break) takes
 * a warning back, so that it comes again.
 */
export function warningAt(secondsLeft: number | null): number | null {
  if (secondsLeft === null || secondsLeft === 0) return null;
  return WARN_AT.find((seconds) => secondsLeft <= seconds) ?? null;
}
