import { setImmediate, setTimeout } from 'node:timers/promises';

/*
 * How long one turn of the event loop holds up all others: in processor time of this thread, so that other processes, and what
 * this one does in other threads, make no difference; and as a ratio to a loop of this run, so that slow machines agree.
 */

/** Processor time of this thread, milliseconds. */
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** What the reference loop works on, about as large as what 100 ms are enough for on a machine of 2020. */
const ROWS = Array.from({ length: 2_000 }, (_, n) => ({ id: `row ${n}`, texts: [`文字 ${n}`, 'x'.repeat(50)] }));
const REPEATS = 80;

/** Processor time of the reference loop, milliseconds: the shortest of five. */
export function referenceLoop(): number {
  const times = Array.from({ length: 5 }, () => {
    const from = spent();
    for (let n = 0; n < REPEATS; n += 1) JSON.parse(JSON.stringify(ROWS));
    return spent() - from;
  });
  return Math.min(...times);
}

/** Runs work and returns its result with the longest turn of the event loop meanwhile, milliseconds of processor time. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; turn: number }> {
  let turn = 0;
  let isOver = false;
  let last = spent();
  const watch = async () => {
    while (!isOver) {
      // Between two timers is one turn, or a few short ones; asking at every turn would take the processor from other threads.
      await setTimeout(1);
      const now = spent();
      turn = Math.max(turn, now - last);
      last = now;
    }
  };
  const watching = watch();
  try {
    const result = await work();
    // The turn that is still going on counts as well.
    await setImmediate();
    turn = Math.max(turn, spent() - last);
    return { result, turn };
  } finally {
    isOver = true;
    await watching;
  }
}

/**
 * The longest turn of work in units of the reference loop. What is more than one is tried again, because a collection of garbage or a
 * first call is not what is measured; the shortest counts.
 */
export async function turnRatio(work: () => Promise<unknown>, reference: number, tries = 5): Promise<number> {
  let best = Infinity;
  for (let n = 0; n < tries && best > 1; n += 1) best = Math.min(best, (await longestTurn(work)).turn / reference);
  return best;
}
