import { closePool } from '#src/server/core/db/pool.ts';
import { countStatements } from '../bench/statement-counter.ts';

/** How often something is counted: the list of tenants is read again now and then, which the least number leaves out. */
const TRIES = 5;

/**
 * Leads the pool of this process through a counting proxy. Only for test files with a process of their own: others share
 * the pool.
 */
export async function countedPool() {
  const direct = process.env.DATABASE_URL!;
  const counter = await countStatements(direct);
  await closePool();
  process.env.DATABASE_URL = counter.url;
  /** Statements that `run` sends, from BEGIN to COMMIT. */
  const once = async (run: () => Promise<unknown>): Promise<number> => {
    const before = counter.statements;
    await run();
    return counter.statements - before;
  };
  return {
    once,
    /** The least number of statements of several runs. */
    async least(run: (n: number) => Promise<unknown>): Promise<number> {
      let least = Infinity;
      for (let n = 0; n < TRIES; n++) least = Math.min(least, await once(() => run(n)));
      return least;
    },
    async close() {
      await closePool();
      process.env.DATABASE_URL = direct;
      counter.close();
    },
  };
}
