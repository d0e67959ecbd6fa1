import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import { liveSession, type LiveSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireLed } from './read-session.ts';

/** The id of the session without hyphens, then 32 random bytes as base64url. */
const KEY = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/;

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Issues a key for the encoder; the previous one becomes invalid. @throws AppError 404 as `requireLed` */
export async function issueKey(ctx: Context, { id }: { id: string }) {
  const { session } = await requireLed(ctx, id);
  const key = id.replaceAll('-', '') + randomBytes(32).toString('base64url');
  await storeKey(ctx, session, { keyHash: hashOf(key), keyIssuedAt: ctx.now() });
  await audit(ctx.db, ctx, 'live.key.issue', { sessionId: id }, { about: [id] });
  return { key, url: `${ctx.origin}/live/ingest/${key}/index.m3u8` };
}

/** Revokes the key of the encoder. Idempotent. @throws AppError 404 as `requireLed` */
export async function revokeKey(ctx: Context, { id }: { id: string }) {
  const { session } = await requireLed(ctx, id);
  await storeKey(ctx, session, { keyHash: null, keyIssuedAt: null });
  await audit(ctx.db, ctx, 'live.key.revoke', { sessionId: id }, { about: [id] });
  return {};
}

const storeKey = ({ db, tenant }: Context, { id }: LiveSession, change: Pick<LiveSession, 'keyHash' | 'keyIssuedAt'>) =>
  db
    .update(liveSession)
    .set(change)
    .where(and(eq(liveSession.enterpriseId, tenant.id), eq(liveSession.id, id)));

/** Returns the session that a key belongs to; null if the key is wrong or revoked. The hashes are compared in constant time. */
export async function sessionOfKey(db: TenantDb, enterpriseId: string, key: string): Promise<LiveSession | null> {
  const parts = KEY.exec(key);
  if (!parts) return null;
  const id = parts.slice(1, 6).join('-');
  const [session] = await db
    .select()
    .from(liveSession)
    .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id)));
  if (!session?.keyHash || !timingSafeEqual(session.keyHash, hashOf(key))) return null;
  return session;
}
