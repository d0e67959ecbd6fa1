import { and, eq } from 'drizzle-orm';
import { flowInstance } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/**
 * Locks a request for this transaction, which serialises decisions and withdrawals.
 * @throws AppError 404 for a request of another tenant
 */
export async function lockInstance({ db, tenant }: Context, id: string) {
  const [found] = await db
    .select()
    .from(flowInstance)
    .where(and(eq(flowInstance.enterpriseId, tenant.id), eq(flowInstance.id, id)))
    .for('update');
  if (!found) throw notFound();
  return found;
}
