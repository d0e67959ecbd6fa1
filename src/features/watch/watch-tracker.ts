import type { Range } from '#src/lib/ranges.ts';

/** A position change that exceeds the elapsed time by more than this is a seek, seconds. */
const SLACK = 0.75;
/** A second counts if playback entered it within this distance of its start. */
const EDGE = 0.1;

/**
 * Converts the position of a media element into watched whole seconds. A second counts once it has been played to its
 * end, also with a pause in it, but not with a seek.
 */
export class WatchTracker {
  private from: number | null = null;
  private last = 0;
  private lastAt = 0;
  private given = 0;

  /**
   * Updates the position to `time` seconds; `at` is a monotonic clock, seconds.
   * @returns newly watched seconds, or null
   */
  tick(time: number, at: number, rate: number): Range | null {
    const moved = time - this.last;
    const played = (at - this.lastAt) * rate;
    if (this.from === null || moved < -0.01 || moved > played + SLACK) {
      this.from = time;
      this.given = Math.max(0, Math.ceil(time - EDGE));
    }
    this.last = time;
    this.lastAt = at;
    return this.until(Math.floor(time));
  }

  /** Played to the end: the last partial second counts too. */
  end(duration: number): Range | null {
    return this.from === null ? null : this.until(duration);
  }

  /** A seek starts: a new range follows. */
  cut(): void {
    this.from = null;
  }

  private until(second: number): Range | null {
    if (second <= this.given) return null;
    const range: Range = [this.given, second];
    this.given = second;
    return range;
  }
}
