import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { announcement } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { announcementCard, LISTED, published, selectAnnouncements } from './published.ts';

/** Lists published announcements for everybody, pinned ones first, then the newest: what is kept for all must not depend on who asks. */
export async function pageAnnouncements(ctx: PublicContext, input: OperationInput<'POST /user/api/announcement/page'>) {
  const where = published({ ...ctx, viewer: null });
  const { limit, offset } = slice(input);
  const rows = await selectAnnouncements(ctx, where)
    .orderBy(...LISTED)
    .limit(limit)
    .offset(offset);
  return paging(input, await ctx.db.$count(announcement, where), rows.map(announcementCard));
}
