import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { liveHand, livePoll, liveSegment, liveSession, type LiveSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { endCurrent } from './broadcast/start-broadcast.ts';
import { changeSession } from './change-session.ts';
import { requireLed } from './read-session.ts';
import { readState } from './read-state.ts';
import { isReopenable, statusOf } from './status.ts';

/** What a class may become. */
const NEXT: Record<LiveSession['status'], LiveSession['status'][]> = {
  planned: ['live', 'cancelled'],
  live: ['ended'],
  ended: [],
  cancelled: ['planned'],
};

/**
 * Starts a class whose waiting room is open, ends it, cancels a planned one, or re-opens a cancelled one whose start lies ahead. Idempotent.
 * @throws AppError 404 as `requireLed`; 409 for another change, a start before the waiting room opens, and `reopenPast`
 */
export async function saveStatus(ctx: Context, input: OperationInput<'POST /course/auth/live/status/save'>) {
  const { db } = ctx;
  const { session: before } = await requireLed(ctx, input.id);
  const locked = await changeSession(db, before);
  const now = ctx.now();
  if (locked.status === input.status) return readState(db, locked, now);
  const tooEarly = input.status === 'live' && statusOf(locked, now) !== 'waiting';
  if (!NEXT[locked.status].includes(input.status) || tooEarly) throw new AppError(409, 'liveStatus');
  if (input.status === 'planned' && !isReopenable(locked, now)) throw new AppError(409, 'reopenPast');
  const detail = { sessionId: input.id };
  const about = [input.id];
  if (input.status === 'live') {
    await startSession(db, locked, now);
    await audit(db, ctx, 'live.session.live', detail, { about });
  } else if (input.status === 'ended') {
    await endSession(db, locked, now);
    await audit(db, ctx, 'live.session.ended', detail, { about });
  } else {
    await update(db, locked, { status: input.status });
    const { enterpriseId, id: sessionId } = locked;
    const event = input.status === 'planned' ? 'reopened' : 'cancelled';
    await sendJob(db, 'tell-learners', { enterpriseId, sessionId, event, at: now.toISOString() });
    if (event === 'reopened') await audit(db, ctx, 'live.session.planned', detail, { about });
    else await audit(db, ctx, 'live.session.cancelled', detail, { about });
  }
  const { session } = await requireLed(ctx, input.id);
  return readState(db, session, now);
}

const update = (db: TenantDb, { enterpriseId, id }: LiveSession, change: Partial<LiveSession>) =>
  db
    .update(liveSession)
    .set(change)
    .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id)));

/**
 * The class begins with the segment after the last one that has arrived. The rehearsal of a browser ends, which goes on with the class.
 */
async function startSession(db: TenantDb, session: LiveSession, now: Date) {
  await endCurrent(db, session, now, null);
  const [last] = await db
    .select({ sequence: sql<number | null>`max(${liveSegment.sequence})` })
    .from(liveSegment)
    .where(
      and(
        eq(liveSegment.enterpriseId, session.enterpriseId),
        eq(liveSegment.sessionId, session.id),
        eq(liveSegment.epoch, session.epoch),
      ),
    );
  const startSequence = last?.sequence === null || last === undefined ? 0 : last.sequence + 1;
  await update(db, session, { status: 'live', openedAt: now, startEpoch: session.epoch, startSequence });
}

/** Ends a class that is locked: closes its polls and hands, and sends the job that evaluates it. */
export async function endSession(db: TenantDb, session: LiveSession, now: Date): Promise<void> {
  const { enterpriseId, id } = session;
  await endCurrent(db, session, now, null);
  await update(db, session, { status: 'ended', endedAt: now });
  await db
    .update(livePoll)
    .set({ open: false })
    .where(and(eq(livePoll.enterpriseId, enterpriseId), eq(livePoll.sessionId, id)));
  await db.delete(liveHand).where(and(eq(liveHand.enterpriseId, enterpriseId), eq(liveHand.sessionId, id)));
  await sendJob(db, 'settle-live', { enterpriseId, sessionId: id });
}
