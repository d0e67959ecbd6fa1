/**
 * Seconds after the deadline in which answers still count: they were given before it and were on their way
 * (design section 8). The attempt stays open for so long, and is closed after it by whoever looks first.
 */
export const GRACE_SECONDS = 30;

/** Whether an attempt with this deadline is past its grace. */
export function isExpired(deadlineAt: Date, now: Date): boolean {
  return now.getTime() > deadlineAt.getTime() + GRACE_SECONDS * 1000;
}

/** Deadlines before this moment are past their grace. */
export function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - GRACE_SECONDS * 1000);
}
