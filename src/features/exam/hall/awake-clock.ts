/** Longest time between two ticks of a page that runs; more, and the device slept, ms. */
const MAX_TICK = 5_000;

/**
 * For how long a page has been running, without the time its device slept. While it is hidden, browsers run its timers rarely;
 * that time counts as running, because the page reports it as an absence.
 */
export class AwakeClock {
  readonly #now: () => number;
  #last: number;
  #ms = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** Called every second, and at least once a minute while the page is hidden. */
  tick(isHidden: boolean): void {
    const passed = this.#now() - this.#last;
    this.#last += passed;
    this.#ms += isHidden ? passed : Math.min(MAX_TICK, passed);
  }

  seconds(): number {
    return this.#ms / 1_000;
  }
}
