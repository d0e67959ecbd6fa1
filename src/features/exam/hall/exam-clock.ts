/**
 * Estimate of the server's time: the time in a reply plus the time elapsed on the monotonic clock. The wall clock of
 * the device is not used, so changing it has no effect.
 */
export type ExamClock = {
  /**
   * Updates the estimate with the server time of a reply; `sentAt` and `receivedAt` are readings of `monotonic`, ms.
   */
  sync(serverTime: string, sentAt: number, receivedAt: number): void;
  /** Server time now, ms since the epoch. */
  now(): number;
  /** Whole seconds until a point in time, never negative. */
  secondsUntil(moment: string): number;
};

/** @param monotonic a monotonic clock in milliseconds, e.g. `performance.now` */
export function createExamClock(serverTime: string, monotonic: () => number): ExamClock {
  let anchor = { server: Date.parse(serverTime), at: monotonic() };
  let bestTrip = Infinity;
  return {
    sync(time, sentAt, receivedAt) {
      const trip = receivedAt - sentAt;
      // A shorter round trip means a smaller error; a slow reply does not replace the reading of a fast one.
      if (trip > bestTrip * 1.5 + 50) return;
      bestTrip = Math.min(bestTrip, trip);
      anchor = { server: Date.parse(time) + trip / 2, at: receivedAt };
    },
    now: () => anchor.server + (monotonic() - anchor.at),
    secondsUntil(moment) {
      return Math.max(0, Math.ceil((Date.parse(moment) - this.now()) / 1000));
    },
  };
}

/** Whole seconds between two points in time, never negative. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000));
}

/** `01:05:09`, or `05:09` below an hour. */
export function clockFace(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${two(Math.floor(seconds / 3600))}:${rest}` : rest;
}
