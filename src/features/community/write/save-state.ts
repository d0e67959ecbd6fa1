import type { ApiError } from '#src/client/api-error.ts';

/**
 * Where what was typed is. `unsaved`: on this device, the server follows; `offline`: the server cannot be reached;
 * `failed`: it refused; `ended`: the session has ended; `changed`: the draft was saved elsewhere; `published`: it was
 * published elsewhere.
 */
export type SaveState =
  'idle' | 'unsaved' | 'saving' | 'saved' | 'offline' | 'failed' | 'ended' | 'changed' | 'published';

/** The state after a refused save. The field of a 409 says which conflict it is (draft/own-draft.ts). */
export function stateAfter(error: ApiError): SaveState {
  if (error.needsLogin) return 'ended';
  if (error.fields.baseRevision) return 'changed';
  if (error.code === 409 && error.fields.id) return 'published';
  return error.code === 0 || error.code === 429 || error.code >= 500 ? 'offline' : 'failed';
}

/** States in which saving goes on by itself. */
export const isRetried = (state: SaveState): boolean => state === 'offline' || state === 'ended';
/** States in which nothing is saved until somebody decides. */
export const isStopped = (state: SaveState): boolean => state === 'changed' || state === 'published';
