import { and, eq, sql } from 'drizzle-orm';
import { textParts } from '#src/lib/user-text.ts';
import { dayOf } from '#src/lib/dates.ts';
import { linksOf } from '#src/lib/rich-document/read-document.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { type CaseSource, moderationCase } from '#src/server/community/tables/moderation.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';
import { screenText } from '../moderation/screen-text.ts';
import type { CommunitySettings } from '../settings.ts';
import type { Content } from './check-content.ts';

/** Why a post is held until a moderator has read it. */
export type Hold = { source: CaseSource; detail: string | null };

const DAY_MS = 86_400_000;

/**
 * Applies the rules for new members and the word filter.
 * @param isEdit edits are not counted as posts
 * @returns null for a post that may be published at once
 * @throws AppError 422 for filtered words; 429 above the daily limit
 */
export async function screenPost(
  ctx: Context,
  reader: Reader,
  settings: CommunitySettings,
  content: Content,
  isEdit: boolean,
): Promise<Hold | null> {
  const screened = await screenText(ctx, [content.title, content.plainText].filter(Boolean).join('\n'));
  if (screened !== 'ok' && 'reject' in screened)
    throw new AppError(422, 'filteredWords', {
      params: { words: screened.reject.join(', ') },
      fields: [{ field: 'body', key: 'field.filteredWords' }],
    });
  const isNewMember = !reader.moderator && (await checkFrequency(ctx, settings, isEdit));
  if (screened !== 'ok') return { source: 'wordFilter', detail: screened.review.join(', ') };
  return isNewMember && settings.reviewNewMemberLinks && hasLinks(content)
    ? { source: 'newMember', detail: null }
    : null;
}

/** @returns whether the viewer counts as a new member */
async function checkFrequency(ctx: Context, settings: CommunitySettings, isEdit: boolean): Promise<boolean> {
  const { db, tenant, viewer } = ctx;
  const now = ctx.now();
  // Posts that one member publishes at the same time must not all find the limit unreached.
  await db.execute(sql`select from ${enterpriseUser}
    where enterprise_id = ${tenant.id} and user_id = ${viewer.userId} for no key update`);
  const day = dayOf(now, tenant.timeZone);
  const [mine] = await db
    .select({
      first: sql<string | null>`min(${post.publishedAt})`,
      today: sql<number>`(count(*) filter (where ${post.publishedAt} > ${new Date(now.getTime() - 2 * DAY_MS).toISOString()}
        and (${post.publishedAt} at time zone ${tenant.timeZone})::date = ${day}::date))::int`,
    })
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.authorId, viewer.userId)));
  const { first, today } = mine!;
  const isNew =
    settings.newMemberDays > 0 &&
    (first === null || new Date(first).getTime() > now.getTime() - settings.newMemberDays * DAY_MS);
  const limit = isNew ? Math.min(settings.newMemberDailyPosts, settings.dailyPosts) : settings.dailyPosts;
  if (!isEdit && today >= limit) throw new AppError(429, 'tooManyPosts', { params: { limit } });
  return isNew;
}

const hasLinks = ({ body, plainText }: Content): boolean =>
  linksOf(body).length > 0 || textParts(plainText).some((part) => 'href' in part);

/** Puts a held post into the queue of the moderators. */
export async function holdPost({ db, tenant, now }: Context, postId: string, { source, detail }: Hold): Promise<void> {
  await db
    .insert(moderationCase)
    .values({ enterpriseId: tenant.id, postId, source, detail, gmtCreate: now() })
    .onConflictDoNothing();
}
