import { activeTenants, forgetTenants } from '#src/server/core/find-tenant.ts';
import { closePool } from '#src/server/core/db/pool.ts';
import { countStatements } from '../config/statement-counter.ts';

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
    // Read now, the list of tenants is not read again while `run` is counted.
    forgetTenants();
    await activeTenants();
    const before = counter.statements;
    await run();
    return counter.statements - before;
  };
  return {
    once,
    async close() {
      await closePool();
      process.env.DATABASE_URL = direct;
      counter.close();
    },
  };
}
