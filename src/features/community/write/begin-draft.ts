import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { hasLocalDraft } from '#src/features/editor/use-local-draft.ts';
import { uuid } from '#src/lib/uuid.ts';
import { type KnownDraft, knownDraft } from './draft-content.ts';

export type BegunDraft = { id: string; known: KnownDraft | null };

/**
 * The draft to go on with, or a new one.
 * @param id of a draft that was begun earlier, if any. One that neither the server nor this device has any more was
 *   published or deleted, and a new one begins.
 */
export async function beginDraft(id: string | null): Promise<BegunDraft> {
  if (!id) return { id: uuid(), known: null };
  const known = await readKnown(id);
  if (known || (await hasLocalDraft(PAGE_OWNER, id))) return { id, known };
  return { id: uuid(), known: null };
}

/** Null if the server does not have it, or cannot be asked. */
async function readKnown(id: string): Promise<KnownDraft | null> {
  try {
    return knownDraft(await api('GET /community/auth/draft/view', { id }, { _No_dispose: true }));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
