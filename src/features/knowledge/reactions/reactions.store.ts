import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useMemo } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import type { Input } from '#src/contract/calls.ts';
import { applyChange, type Change, type OwnReactions, type Sums } from './apply-change.ts';

export type Subject = Pick<Input<'POST /course/auth/reaction/save'>, 'subjectType' | 'subjectId'>;

/**
 * Reactions to the course or project of the page: the server's state and unconfirmed changes of the viewer. Shared by
 * two islands, the bar and the rating panel.
 */
export const $reactions = atom<{ known: OwnReactions; pending: Change[] } | null>(null);

/** Changes are sent sequentially, so that the last one wins. */
let queue: Promise<unknown> = Promise.resolve();

/** Displayed reactions: optimistic at first, then the server's response. */
export function useReactions(given: Sums | OwnReactions): Sums | OwnReactions {
  const state = useStore($reactions, { ssr: () => null });
  return useMemo(() => (state ? state.pending.reduce(applyChange, state.known) : given), [state, given]);
}

/**
 * Likes, bookmarks or rates, optimistically; a rejected change is rolled back, and `api` shows the error.
 * @param given reactions rendered by the server
 * @returns whether it was saved
 */
export async function react(subject: Subject, given: OwnReactions, change: Change): Promise<boolean> {
  const { known, pending } = $reactions.get() ?? { known: given, pending: [] };
  $reactions.set({ known, pending: [...pending, change] });
  const sent = queue.then(() => api('POST /course/auth/reaction/save', { ...subject, ...change }));
  // The next change is sent regardless of the result of this one.
  queue = sent.catch(() => undefined);
  try {
    endChange(change, await sent);
    return true;
  } catch (error) {
    endChange(change);
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

function endChange(change: Change, answer?: OwnReactions): void {
  const { known, pending } = $reactions.get()!;
  $reactions.set({ known: answer ?? known, pending: pending.filter((each) => each !== change) });
}
