/** Fastest speed that counts, and that the player offers. */
export const MAX_PLAYBACK_RATE = 2;
/** Seconds between two reports of a player. */
export const REPORT_INTERVAL = 15;

/** Unspent budget that outlives a report: covers reports that travel at different speeds, not hours of credit. */
const CARRY_MS = 30_000;
/** Given once per person with their first player, for clocks that do not tick alike. */
export const TOLERANCE_MS = 2_000;
/**
 * The longest gap between two reports that still counts as time. A player that said it is playing may have been offline
 * meanwhile, so its gap counts up to half an hour; one that said it stopped has only a lost "play" to make up for.
 */
const LONGEST_GAP_MS = { active: 30 * 60_000, idle: 60_000 };
/** Clocks of several portal processes differ by less; a longer step back is the clock being set. */
const SKEW_MS = 60_000;

export type Clock = { lastReportAt: Date; budgetMs: number; active: boolean };

/**
 * Turns the wall-clock time since the last report into budget: milliseconds of content that may be counted now.
 * What is counted for a person can never exceed the time that passed × `rate`, whatever the number of tabs, because all
 * of them pay from this one clock (design section 9).
 */
export function accrue(clock: Clock, now: Date, rate: number): { lastReportAt: Date; budgetMs: number } {
  const elapsed = now.getTime() - clock.lastReportAt.getTime();
  const carried = Math.min(clock.budgetMs, CARRY_MS);
  if (elapsed < 0) return { lastReportAt: elapsed < -SKEW_MS ? now : clock.lastReportAt, budgetMs: carried };
  const counted = Math.min(elapsed, clock.active ? LONGEST_GAP_MS.active : LONGEST_GAP_MS.idle);
  return { lastReportAt: now, budgetMs: carried + Math.floor(counted * rate) };
}

/** What is left for the next report after `seconds` of content were counted. */
export function spend(budgetMs: number, seconds: number): number {
  return Math.min(Math.max(0, budgetMs - seconds * 1000), CARRY_MS);
}
