import { asc, desc } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { moderationCase } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { caseLists } from './count-cases.ts';
import { requireModerator } from './require-moderator.ts';
import { caseView, selectCases } from './select-cases.ts';

/**
 * The moderation queue: open cases and cases with an open appeal, oldest first; closed ones, newest first.
 * @throws AppError 403
 */
export async function pageCases(ctx: Context, input: OperationInput<'POST /community/auth/moderation/page'>) {
  const { db, tenant } = ctx;
  await requireModerator(ctx);
  const lists = caseLists(tenant.id);
  const { limit, offset } = slice(input);
  const order = input.list === 'closed' ? desc : asc;
  const rows = await selectCases(db, lists[input.list])
    .orderBy(order(moderationCase.gmtCreate), order(moderationCase.id))
    .limit(limit)
    .offset(offset);
  const [openCount, appealCount, closedCount] = [
    await db.$count(moderationCase, lists.open),
    await db.$count(moderationCase, lists.appeals),
    input.list === 'closed' ? await db.$count(moderationCase, lists.closed) : 0,
  ];
  const total = { open: openCount, appeals: appealCount, closed: closedCount }[input.list];
  return { ...paging(input, total, rows.map(caseView)), openCount, appealCount };
}
