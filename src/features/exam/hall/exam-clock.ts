/**
 * The server's time as this browser can best tell it (design section 8): the time in a reply plus what the monotonic
 * clock measured since. The wall clock of the device is never asked, so that setting it changes nothing.
 */
export type ExamClock = {
  /** Takes a reply's server time; `sentAt` and `receivedAt` are readings of `monotonic`, ms. */
  sync(serverTime: string, sentAt: number, receivedAt: number): void;
  /** Server time now, ms since the epoch. */
  now(): number;
  /** Whole seconds until a moment, never negative. */
  secondsUntil(moment: string): number;
};

/** @param monotonic milliseconds that only ever grow, e.g. `performance.now` */
export function createExamClock(serverTime: string, monotonic: () => number): ExamClock {
  let anchor = { server: Date.parse(serverTime), at: monotonic() };
  let bestTrip = Infinity;
  return {
    sync(time, sentAt, receivedAt) {
      const trip = receivedAt - sentAt;
      // The shorter the round trip, the less of it can be error; a slow reply does not replace a quick one's reading.
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

/** `01:05:09`, or `05:09` below an hour. */
export function clockFace(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${two(Math.floor(seconds / 3600))}:${rest}` : rest;
}
