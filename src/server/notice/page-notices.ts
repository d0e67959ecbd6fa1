import { and, desc, isNotNull, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { notice } from './tables.ts';
import { noticeText } from '#src/i18n/notice-text.ts';
import { readTexts } from '#src/server/message/texts.ts';
import { mine } from './own-notices.ts';

/** Notices of the signed-in member, newest first. */
export async function pageNotices(ctx: Context, input: OperationInput<'POST /user/auth/notice/page'>) {
  const { limit, offset } = slice(input);
  const ofState = input.read === undefined ? undefined : (input.read ? isNotNull : isNull)(notice.readAt);
  const rows = await ctx.db
    .select()
    .from(notice)
    .where(and(mine(ctx), ofState))
    .orderBy(desc(notice.gmtCreate), desc(notice.id))
    .limit(limit)
    .offset(offset);
  const [counts] = await ctx.db
    .select({
      total: sql<number>`(count(*) filter (where ${ofState ?? sql`true`}))::int`,
      unread: sql<number>`(count(*) filter (where ${isNull(notice.readAt)}))::int`,
    })
    .from(notice)
    .where(mine(ctx));
  const { own, t } = await readTexts(ctx.db, ctx.tenant.id, ctx.locale);
  const ownText = (each: Parameters<typeof noticeText>[1]) => {
    let isOwn = false;
    const text = noticeText((key, values) => {
      isOwn ||= own(key) !== null;
      return t(key, values);
    }, each);
    return isOwn ? text : null;
  };
  const list = rows.map(({ id, kind, detail, path, readAt, gmtCreate }) => ({
    id,
    kind,
    detail,
    path,
    read: readAt !== null,
    gmtCreate,
    text: ownText({ kind, detail }),
  }));
  return { ...paging(input, counts!.total, list), unreadCount: counts!.unread };
}
