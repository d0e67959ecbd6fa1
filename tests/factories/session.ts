import { createHash, randomUUID } from 'node:crypto';
import { COMPANION_COOKIE, hashToken, newToken } from '#src/server/account/session/token.ts';
import { userSession } from '#src/server/core/db/schema/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';

/** The companion of a token that a test minted: derived from it, so that tests need only carry the token. */
export const companionOf = (token: string) => createHash('sha256').update(`companion ${token}`).digest('base64url');

/** The cookie that goes with a minted token, on plain http. */
export const companionCookie = (token: string) => `${COMPANION_COOKIE}=${companionOf(token)}`;

/** A session, as signing in would leave it in the database. @returns its token */
export async function mintSession(
  userId: string,
  enterpriseId: string | null,
  more: Partial<typeof userSession.$inferInsert> = {},
): Promise<string> {
  const token = newToken();
  await withPortal((db) =>
    db.insert(userSession).values({
      tokenHash: hashToken(token),
      companionHash: hashToken(companionOf(token)),
      id: randomUUID(),
      userId,
      enterpriseId,
      way: 'password',
      expiresAt: new Date(Date.now() + 86_400_000),
      ...more,
    }),
  );
  return token;
}
