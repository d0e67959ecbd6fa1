import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { endRun } from '#src/server/rehearsal/asked-run.ts';
import { rehearsalsOfAll } from '#src/server/rehearsal/installation/read-state.ts';
import { withRehearsalLock } from '#src/server/rehearsal/installation/rehearsal-lock.ts';
import { closeEnterprise } from '#src/server/rehearsal/installation/synthetic-tenant.ts';

/** Seconds between sweeps. */
export const REHEARSAL_SWEEP_SECONDS = 20;

/**
 * Ends rehearsals whose process was killed: closes the enterprise of rehearsals and its sessions, and marks what runs by the
 * table as failed. Nothing happens while one is alive, because it holds the lock.
 */
export async function sweepRehearsals(now = systemNow()): Promise<void> {
  const { active, isOpen } = await withPortal((db) => rehearsalsOfAll(db, now));
  if (!isOpen && !active.some(({ status }) => status === 'running')) return;
  await withRehearsalLock(async () => {
    await closeEnterprise(now);
    // Read again: with the lock no other process begins one.
    const { active: left } = await withPortal((db) => rehearsalsOfAll(db, now));
    for (const run of left.filter(({ status }) => status === 'running')) await endRun(run, 'ended', now);
  });
}
