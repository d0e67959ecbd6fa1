import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireReader } from '../community-reader.ts';
import { openDraft } from './open-draft.ts';
import { draftPublished } from './own-draft.ts';

/**
 * Saves what somebody is writing.
 * @throws AppError 409 `draftChanged` when it was saved elsewhere meanwhile, `draftPublished` when it was published; 422
 */
export async function saveDraft(ctx: Context, input: OperationInput<'POST /community/auth/draft/save'>) {
  const { revision, gmtModified, publishedAt } = await openDraft(ctx, await requireReader(ctx), input);
  if (publishedAt) throw draftPublished();
  return { revision, savedAt: gmtModified };
}
