/** Runs a function once, at the earliest of the requested times. */
export class EarliestTimer {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** @param delay ms */
  set(delay: number): void {
    const due = performance.now() + delay;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      this.#run();
    }, delay);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }
}
