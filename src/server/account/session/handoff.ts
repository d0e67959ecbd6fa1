import { and, eq } from 'drizzle-orm';
import { sessionHandoff } from '#src/server/account/tables/sign-in.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { userSession, type FactorName } from '#src/server/account/tables/account.ts';
import { hashToken, newToken } from './token.ts';

type Handoff = typeof sessionHandoff.$inferSelect;

/** Returns the second factor that was proven in a session: what continues it does not ask again. */
export async function factorOf(db: TenantDb, sessionId: string): Promise<FactorName | null> {
  const [session] = await db
    .select({ factor: userSession.factor })
    .from(userSession)
    .where(eq(userSession.id, sessionId));
  return session?.factor ?? null;
}

/** Stores that a session may be continued on the host of another enterprise. @returns the code for it, which is stored as a hash */
export async function issueHandoff(db: TenantDb, handoff: Omit<Handoff, 'codeHash'>): Promise<string> {
  const code = newToken();
  await db.insert(sessionHandoff).values({ ...handoff, codeHash: hashToken(code) });
  return code;
}

const handoffOf = (enterpriseId: string, code: string) =>
  and(eq(sessionHandoff.codeHash, hashToken(code)), eq(sessionHandoff.enterpriseId, enterpriseId));

/** Takes the handoff of a code, which works once: of concurrent requests only one gets it. @returns undefined if there is none */
export async function takeHandoff(db: TenantDb, enterpriseId: string, code: string): Promise<Handoff | undefined> {
  const [handoff] = await db.delete(sessionHandoff).where(handoffOf(enterpriseId, code)).returning();
  return handoff;
}

/** Changes how long a code is valid. */
export async function setHandoffExpiry(
  db: TenantDb,
  enterpriseId: string,
  code: string,
  expiresAt: Date,
): Promise<void> {
  await db.update(sessionHandoff).set({ expiresAt }).where(handoffOf(enterpriseId, code));
}

/** Deletes pending handoffs: an ended session must not be continued on another host. */
export async function deleteHandoffs(db: TenantDb, userId: string): Promise<void> {
  await db.delete(sessionHandoff).where(eq(sessionHandoff.userId, userId));
}
