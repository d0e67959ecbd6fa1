import { auditLog } from './db/schema/account.ts';
import { withTenant, type TenantDb } from './db/tenant.ts';
import type { RequestContext } from './context.ts';

/**
 * Writes down who did what, in the transaction of the deed itself: neither exists without the other.
 * @param detail never a password, code or token
 * @param userId when it is not the viewer
 */
export async function audit(
  db: TenantDb,
  { tenant, viewer, address }: RequestContext,
  action: string,
  detail: Record<string, unknown> | null = null,
  userId: string | null = viewer?.userId ?? null,
): Promise<void> {
  await db.insert(auditLog).values({ enterpriseId: tenant.id, userId, action, detail, address });
}

/** Writes down what was refused: there is no other change it could go with. */
export function auditAlone(
  ctx: RequestContext,
  action: string,
  detail: Record<string, unknown> | null = null,
  userId: string | null = ctx.viewer?.userId ?? null,
): Promise<void> {
  return withTenant(ctx.tenant.id, (db) => audit(db, ctx, action, detail, userId));
}
