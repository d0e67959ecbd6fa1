import { closingNow } from '#src/lib/system-clock.ts';

/**
 * Grace period: answers that arrive up to this long after the deadline count, because they may have been sent before it
 * (docs/specification.md, section "Attempts"). The attempt is closed after it by the first read, job or sweep.
 */
export const GRACE_SECONDS = 30;

/** Whether an attempt with this deadline is past its grace period. */
export function isExpired(deadlineAt: Date, now: Date): boolean {
  return now.getTime() > deadlineAt.getTime() + GRACE_SECONDS * 1000;
}

/** Returns the time before which deadlines are past their grace period. */
export function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - GRACE_SECONDS * 1000);
}

/** The moment at which the clock of an attempt stands: it does not run while an invigilator has paused the attempt. */
export function clockAt({ pausedAt }: { pausedAt: Date | null }, now: Date): Date {
  return pausedAt !== null && pausedAt < now ? pausedAt : now;
}

/** Interval of the beats of the exam screen when it sends nothing else, seconds. */
export const BEAT_SECONDS = 15;
/** An open attempt that nothing was heard of for longer than this has a gap, seconds: three beats. */
export const GAP_SECONDS = 45;
/** How long a page may be gone (reload, crash) without it counting as a switch, seconds. */
export const LEAVE_GRACE_SECONDS = 10;

/** Difference of the two clocks from which on the system clock must have jumped, ms. */
const JUMP_MS = 60_000;

/**
 * When the absence of a candidate began as far as it counts: not before this process began to serve, because until then a
 * return could not be reported, and without a jump of the system clock.
 */
export function countedFrom(leftAt: Date, now: Date): Date {
  const ahead = now.getTime() - closingNow().getTime();
  const jumped = ahead > JUMP_MS ? ahead : 0;
  return new Date(Math.max(leftAt.getTime() + jumped, now.getTime() - process.uptime() * 1000));
}
