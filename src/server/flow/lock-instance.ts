import { and, eq } from 'drizzle-orm';
import { flowInstance } from '#src/server/core/db/schema/flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/**
 * Takes a request for this transaction: decisions and recalls of it queue up here.
 * @throws AppError 404 for one that is not of this tenant
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
