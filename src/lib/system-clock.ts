/** The clock for code outside of requests, e.g. jobs. Code of a request uses `ctx.now()`. */
export const systemNow = (): Date => new Date();

/** Sources of time, milliseconds: the system clock, which can be set, and the monotonic clock. */
type Sources = { wall: () => number; monotonic: () => number };
/** Maximum change by slewing and drift between two readings. */
const TOLERANCE_MS = 60_000;

/**
 * Returns a clock for operations that cannot be undone, such as deleting old rows. When the system clock jumps forward, this
 * clock continues without the jump, and adopts it when the system clock has not jumped again for `holdMs`: then it was a
 * correction. It is never ahead of the system clock.
 */
export function cautiousClock(
  holdMs: number,
  { wall, monotonic }: Sources = { wall: () => Date.now(), monotonic: () => performance.now() },
): () => Date {
  let trusted = wall() - monotonic();
  let jumped: { offset: number; at: number } | null = null;
  return () => {
    const at = monotonic();
    const offset = wall() - at;
    if (offset <= trusted + TOLERANCE_MS) jumped = null;
    else if (!jumped || Math.abs(offset - jumped.offset) > TOLERANCE_MS) jumped = { offset, at };
    if (!jumped || at - jumped.at >= holdMs) {
      trusted = offset;
      jumped = null;
    }
    return new Date(trusted + at);
  };
}

/** The clock for closing expired attempts. */
export const closingNow = cautiousClock(10 * 60_000);
/** The clock for deleting old data. */
export const deletingNow = cautiousClock(24 * 3_600_000);
