import { and, count, desc, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { OperationInput } from '#src/contract/calls.ts';
import { textChanges, type TextChange } from '#src/lib/text-changes.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { postVersion } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireReader } from '../community-reader.ts';
import { findPost } from './find-post.ts';
import { author, authorColumns, postAuthor } from './post-author.ts';

/** What changed from one version to the next, by post and revision: neither changes afterwards. */
const known = new LRUCache<string, TextChange[]>({ max: 500 });

/**
 * Returns a page of the edits of a post, newest first, each with what changed; the first version has no changes.
 * @throws AppError 404
 */
export async function pageVersions(ctx: Context, input: OperationInput<'POST /community/auth/post/version/page'>) {
  const { db, tenant } = ctx;
  const { id } = input;
  const reader = await requireReader(ctx);
  const { anonymous } = await findPost(ctx, reader, id);
  const { userName, headPortraitFileId, sex, userType } = authorColumns;
  const ofPost = and(eq(postVersion.enterpriseId, tenant.id), eq(postVersion.postId, id));
  const [total] = await db.select({ n: count() }).from(postVersion).where(ofPost);
  const { limit, offset } = slice(input);
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
    .where(ofPost)
    .orderBy(desc(postVersion.revision))
    // One more, to compare the oldest with.
    .limit(limit + 1)
    .offset(offset);
  const list = [];
  for (const [i, version] of rows.slice(0, limit).entries()) {
    const before = rows[i + 1];
    list.push({
      id: `${id} ${version.revision}`,
      revision: version.revision,
      editor: postAuthor(reader, { ...version.editor, anonymous }),
      gmtCreate: version.gmtCreate,
      reason: version.reason,
      changes: before ? await changesOf(`${tenant.id} ${id} ${version.revision}`, before, version) : [],
    });
  }
  return paging(input, total!.n, list);
}

type Text = { title: string | null; plainText: string };

/** The differences of two versions. Other requests go on before each comparison, which can take tens of milliseconds. */
async function changesOf(key: string, before: Text, after: Text): Promise<TextChange[]> {
  const found = known.get(key);
  if (found) return found;
  await new Promise((resolve) => setImmediate(resolve));
  const changes = textChanges(wholeText(before), wholeText(after));
  known.set(key, changes);
  return changes;
}

const wholeText = ({ title, plainText }: Text) => [title, plainText].filter(Boolean).join('\n\n');
