import { desc } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { announcement } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { announcementCard, published, selectAnnouncements } from './published.ts';

/** Lists published announcements, newest first. */
export async function pageAnnouncements(ctx: PublicContext, input: OperationInput<'POST /user/api/announcement/page'>) {
  const where = published(ctx);
  const { limit, offset } = slice(input);
  const rows = await selectAnnouncements(ctx, where)
    .orderBy(desc(announcement.publishedAt), desc(announcement.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await ctx.db.$count(announcement, where), rows.map(announcementCard));
}
