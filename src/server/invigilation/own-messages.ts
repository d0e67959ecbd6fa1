import { and, asc, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceEvent } from '#src/server/core/db/changes.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examAction, examMessage } from './tables.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { appendJournal, countMessages, lockHeads } from '#src/server/exam/journal.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

async function requireOwn({ db, tenant, viewer }: Context, attemptId: string): Promise<{ examId: string }> {
  const [own] = await db
    .select({ examId: examAttempt.examId })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, tenant.id),
        eq(examAttempt.id, attemptId),
        eq(examAttempt.userId, viewer.userId),
      ),
    );
  if (!own) throw notFound();
  return own;
}

/** Lists messages to an attempt that are not confirmed. @throws AppError 404 when it is not an attempt of the viewer */
export async function listOwnMessages(ctx: Context, { attemptId }: { attemptId: string }) {
  const { db, tenant } = ctx;
  await requireOwn(ctx, attemptId);
  return db
    .select({ id: examAction.id, body: examAction.body, at: examAction.at })
    .from(examMessage)
    .innerJoin(
      examAction,
      and(eq(examAction.enterpriseId, examMessage.enterpriseId), eq(examAction.id, examMessage.actionId)),
    )
    .where(
      and(
        eq(examMessage.enterpriseId, tenant.id),
        eq(examMessage.attemptId, attemptId),
        isNull(examMessage.confirmedAt),
      ),
    )
    .orderBy(asc(examAction.at), asc(examAction.id))
    .limit(MAX_ITEMS.examMessages);
}

/** Confirms a message. Idempotent. @throws AppError 404 when it is not a message to an attempt of the viewer */
export async function confirmMessage(
  ctx: Context,
  { attemptId, id }: OperationInput<'PUT /exam/auth/user/exam/message/confirm'>,
) {
  const { db, tenant } = ctx;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  const { examId } = await requireOwn(ctx, attemptId);
  const client = pgClientOf(db);
  // Confirmations and messages of one attempt wait for each other here.
  const heads = await lockHeads(client, enterpriseId, [attemptId]);
  const which = and(
    eq(examMessage.enterpriseId, enterpriseId),
    eq(examMessage.attemptId, attemptId),
    eq(examMessage.actionId, id),
  );
  if (!(await db.$count(examMessage, which))) throw notFound();
  const confirmed = await db
    .update(examMessage)
    .set({ confirmedAt: at })
    .where(and(which, isNull(examMessage.confirmedAt)))
    .returning({ id: examMessage.actionId });
  if (confirmed.length === 0) return {};
  await countMessages(client, enterpriseId, [attemptId], -1);
  const data = { messageId: id, confirmed: true };
  await appendJournal(client, enterpriseId, [{ attemptId, kind: 'message', at, data }], heads);
  await announceEvent(db, { enterpriseId, sessionId: examId });
  return {};
}
