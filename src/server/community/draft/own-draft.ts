import { and, eq, inArray, isNull } from 'drizzle-orm';
import { postDraft, label } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';
import { findPost, type Post, requireUnlocked } from '../post/find-post.ts';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { localizedText } from '#src/lib/localized.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';

export type DraftRow = typeof postDraft.$inferSelect;

/** One draft of the viewer, published ones too. */
export const isOwnDraft = ({ tenant, viewer }: Context, id: string) =>
  and(eq(postDraft.enterpriseId, tenant.id), eq(postDraft.authorId, viewer.userId), eq(postDraft.id, id));

/** The field tells clients which of the two conflicts it is. */
export const draftChanged = (revision: number) =>
  new AppError(409, 'draftChanged', {
    params: { revision },
    fields: [{ field: 'baseRevision', key: 'field.draftChanged' }],
  });
export const draftPublished = () =>
  new AppError(409, 'draftPublished', { fields: [{ field: 'id', key: 'field.draftPublished' }] });

/**
 * One of one's own posts, locked for an edit. Nobody edits the texts of others, moderators neither.
 * @throws AppError 403 for somebody else's; 404; 409 for one that moderators locked or hid
 */
export async function lockEditable(ctx: Context, reader: Reader, postId: string): Promise<Post> {
  const found = await findPost(ctx, reader, postId, true);
  if (found.authorId !== ctx.viewer.userId) throw new AppError(403, 'notAllowed');
  if (found.state === 'deleted') throw notFound();
  if (found.state === 'hidden') throw new AppError(409, 'postHidden');
  requireUnlocked(reader, found);
  return found;
}

const EMPTY: RichDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

/** A draft as its author sees it. Labels that were deleted meanwhile are left out. */
export async function draftView({ db, tenant, locale, now }: Context, draft: DraftRow) {
  const rows = draft.labelIds.length
    ? await db
        .select({ id: label.id, code: label.code, name: label.name, color: label.color })
        .from(label)
        .where(and(eq(label.enterpriseId, tenant.id), inArray(label.id, draft.labelIds), isNull(label.deletedAt)))
    : [];
  const labels = draft.labelIds.flatMap((id) => rows.filter((row) => row.id === id));
  return {
    ...draft,
    body: draft.body ?? EMPTY,
    labelIds: labels.map(({ id }) => id),
    labels: labels.map((row) => ({ ...row, name: localizedText(row.name, locale) })),
    cover: draft.coverFileId && memberFileUrl(tenant.id, draft.coverFileId, now()),
  };
}
