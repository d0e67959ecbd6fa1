import { createHash, randomUUID } from 'node:crypto';
import { COMPANION_COOKIE, hashToken, newToken } from '#src/server/account/session/token.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';

/** Returns the companion of a test token; it is derived from the token, so that tests only pass the token. */
export const companionOf = (token: string) => createHash('sha256').update(`companion ${token}`).digest('base64url');

/** Returns the companion cookie of a test token, for plain http. */
export const companionCookie = (token: string) => `${COMPANION_COOKIE}=${companionOf(token)}`;

/** Inserts a session like a login does. @returns its token */
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
