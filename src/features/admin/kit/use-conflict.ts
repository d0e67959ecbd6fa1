import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { isSameJson } from './same-json.ts';
import type { Conflict, Version } from './use-editor.ts';

/**
 * Changes of others to what a form without `useEditor` changes: the newer version is read after a 409, to be shown beside what was chosen.
 * @param stored on what the form is based
 * @param reread reads what is stored now. What has no revision is another version if its values differ. Null: it cannot be
 *   changed any more, which the error of the save says
 * @returns `compare` takes the error of a save, and answers whether there is a newer version: `conflict` has both; `resolve` goes on, on top of it
 */
export function useConflict<V>(stored: Version<V>, reread: () => Promise<Version<V> | null>) {
  const [base, setBase] = useState(stored);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  return {
    /** On what the next save is based. */
    base,
    revision: base.revision,
    conflict,
    compare: async (error: unknown, mine: V): Promise<boolean> => {
      if (!(error instanceof ApiError) || error.code !== 409) return false;
      const theirs = await reread();
      if (!theirs) return false;
      if (theirs.revision === base.revision && isSameJson(theirs.values, base.values)) return false;
      setConflict({ base, mine, theirs });
      return true;
    },
    /** The form is based on another version now: it was saved, or shows what was read again. */
    rebase: setBase,
    resolve: () => {
      if (conflict) setBase(conflict.theirs);
      setConflict(null);
    },
  };
}
