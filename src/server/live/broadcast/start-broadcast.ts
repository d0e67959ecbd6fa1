import { randomUUID } from 'node:crypto';
import { and, eq, isNull, max } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { ffmpegPath } from '#src/server/file/ffmpeg.ts';
import { liveBroadcast, liveSession, type LiveSession } from '../tables.ts';
import { requireLed } from '../read-session.ts';
import { isReceiving, takesSegments } from '../status.ts';
import { lockSession } from '../store-playlist.ts';
import { isBroadcast } from './read-broadcast.ts';

type Session = Pick<LiveSession, 'enterpriseId' | 'id'>;
const isSession = ({ enterpriseId, id }: Session) =>
  and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id));

/**
 * Begins a broadcast from a browser: a rehearsal before the class has started, then the class. One sender at a time: the viewer must
 * want to take over from another page or an encoder, whose key becomes invalid.
 * @throws AppError 404 as `requireLed`; 409 outside the period of the class, without ffmpeg for WebM, and when somebody else sends
 */
export async function startBroadcast(ctx: Context, input: OperationInput<'POST /course/auth/live/broadcast/start'>) {
  const { db, tenant, viewer } = ctx;
  await requireLed(ctx, input.id);
  const now = ctx.now();
  const session = await lockSession(db, { enterpriseId: tenant.id, id: input.id });
  if (!takesSegments(session, now) || session.status === 'ended') throw new AppError(409, 'liveNotRunning');
  if (input.container === 'webm' && !ffmpegPath()) throw new AppError(409, 'liveNoFfmpeg');
  const isOwn = session.broadcastId !== null && session.broadcastId === input.replaces;
  if (!isOwn && !input.takeOver) {
    if (session.broadcastId) throw new AppError(409, 'liveOtherPublisher');
    if (session.keyHash && isReceiving(session, now)) throw new AppError(409, 'liveEncoderSends');
  }
  await endCurrent(db, session, now, isOwn ? null : 'takenOver');
  const [last] = await db
    .select({ number: max(liveBroadcast.number) })
    .from(liveBroadcast)
    .where(and(eq(liveBroadcast.enterpriseId, tenant.id), eq(liveBroadcast.sessionId, session.id)));
  const id = randomUUID();
  const { container, width, height } = input;
  await db.insert(liveBroadcast).values({
    ...{ enterpriseId: tenant.id, id, sessionId: session.id, userId: viewer.userId },
    ...{ number: (last?.number ?? 0) + 1, container, width, height },
    rehearsal: session.status === 'planned',
    startedAt: now,
  });
  await db
    .update(liveSession)
    .set({ broadcastId: id, ...(!isOwn && input.takeOver && { keyHash: null, keyIssuedAt: null }) })
    .where(isSession(session));
  const detail = { sessionId: session.id, broadcastId: id };
  await audit(db, ctx, 'live.broadcast.start', detail, { about: [session.id] });
  return { broadcastId: id, rehearsal: session.status === 'planned' };
}

/**
 * Ends a broadcast of the viewer: all of its fragments have been sent. What is not converted of a rehearsal is dropped. Idempotent.
 * @throws AppError 404, also for a broadcast of somebody else
 */
export async function stopBroadcast(ctx: Context, { id }: OperationInput<'POST /course/auth/live/broadcast/stop'>) {
  const { db, tenant, viewer, now } = ctx;
  const [found] = await db
    .select()
    .from(liveBroadcast)
    .where(isBroadcast({ enterpriseId: tenant.id, id }));
  if (!found || found.userId !== viewer.userId) throw notFound();
  const session = await lockSession(db, { enterpriseId: tenant.id, id: found.sessionId });
  if (session.broadcastId === id) await endCurrent(db, session, now(), null);
  return {};
}

/** Ends the broadcast of a class that is going on. Call it with the session locked. */
export async function endCurrent(
  db: TenantDb,
  session: Session & Pick<LiveSession, 'broadcastId'>,
  now: Date,
  problem: 'takenOver' | null,
): Promise<void> {
  const { enterpriseId, broadcastId: id } = session;
  if (!id) return;
  await db
    .update(liveBroadcast)
    .set({ endedAt: now, problem })
    .where(and(isBroadcast({ enterpriseId, id }), isNull(liveBroadcast.endedAt)));
  await db.update(liveSession).set({ broadcastId: null }).where(isSession(session));
}
