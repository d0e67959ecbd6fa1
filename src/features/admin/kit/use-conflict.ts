import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import type { Conflict, Version } from './use-editor.ts';

/**
 * Changes of others to what a form without `useEditor` changes: the newer version is read after a 409, to be shown beside what was chosen.
 * @param stored on what the form is based
 * @param reread reads what is stored now
 * @returns `compare` takes the error of a save, and answers whether there is a newer version: `conflict` has both; `resolve` goes on, on top of it
 */
export function useConflict<V>(stored: Version<V>, reread: () => Promise<Version<V>>) {
  const [base, setBase] = useState(stored);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  return {
    revision: base.revision,
    conflict,
    compare: async (error: unknown, mine: V): Promise<boolean> => {
      if (!(error instanceof ApiError) || error.code !== 409) return false;
      const theirs = await reread();
      if (theirs.revision === base.revision) return false;
      setConflict({ base, mine, theirs });
      return true;
    },
    resolve: () => {
      if (conflict) setBase(conflict.theirs);
      setConflict(null);
    },
  };
}
