import { and, desc, eq } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { textChanges } from '#src/lib/text-changes.ts';
import { postVersion } from '#src/server/core/db/schema/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireReader } from '../community-reader.ts';
import { findPost } from './find-post.ts';
import { author, authorColumns, postAuthor } from './post-author.ts';

/**
 * Edits of a post, newest first, each with what changed; the first version has no changes.
 * @throws AppError 404
 */
export async function listVersions(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const reader = await requireReader(ctx);
  const { anonymous } = await findPost(ctx, reader, id);
  const { userName, headPortraitFileId, sex, userType } = authorColumns;
  const rows = await db
    .select({
      revision: postVersion.revision,
      title: postVersion.title,
      plainText: postVersion.plainText,
      reason: postVersion.reason,
      gmtCreate: postVersion.gmtCreate,
      editor: { authorId: postVersion.editorId, userName, headPortraitFileId, sex, userType },
    })
    .from(postVersion)
    .leftJoin(author, and(eq(author.enterpriseId, postVersion.enterpriseId), eq(author.userId, postVersion.editorId)))
    .where(and(eq(postVersion.enterpriseId, tenant.id), eq(postVersion.postId, id)))
    .orderBy(desc(postVersion.revision))
    // One more, to compare the oldest with.
    .limit(MAX_ITEMS.postVersions + 1);
  return rows.slice(0, MAX_ITEMS.postVersions).map((version, i) => {
    const before = rows[i + 1];
    return {
      revision: version.revision,
      editor: postAuthor(reader, { ...version.editor, anonymous }),
      gmtCreate: version.gmtCreate,
      reason: version.reason,
      changes: before ? textChanges(wholeText(before), wholeText(version)) : [],
    };
  });
}

const wholeText = ({ title, plainText }: { title: string | null; plainText: string }) =>
  [title, plainText].filter(Boolean).join('\n\n');
