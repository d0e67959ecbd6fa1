import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { COMPANION_COOKIE, hashToken, newToken } from './session/token.ts';
import { enterpriseUser, userAccount, userSession } from './tables/account.ts';

/** Makes an account a member of a tenant. */
export async function insertMember(db: TenantDb, member: typeof enterpriseUser.$inferInsert): Promise<void> {
  await db.insert(enterpriseUser).values(member);
}

/**
 * Makes members of a synthetic tenant (decision 067). Nobody can sign in as one of them, because they have neither phone nor password.
 * @returns their ids, in the order of the names
 */
export async function insertSyntheticMembers(enterpriseId: string, userNames: string[]): Promise<string[]> {
  const members = userNames.map((userName) => ({ enterpriseId, userId: randomUUID(), userName }));
  await withPortal((db) => db.insert(userAccount).values(members.map(({ userId }) => ({ id: userId }))));
  await withTenant(enterpriseId, (db) => db.insert(enterpriseUser).values(members));
  return members.map(({ userId }) => userId);
}

/** Opens a session each for members of a synthetic tenant. @returns token and companion cookie of each */
export async function openSyntheticSessions(
  enterpriseId: string,
  userIds: string[],
  expiresAt: Date,
): Promise<{ token: string; cookie: string }[]> {
  const opened = userIds.map((userId) => ({ userId, token: newToken(), companion: newToken() }));
  await withPortal((db) =>
    db.insert(userSession).values(
      opened.map(({ userId, token, companion }) => ({
        ...{ tokenHash: hashToken(token), companionHash: hashToken(companion), id: randomUUID() },
        ...{ userId, enterpriseId, way: 'password' as const, userAgent: 'rehearsal', expiresAt },
      })),
    ),
  );
  return opened.map(({ token, companion }) => ({ token, cookie: `${COMPANION_COOKIE}=${companion}` }));
}

/** Deletes all sessions of a synthetic tenant. */
export async function deleteSyntheticSessions(enterpriseId: string): Promise<void> {
  await withPortal((db) => db.delete(userSession).where(eq(userSession.enterpriseId, enterpriseId)));
}
