import { and, count, desc, isNotNull, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { notice } from './tables.ts';
import { countUnreadNotices, mine } from './own-notices.ts';

/** Notices of the signed-in member, newest first. */
export async function pageNotices(ctx: Context, input: OperationInput<'POST /user/auth/notice/page'>) {
  const { limit, offset } = slice(input);
  const where = and(
    mine(ctx),
    input.read === undefined ? undefined : input.read ? isNotNull(notice.readAt) : isNull(notice.readAt),
  );
  const rows = await ctx.db
    .select()
    .from(notice)
    .where(where)
    .orderBy(desc(notice.gmtCreate), desc(notice.id))
    .limit(limit)
    .offset(offset);
  const [total] = await ctx.db.select({ n: count() }).from(notice).where(where);
  const list = rows.map(({ id, kind, detail, path, readAt, gmtCreate }) => ({
    id,
    kind,
    detail,
    path,
    read: readAt !== null,
    gmtCreate,
  }));
  return { ...paging(input, total!.n, list), unreadCount: await countUnreadNotices(ctx) };
}
