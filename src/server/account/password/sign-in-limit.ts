import { limiter } from '#src/lib/limiter.ts';
import { busy } from './busy.ts';
import { HASHING_THREADS } from './password.ts';

/** Maximum number of running and of waiting calls. */
type Limits = { running: number; waiting: number };

/**
 * Limits concurrent work: calls run in order of arrival, and calls beyond the waiting limit are rejected before any
 * work.
 * @returns a function that runs the work, or throws AppError 429 `busy`
 */
export function limitConcurrency({ running, waiting }: Limits): <T>(work: () => Promise<T>) => Promise<T> {
  const enter = limiter(running);
  let admitted = 0;
  return async (work) => {
    if (admitted >= running + waiting) throw busy();
    admitted += 1;
    const leave = await enter();
    try {
      return await work();
    } finally {
      leave();
      admitted -= 1;
    }
  };
}

/**
 * Limits concurrent logins by password. One login takes several transactions: without a limit, many simultaneous logins
 * would hold all database connections, and exams would wait.
 */
export const limitSignIns = limitConcurrency({ running: HASHING_THREADS + 2, waiting: 150 });
