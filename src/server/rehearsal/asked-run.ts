import { and, eq, sql } from 'drizzle-orm';
import { rehearsal, type RehearsalFailure, type RehearsalProgress, type RehearsalStep } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';

/** A rehearsal that an administrator has asked for. */
export type AskedRun = { enterpriseId: string; id: string };
type Row = typeof rehearsal.$inferSelect;

const of = ({ enterpriseId, id }: AskedRun, status?: Row['status']) =>
  and(
    eq(rehearsal.enterpriseId, enterpriseId),
    eq(rehearsal.id, id),
    status ? eq(rehearsal.status, status) : undefined,
  );

/** Marks a rehearsal that waits as running. @returns undefined when it does not wait any longer */
export async function beginRun(run: AskedRun, now: Date): Promise<Row | undefined> {
  const [row] = await withTenant(run.enterpriseId, (db) =>
    db.update(rehearsal).set({ status: 'running', startedAt: now }).where(of(run, 'waiting')).returning(),
  );
  return row;
}

export async function saveProgress(run: AskedRun, progress: RehearsalProgress): Promise<void> {
  await withTenant(run.enterpriseId, (db) => db.update(rehearsal).set({ progress }).where(of(run, 'running')));
}

export async function saveStep(run: AskedRun, step: RehearsalStep): Promise<void> {
  const steps = sql`${rehearsal.steps} || ${JSON.stringify([step])}::jsonb`;
  await withTenant(run.enterpriseId, (db) => db.update(rehearsal).set({ steps }).where(of(run, 'running')));
}

export async function isStopAsked({ enterpriseId, id }: AskedRun): Promise<boolean> {
  const [row] = await withTenant(enterpriseId, (db) =>
    db.select({ stopAsked: rehearsal.stopAsked }).from(rehearsal).where(of({ enterpriseId, id })),
  );
  return row?.stopAsked ?? true;
}

/** Ends a rehearsal that has not ended. @param result `done`, `stopped`, or why it failed */
export async function endRun(run: AskedRun, result: 'done' | 'stopped' | RehearsalFailure, now: Date): Promise<void> {
  const failed = result !== 'done' && result !== 'stopped';
  const status = failed ? 'failed' : result;
  await withTenant(run.enterpriseId, (db) =>
    db
      .update(rehearsal)
      .set({ status, failure: failed ? result : null, endedAt: now, progress: null })
      .where(and(of(run), sql`${rehearsal.status} in ('waiting', 'running')`)),
  );
}
