import { setTimeout as pause } from 'node:timers/promises';

type Wait = {
  /** The condition, for the error message. */
  what: string;
  /** Maximum time, milliseconds. */
  timeout: number;
  /** Interval between two checks, milliseconds. */
  every?: number;
};

/**
 * Polls until a condition holds, in programs that run outside of a test runner (tests use `expect.poll` and `vi.waitFor`).
 * @returns the first result of `check` that is not false, null or undefined
 * @throws Error after the timeout, and any error of `check`
 */
export async function until<T>(
  check: () => T | Promise<T>,
  { what, timeout, every = 50 }: Wait,
): Promise<Exclude<Awaited<T>, false | null | undefined>> {
  for (const end = performance.now() + timeout; ; await pause(every)) {
    const found = await check();
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<Awaited<T>, false | null | undefined>;
    if (performance.now() > end) throw new Error(`Waited ${timeout / 1000} s without success until ${what}.`);
  }
}
