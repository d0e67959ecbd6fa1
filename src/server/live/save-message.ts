import { and, desc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { screenText } from '#src/server/community/moderation/screen-text.ts';
import { liveAttendance, liveMessage } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { changeSession } from './change-session.ts';
import { leads, requireSession } from './read-session.ts';
import { messageOf, selectMessages } from './select-messages.ts';
import { secondOf, statusOf } from './status.ts';

/** Messages of one member, whatever the number of tabs and devices. */
const FLOOD = { limit: 8, seconds: 20 };

type Input = OperationInput<'POST /course/auth/live/message/save'>;

/**
 * Writes a message. The lecturer is not subject to slow mode and writes also while the chat is closed.
 * @throws AppError 403 for muted members and as `requireSession`; 404; 409 when the chat is closed, or before the waiting
 * room opens and after the end; 422 for filtered words; 429 after too many messages, or in slow mode
 */
export async function saveMessage(ctx: Omit<RequestContext, 'viewer'> & { viewer: Viewer }, input: Input) {
  await takeTry(`live-message:${ctx.viewer.userId}`, FLOOD);
  return withTenant(ctx.tenant.id, (db) => storeMessage({ ...ctx, db }, input));
}

async function storeMessage(ctx: Context, { id, kind, body }: Input) {
  const { db, tenant, viewer } = ctx;
  const found = await requireSession(ctx, id);
  const isHost = leads(viewer, found);
  const screened = await screenText(ctx, body);
  if (screened !== 'ok') {
    const words = 'reject' in screened ? screened.reject : screened.review;
    throw new AppError(422, 'filteredWords', {
      params: { words: words.join(', ') },
      fields: [{ field: 'body', key: 'field.filteredWords' }],
    });
  }
  // From here on the session is locked: two messages of a member at once do not pass slow mode together.
  const session = await changeSession(db, found.session);
  const now = ctx.now();
  const status = statusOf(session, now);
  if (status !== 'waiting' && status !== 'live') throw new AppError(409, 'liveNotRunning');
  if (!isHost) {
    if (!session.chatOpen) throw new AppError(409, 'liveChatClosed');
    const own = { enterpriseId: tenant.id, sessionId: id, userId: viewer.userId };
    const [attendance] = await db
      .select({ muted: liveAttendance.muted })
      .from(liveAttendance)
      .where(
        and(
          eq(liveAttendance.enterpriseId, own.enterpriseId),
          eq(liveAttendance.sessionId, own.sessionId),
          eq(liveAttendance.userId, own.userId),
        ),
      );
    if (attendance?.muted) throw new AppError(403, 'liveMuted');
    await requirePause(ctx, id, session.slowModeSeconds, now);
  }
  const [stored] = await db
    .insert(liveMessage)
    .values({
      enterpriseId: tenant.id,
      sessionId: id,
      userId: viewer.userId,
      kind,
      body,
      atSecond: secondOf(session, now),
      revision: session.revision,
      gmtCreate: now,
    })
    .returning({ id: liveMessage.id });
  const [row] = await selectMessages(db, tenant.id, eq(liveMessage.id, stored!.id));
  return messageOf(row!);
}

/** @throws AppError 429 when the viewer's last message is younger than the slow mode allows */
async function requirePause({ db, tenant, viewer }: Context, sessionId: string, seconds: number, now: Date) {
  if (seconds === 0) return;
  const [last] = await db
    .select({ gmtCreate: liveMessage.gmtCreate })
    .from(liveMessage)
    .where(
      and(
        eq(liveMessage.enterpriseId, tenant.id),
        eq(liveMessage.sessionId, sessionId),
        eq(liveMessage.userId, viewer.userId),
      ),
    )
    .orderBy(desc(liveMessage.gmtCreate))
    .limit(1);
  if (!last) return;
  const left = Math.ceil(seconds - (now.getTime() - last.gmtCreate.getTime()) / 1000);
  if (left > 0) throw new AppError(429, 'liveSlowMode', { params: { seconds: left }, retryAfter: left });
}
