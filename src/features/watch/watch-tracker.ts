import type { Range } from '#src/lib/ranges.ts';

/** A jump of the picture that is longer than this beyond what playing explains is a seek, seconds. */
const SLACK = 0.75;
/** A second counts when it was begun this close to its start. */
const EDGE = 0.1;

/**
 * Turns the moving time of a media element into watched whole seconds. A second counts once it has been played to its
 * end; a pause in the middle of it does no harm, a jump does.
 */
export class WatchTracker {
  private from: number | null = null;
  private last = 0;
  private lastAt = 0;
  private given = 0;

  /**
   * The element stands at `time` seconds; `at` is a monotonic clock, seconds.
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

  /** Played to the very end: the last, begun second counts too. */
  end(duration: number): Range | null {
    return this.from === null ? null : this.until(duration);
  }

  /** A seek begins: what follows is a new stretch. */
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
