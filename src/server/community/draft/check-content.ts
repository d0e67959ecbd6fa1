import { and, eq, inArray } from 'drizzle-orm';
import type { RichDocument } from '#src/contract/rich-document.ts';
import {
  isEmptyDocument,
  mentionsOf,
  nameMentions,
  picturesOf,
  plainText,
} from '#src/lib/rich-document/read-document.ts';

import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { lockLabels } from '../label/label-ids.ts';
import type { Post } from '../post/find-post.ts';
import { shownName } from '../post/post-author.ts';
import type { DraftRow } from './own-draft.ts';
import { areOwnPictures } from '#src/server/file/own-pictures.ts';

/** Minimum length of a title, characters. */
const TITLE_MIN = 5;

/** The text of a post, ready to be published. */
export type Content = {
  title: string | null;
  body: RichDocument;
  plainText: string;
  labelIds: string[];
  coverFileId: string | null;
  /** Pictures of the text, and the cover. */
  pictures: string[];
};

/**
 * Checks what is published: title and labels of blogs and questions, a text, pictures of one's own. Mentions get the names
 * of the members.
 * @param before the post that is edited, and its labels: what it has already may stay
 * @throws AppError 422 with all fields that are wrong
 */
export async function checkContent(
  ctx: Context,
  draft: DraftRow,
  before: { post: Post; labelIds: string[] } | null,
): Promise<Content> {
  const isAnswer = draft.kind === 'answer';
  const body = await namedMentions(ctx, draft.body!);
  const title = draft.title.replace(/\s+/g, ' ').trim();
  const labelIds = isAnswer ? [] : [...new Set(draft.labelIds)];
  const coverFileId = isAnswer ? null : draft.coverFileId;
  const fields: { field: string; key: string }[] = [];
  if (!isAnswer && [...title].length < TITLE_MIN)
    fields.push({ field: 'title', key: title ? 'field.titleTooShort' : 'field.required' });
  if (isEmptyDocument(body)) fields.push({ field: 'body', key: 'field.required' });
  const known = before ? [...picturesOf(before.post.body), before.post.coverFileId] : [];
  const isNew = (id: string) => !known.includes(id);
  if (!(await areOwnPictures(ctx, picturesOf(body).filter(isNew))))
    fields.push({ field: 'body', key: 'field.notYourPicture' });
  if (coverFileId && !(await areOwnPictures(ctx, [coverFileId].filter(isNew))))
    fields.push({ field: 'coverFileId', key: 'field.notYourPicture' });
  const labelProblem = isAnswer ? null : await problemOfLabels(ctx, labelIds, before?.labelIds ?? []);
  if (labelProblem) fields.push({ field: 'labelIds', key: labelProblem });
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
  const pictures = [...picturesOf(body), ...(coverFileId ? [coverFileId] : [])];
  return { title: isAnswer ? null : title, body, plainText: plainText(body), labelIds, coverFileId, pictures };
}

async function problemOfLabels(ctx: Context, labelIds: string[], before: string[]): Promise<string | null> {
  if (labelIds.length === 0) return 'field.chooseLabel';
  const found = await lockLabels(ctx, [...new Set([...labelIds, ...before])]);
  const usable = found.filter(({ id, published }) => published || before.includes(id)).map(({ id }) => id);
  return labelIds.every((id) => usable.includes(id)) ? null : 'field.unknownLabel';
}

/** Mentions with the names of active members; others become text. */
async function namedMentions({ db, tenant }: Context, body: RichDocument): Promise<RichDocument> {
  const ids = mentionsOf(body).map(({ userId }) => userId);
  if (ids.length === 0) return body;
  const rows = await db
    .select({ userId: enterpriseUser.userId, name: shownName(enterpriseUser) })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        inArray(enterpriseUser.userId, ids),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  return nameMentions(body, new Map(rows.map(({ userId, name }) => [userId, name ?? ''])));
}
