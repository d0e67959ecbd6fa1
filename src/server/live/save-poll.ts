import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { livePoll, livePollVote } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { changeSession } from './change-session.ts';
import { requireLed, requireSession } from './read-session.ts';

async function readPoll({ db, tenant }: Context, id: string) {
  const [poll] = await db
    .select()
    .from(livePoll)
    .where(and(eq(livePoll.enterpriseId, tenant.id), eq(livePoll.id, id)));
  if (!poll) throw notFound();
  return poll;
}

/** Starts a poll. @throws AppError 404 as `requireLed`; 409 while the class is not live, or above the number of polls */
export async function savePoll(ctx: Context, input: OperationInput<'POST /course/auth/live/poll/save'>) {
  const { db, tenant } = ctx;
  const { id, question, options } = input;
  const { session } = await requireLed(ctx, id);
  if (session.status !== 'live') throw new AppError(409, 'liveNotRunning');
  await changeSession(db, session);
  const count = await db.$count(livePoll, and(eq(livePoll.enterpriseId, tenant.id), eq(livePoll.sessionId, id)));
  if (count >= MAX_ITEMS.livePolls)
    throw new AppError(409, 'liveTooManyPolls', { params: { limit: MAX_ITEMS.livePolls } });
  const [poll] = await db
    .insert(livePoll)
    .values({ enterpriseId: tenant.id, sessionId: id, question, options, gmtCreate: ctx.now() })
    .returning({ id: livePoll.id });
  return poll!;
}

/** Closes a poll. Idempotent. @throws AppError 404 as `requireLed` */
export async function closePoll(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const poll = await readPoll(ctx, id);
  const { session } = await requireLed(ctx, poll.sessionId);
  await changeSession(db, session);
  await db
    .update(livePoll)
    .set({ open: false })
    .where(and(eq(livePoll.enterpriseId, tenant.id), eq(livePoll.id, id)));
  return {};
}

/**
 * Votes in a poll; a second vote changes nothing.
 * @returns the vote that counts
 * @throws AppError 403, 404 as `requireSession`; 409 for a closed poll; 422 for an option that it does not have
 */
export async function votePoll(ctx: Context, input: OperationInput<'POST /course/auth/live/poll/vote'>) {
  const { db, tenant, viewer } = ctx;
  const { pollId, choice } = input;
  const { session } = await requireSession(ctx, (await readPoll(ctx, pollId)).sessionId);
  await changeSession(db, session);
  // Read again under the lock of the session: a poll that was closed meanwhile takes no vote.
  const poll = await readPoll(ctx, pollId);
  if (!poll.open) throw new AppError(409, 'livePollClosed');
  if (choice >= poll.options.length)
    throw new AppError(422, 'invalid', { fields: [{ field: 'choice', key: 'field.invalid' }] });
  await db
    .insert(livePollVote)
    .values({ enterpriseId: tenant.id, pollId, userId: viewer.userId, choice, gmtCreate: ctx.now() })
    .onConflictDoNothing();
  const [vote] = await db
    .select({ choice: livePollVote.choice })
    .from(livePollVote)
    .where(
      and(
        eq(livePollVote.enterpriseId, tenant.id),
        eq(livePollVote.pollId, pollId),
        eq(livePollVote.userId, viewer.userId),
      ),
    );
  return vote!;
}
