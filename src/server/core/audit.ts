import { auditLog } from './tables.ts';
import { withTenant, type TenantDb } from './db/tenant.ts';
import type { RequestContext } from './context.ts';

/**
 * Adds a row to the audit log in the transaction of the action itself: either both are stored or neither.
 * @param detail must not contain a password, code or token
 * @param userId the acting user, if it is not the viewer
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

/** Adds a row to the audit log for what no request does: commands and imports. @param detail must not contain a password, code or token */
export async function auditWithoutRequest(
  db: TenantDb,
  entry: { enterpriseId: string; userId: string | null; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await db.insert(auditLog).values(entry);
}

/** Adds a row to the audit log in its own transaction, for a rejected action whose own transaction is rolled back. */
export function auditAlone(
  ctx: RequestContext,
  action: string,
  detail: Record<string, unknown> | null = null,
  userId: string | null = ctx.viewer?.userId ?? null,
): Promise<void> {
  return withTenant(ctx.tenant.id, (db) => audit(db, ctx, action, detail, userId));
}
