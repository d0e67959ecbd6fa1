import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';

/**
 * Limit of audit rows about denied requests for one user, or for one address without a user: the log must stay
 * readable.
 */
const AUDIT_LIMIT = { limit: 30, seconds: 3_600 };
type Found = { user_id: string; enterprise_id: string | null; right_companion: boolean };

/** Records in the audit log that a logged-in user called an operation that their role does not allow. */
export function auditForbidden(ctx: RequestContext, call: string): Promise<void> {
  return auditLimited(ctx, { why: 'role', call }, ctx.viewer?.userId ?? null);
}

/**
 * Records a valid token that came without its companion cookie, or to another tenant: signs of a stolen token. Ended
 * and invented tokens are not recorded, because anybody can send those.
 * @param companion hash of the companion cookie of the request, null when there is none
 */
export async function auditStrayToken(
  ctx: RequestContext & { tokenHash: Buffer },
  companion: Buffer | null,
  path: string,
): Promise<void> {
  const found = await withTenant(ctx.tenant.id, async (_db, client) => {
    const { rows } = await client.query<Found>({
      name: 'stray-token',
      text: `select user_id, enterprise_id, companion_hash is not distinct from $2::bytea as right_companion
             from portal.user_session where token_hash = $1 and ended_at is null and expires_at > now()`,
      values: [ctx.tokenHash, companion],
    });
    return rows[0];
  });
  if (!found) return;
  if (found.enterprise_id && found.enterprise_id !== ctx.tenant.id) {
    // The audit log of this tenant must not name a user of another tenant.
    await auditLimited(ctx, { why: 'tenant', path }, null);
  } else if (!found.right_companion) {
    await auditLimited(ctx, { why: 'companion', path }, found.user_id);
  }
}

async function auditLimited(
  ctx: RequestContext,
  detail: { why: string; [more: string]: string },
  userId: string | null,
): Promise<void> {
  try {
    await takeTry(`audit:${detail.why}:${ctx.tenant.id}:${userId ?? ctx.address}`, AUDIT_LIMIT);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await auditAlone(ctx, 'access.refused', detail, { userId });
}
