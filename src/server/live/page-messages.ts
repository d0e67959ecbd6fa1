import { and, asc, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { liveMessage } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireSession } from './read-session.ts';
import { messageOf, selectMessages } from './select-messages.ts';

/** Lists the messages of a class that are not hidden, in the order of the class. @throws AppError 403, 404 as `requireSession` */
export async function pageMessages(ctx: Context, input: OperationInput<'POST /course/auth/live/message/page'>) {
  const { db, tenant } = ctx;
  const { session } = await requireSession(ctx, input.id);
  const where = and(eq(liveMessage.sessionId, session.id), isNull(liveMessage.hiddenAt));
  const { limit, offset } = slice(input);
  const rows = await selectMessages(db, tenant.id, where)
    .orderBy(asc(liveMessage.atSecond), asc(liveMessage.id))
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    await db.$count(liveMessage, and(eq(liveMessage.enterpriseId, tenant.id), where)),
    rows.map(messageOf),
  );
}
