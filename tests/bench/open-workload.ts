import { setTimeout as sleep } from 'node:timers/promises';

/** The milliseconds that a request took, and its HTTP status; 0 for no response. */
export type Outcome = { ms: number; status: number };

/** Starts requests at fixed times, independent of earlier ones. @returns their outcomes, measured from these times */
export async function byTheClock<O extends Outcome>(
  count: number,
  seconds: number,
  begin: (n: number) => Promise<O>,
): Promise<O[]> {
  const start = performance.now();
  const running: Promise<O>[] = [];
  for (let n = 0; n < count; n++) {
    const late = performance.now() - start - (n * seconds * 1000) / count;
    if (late < 0) await sleep(-late);
    const behind = Math.max(0, late);
    running.push(begin(n).then((outcome) => ({ ...outcome, ms: outcome.ms + behind })));
  }
  return Promise.all(running);
}

/** Returns the milliseconds within which this part of the requests was answered. */
export function quantile(outcomes: Outcome[], part: number): number | null {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted.length === 0
    ? null
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
}
