import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { liveAttendance, liveMessage } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { changeSession } from './change-session.ts';
import { requireLed } from './read-session.ts';
import { readState } from './read-state.ts';

/** Opens or closes the chat, and sets its slow mode. @throws AppError 404 as `requireLed` */
export async function saveChat(ctx: Context, input: OperationInput<'POST /course/auth/live/chat/save'>) {
  const { id, chatOpen, slowModeSeconds } = input;
  const { session } = await requireLed(ctx, id);
  return readState(ctx.db, await changeSession(ctx.db, session, { chatOpen, slowModeSeconds }), ctx.now());
}

/** Hides or shows a message, or marks a question as answered. Audited. @throws AppError 404 as `requireLed` */
export async function moderateMessage(ctx: Context, input: OperationInput<'POST /course/auth/live/message/moderate'>) {
  const { db, tenant } = ctx;
  const here = and(eq(liveMessage.enterpriseId, tenant.id), eq(liveMessage.id, input.id));
  const [message] = await db.select().from(liveMessage).where(here);
  if (!message) throw notFound();
  const { session } = await requireLed(ctx, message.sessionId);
  const { revision } = await changeSession(db, session);
  const now = ctx.now();
  const at = (wanted: boolean | undefined, stored: Date | null) =>
    wanted === undefined ? stored : wanted ? (stored ?? now) : null;
  const hiddenAt = at(input.hidden, message.hiddenAt);
  const answeredAt = at(input.answered, message.answeredAt);
  await db.update(liveMessage).set({ hiddenAt, answeredAt, revision }).where(here);
  await audit(db, ctx, 'live.message.moderate', input);
  return { hidden: hiddenAt !== null, answered: answeredAt !== null };
}

/** Mutes a member in a class, or ends that. Audited. @throws AppError 404 as `requireLed`, and for other people */
export async function saveMute(
  ctx: Context,
  { id, userId, muted }: OperationInput<'POST /course/auth/live/mute/save'>,
) {
  const { db, tenant } = ctx;
  const { session } = await requireLed(ctx, id);
  const isMember = and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId));
  if ((await db.$count(enterpriseUser, isMember)) === 0) throw notFound();
  await changeSession(db, session);
  const now = ctx.now();
  await db
    .insert(liveAttendance)
    .values({ enterpriseId: tenant.id, sessionId: id, userId, muted, joinedAt: now, lastBeatAt: new Date(0) })
    .onConflictDoUpdate({
      target: [liveAttendance.enterpriseId, liveAttendance.sessionId, liveAttendance.userId],
      set: { muted },
    });
  await audit(db, ctx, 'live.mute', { sessionId: id, userId, muted }, { about: [id, userId] });
  return { muted };
}
