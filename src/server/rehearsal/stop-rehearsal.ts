import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { rehearsal } from './tables.ts';

/**
 * Stops a rehearsal: one that waits at once, one that runs within seconds, when its process looks. One that has ended stays as
 * it is.
 * @throws AppError 404 for an unknown rehearsal
 */
export async function stopRehearsal(ctx: Context, { id }: OperationInput<'PUT /exam/auth/exam/rehearsal/stop'>) {
  const { db, tenant, now } = ctx;
  const which = and(eq(rehearsal.enterpriseId, tenant.id), eq(rehearsal.id, id));
  const [found] = await db.select({ status: rehearsal.status }).from(rehearsal).where(which).for('update');
  if (!found) throw notFound();
  const waits = sql`${rehearsal.status} = 'waiting'`;
  const stopped = await db
    .update(rehearsal)
    .set({
      stopAsked: true,
      status: sql`case when ${waits} then 'stopped' else ${rehearsal.status} end`,
      endedAt: sql`case when ${waits} then ${now().toISOString()}::timestamptz end`,
    })
    .where(and(which, inArray(rehearsal.status, ['waiting', 'running']), eq(rehearsal.stopAsked, false)))
    .returning({ id: rehearsal.id });
  if (stopped.length > 0) await audit(db, ctx, 'rehearsal.stopped', { id });
  return { id };
}
