import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { hashToken } from '#src/server/account/session/token.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { terminal } from './tables.ts';

/** The HttpOnly cookie that makes a browser a terminal; it outlives the sessions there. */
export const TERMINAL_COOKIE = 'zhixing_terminal';
/** A terminal that nobody has used for so long is registered again. Browsers keep cookies no longer. */
export const DEVICE_SECONDS = 400 * 86_400;
/** How exact `last_seen_at` is. */
const SEEN_MS = 60_000;

/**
 * Returns the terminal that the browser of the request is, and notes that it was seen.
 * @returns undefined for a browser that is none: it has no cookie, one of another tenant, or its terminal was revoked
 */
export async function ownTerminal(
  db: TenantDb,
  { tenant, cookies, now }: Pick<RequestContext, 'tenant' | 'cookies' | 'now'>,
) {
  const token = cookies.get(TERMINAL_COOKIE);
  if (!token) return undefined;
  const [found] = await db
    .select()
    .from(terminal)
    .where(and(eq(terminal.enterpriseId, tenant.id), eq(terminal.tokenHash, hashToken(token))));
  if (!found) return undefined;
  const at = now();
  if (!found.lastSeenAt || at.getTime() - found.lastSeenAt.getTime() > SEEN_MS)
    await db
      .update(terminal)
      .set({ lastSeenAt: at })
      .where(
        and(
          eq(terminal.enterpriseId, tenant.id),
          eq(terminal.id, found.id),
          or(isNull(terminal.lastSeenAt), lt(terminal.lastSeenAt, at)),
        ),
      );
  return found;
}
