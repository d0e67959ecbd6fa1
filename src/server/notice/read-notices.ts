import { and, inArray, isNull, lte } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { notice } from './tables.ts';
import { countUnreadNotices, mine } from './own-notices.ts';

/**
 * Marks notices of the signed-in member as read: some, or all up to a moment, so that one that arrived since the page was
 * rendered stays unread. Ids of others are ignored.
 */
export async function readNotices(ctx: Context, input: OperationInput<'PUT /user/auth/notice/read'>) {
  await ctx.db
    .update(notice)
    .set({ readAt: ctx.now() })
    .where(
      and(
        mine(ctx),
        isNull(notice.readAt),
        'ids' in input ? inArray(notice.id, input.ids) : lte(notice.gmtCreate, new Date(input.until)),
      ),
    );
  return { unreadCount: await countUnreadNotices(ctx) };
}
