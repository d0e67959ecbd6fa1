import { withPortal } from '#src/server/core/db/tenant.ts';

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('exam rehearsal', 0)) as free`;

/**
 * Runs `work` while no other rehearsal runs on this installation. PostgreSQL releases the lock when this process ends in
 * any way, so nobody who holds it is dead.
 * @param work its argument throws when the connection that holds the lock is lost
 * @returns false when another rehearsal runs
 */
export function withRehearsalLock(work: (check: () => Promise<void>) => Promise<void>): Promise<boolean> {
  return withPortal(async (_db, client) => {
    const { rows } = await client.query<{ free: boolean }>(LOCK);
    if (!rows[0]!.free) return false;
    await work(async () => void (await client.query('select 1')));
    return true;
  });
}
