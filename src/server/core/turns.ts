import { setImmediate } from 'node:timers/promises';

/** Time for which a loop may hold up everything else, milliseconds. */
const TURN_MS = 10;

/**
 * Lets requests run between the steps of a loop over much data: the loop awaits what this returns after each step, which takes no
 * time unless its turn is over.
 */
export function turns(): () => Promise<void> | undefined {
  let end = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return setImmediate().then(() => {
      end = performance.now() + TURN_MS;
    });
  };
}
