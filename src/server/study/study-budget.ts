/** Seconds between two reports of a player. */
export const REPORT_INTERVAL = 15;

/** Maximum unspent budget that a report leaves: compensates for delayed reports without accumulating hours. */
const CARRY_MS = 30_000;
/** Initial budget, once per user with their first player: compensates for clock differences. */
export const TOLERANCE_MS = 2_000;
/**
 * Maximum time between two reports that counts. A playing player may have been offline, so up to half an hour counts; after
 * a report of a stopped player only a lost "play" report has to be compensated.
 */
const MAX_GAP_MS = { active: 30 * 60_000, idle: 60_000 };
/** Clocks of portal processes differ by less than this; a longer step back means that the clock was set. */
const SKEW_MS = 60_000;

export type Clock = { lastReportAt: Date; budgetMs: number; active: boolean };

/**
 * Converts the wall-clock time since the last report to budget: milliseconds of content that may be counted now. The
 * counted time of a user never exceeds the elapsed time × `rate`, because all tabs share this clock
 * (docs/specification.md, section "Study time").
 */
export function accrue(clock: Clock, now: Date, rate: number): { lastReportAt: Date; budgetMs: number } {
  const elapsed = now.getTime() - clock.lastReportAt.getTime();
  const carried = Math.min(clock.budgetMs, CARRY_MS);
  if (elapsed < 0) return { lastReportAt: elapsed < -SKEW_MS ? now : clock.lastReportAt, budgetMs: carried };
  const counted = Math.min(elapsed, clock.active ? MAX_GAP_MS.active : MAX_GAP_MS.idle);
  return { lastReportAt: now, budgetMs: carried + Math.floor(counted * rate) };
}

/** Returns the budget in milliseconds that is left after `seconds` of content were counted. */
export function spend(budgetMs: number, seconds: number): number {
  return Math.min(Math.max(0, budgetMs - seconds * 1000), CARRY_MS);
}
