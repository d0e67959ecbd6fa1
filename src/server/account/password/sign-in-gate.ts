import { limiter } from '#src/lib/limiter.ts';
import { busy } from './busy.ts';
import { HASHING_THREADS } from './password.ts';

/** How many may be at it, and how many may wait to be let in. */
type Room = { inside: number; waiting: number };

/**
 * A gate before work that many may want at the same moment: few at a time, in the order in which they came, and who finds
 * even the waiting room full is sent away before anything was done for them.
 * @returns `pass`, which does the work inside, or throws AppError 429 `busy`
 */
export function openGate({ inside, waiting }: Room): <T>(work: () => Promise<T>) => Promise<T> {
  const enter = limiter(inside);
  let here = 0;
  return async (work) => {
    if (here >= inside + waiting) throw busy();
    here += 1;
    const leave = await enter();
    try {
      return await work();
    } finally {
      leave();
      here -= 1;
    }
  };
}

/**
 * Before everybody who comes with a password. One sign-in takes several transactions: without a gate a storm would hold all
 * connections to the database, and those who sit an exam would wait for one.
 */
export const passSignInGate = openGate({ inside: HASHING_THREADS + 2, waiting: 150 });
