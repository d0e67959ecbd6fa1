import { setTimeout as sleep } from 'node:timers/promises';
import { withPortal } from '#src/server/core/db/tenant.ts';

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('exam rehearsal', 0)) as free`;
/** Pause between two tries, ms. */
const PAUSE = 250;

/**
 * Runs `work` while no other rehearsal runs on this installation. PostgreSQL releases the lock when this process ends in
 * any way, so nobody who holds it is dead.
 * @param work its argument throws when the connection that holds the lock is lost
 * @param seconds for how long to try: the sweep holds the lock for a moment
 * @returns false when another rehearsal runs
 */
export async function withRehearsalLock(
  work: (check: () => Promise<void>) => Promise<void>,
  seconds = 0,
): Promise<boolean> {
  for (const end = performance.now() + seconds * 1_000; ; await sleep(PAUSE)) {
    const wasFree = await withPortal(async (_db, client) => {
      const { rows } = await client.query<{ free: boolean }>(LOCK);
      if (rows[0]!.free) await work(async () => void (await client.query('select 1')));
      return rows[0]!.free;
    });
    if (wasFree || performance.now() >= end) return wasFree;
  }
}
