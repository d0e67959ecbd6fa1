import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { checkDocument } from '#src/server/core/rich-document/check-document.ts';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';
import { findPost } from '../post/find-post.ts';
import { lockEditable, draftChanged, type DraftRow, isOwnDraft } from './own-draft.ts';
import { areOwnPictures } from '#src/server/file/own-pictures.ts';

/** Unpublished drafts of one member. */
const MOST_DRAFTS = 100;

type Input = OperationInput<'POST /community/auth/draft/save'>;

/**
 * Saves a draft and locks it. A repeated save with the same content changes nothing; a save of a draft that was deleted
 * elsewhere makes it again, so that no text is lost.
 * @returns the draft as it is stored; unchanged if it was published before
 * @throws AppError 404 for a question or post that is not there; 409 `draftChanged`; 422
 */
export async function openDraft(ctx: Context, reader: Reader, input: Input): Promise<DraftRow> {
  const { db, tenant, viewer } = ctx;
  const { id, baseRevision, ...given } = input;
  const content = { ...given, ...belonging(given), body: checkDocument(input.body, { allowEmpty: true }) };
  const isDraft = isOwnDraft(ctx, id);
  const [known] = await db.select().from(postDraft).where(isDraft).for('update');
  if (!known) {
    await requirePlace(ctx, reader, content);
    await requireCover(ctx, content.coverFileId, null);
    const [saved] = await db
      .insert(postDraft)
      .values({
        ...{ ...content, id, enterpriseId: tenant.id, authorId: viewer.userId },
        ...{ revision: baseRevision + 1, gmtModified: ctx.now() },
      })
      .onConflictDoNothing()
      .returning();
    if (saved) return saved;
  }
  const [draft] = known ? [known] : await db.select().from(postDraft).where(isDraft).for('update');
  if (draft!.publishedAt) return draft!;
  // What it is a draft of does not change.
  const { kind, questionId, postId } = draft!;
  const next = { ...content, kind, questionId, postId, ...subjectOf(kind, content) };
  if (canonicalJson(contentOf(draft!)) === canonicalJson(contentOf(next))) return draft!;
  if (draft!.revision !== baseRevision) throw draftChanged(draft!.revision);
  await requireCover(ctx, next.coverFileId, draft!.coverFileId);
  const [saved] = await db
    .update(postDraft)
    .set({ ...next, revision: baseRevision + 1, gmtModified: ctx.now() })
    .where(isDraft)
    .returning();
  return saved!;
}

type Content = Omit<Input, 'id' | 'baseRevision'>;

/** Answers belong to a question; only questions have a subject. */
function belonging(given: Content) {
  const { kind, questionId } = given;
  if (kind === 'answer' && !questionId) throw required('questionId');
  return { questionId: kind === 'answer' ? questionId : null, ...subjectOf(kind, given) };
}

type Asked = Pick<Content, 'subjectType' | 'subjectId' | 'subjectPlace'>;

function subjectOf(kind: Content['kind'], { subjectType, subjectId, subjectPlace }: Asked) {
  if (kind !== 'question') return { subjectType: null, subjectId: null, subjectPlace: null };
  if ((subjectType === null) !== (subjectId === null)) throw required(subjectType ? 'subjectId' : 'subjectType');
  return { subjectType, subjectId, subjectPlace: subjectType === 'resource' ? subjectPlace : null };
}

const contentOf = ({ title, body, labelIds, coverFileId, anonymous, ...asked }: Content | DraftRow) => {
  const { subjectType, subjectId, subjectPlace } = asked;
  return { title, body, labelIds, coverFileId, anonymous, subjectType, subjectId, subjectPlace };
};

/** @throws AppError when there is nothing that the new draft could answer or edit, or there are too many drafts */
async function requirePlace(ctx: Context, reader: Reader, { questionId, postId }: Content): Promise<void> {
  const { db, tenant, viewer } = ctx;
  if (questionId) await findPost(ctx, reader, questionId);
  if (postId) await lockEditable(ctx, reader, postId);
  const mine = and(
    eq(postDraft.enterpriseId, tenant.id),
    eq(postDraft.authorId, viewer.userId),
    isNull(postDraft.publishedAt),
  );
  if ((await db.$count(postDraft, mine)) >= MOST_DRAFTS)
    throw new AppError(409, 'tooManyDrafts', { params: { limit: MOST_DRAFTS } });
}

async function requireCover(ctx: Context, fileId: string | null, before: string | null): Promise<void> {
  if (!fileId || fileId === before || (await areOwnPictures(ctx, [fileId]))) return;
  throw new AppError(422, 'invalid', { fields: [{ field: 'coverFileId', key: 'field.notYourPicture' }] });
}

const required = (field: string) => new AppError(422, 'invalid', { fields: [{ field, key: 'field.required' }] });
