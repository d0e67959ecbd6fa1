import { PAGE_OWNER } from '#src/client/session.store.ts';

/*
 * Which draft somebody was writing on this device, so that a tab that was killed, or a session that ended, before the
 * server had it leads back to it. The text itself is kept by `useLocalDraft`.
 */

const keyOf = (place: string) => `writing:${PAGE_OWNER}:${place}`;

/** Id of the draft that was begun at a place (`question`, `answer:{questionId}`); null if there is none. */
export const unsavedDraft = (place: string): string | null => localStorage.getItem(keyOf(place));

export function rememberDraft(place: string, id: string): void {
  localStorage.setItem(keyOf(place), id);
}

/** Forgets the draft of a place, unless another tab has begun another one there. */
export function forgetDraft(place: string, id: string): void {
  if (unsavedDraft(place) === id) localStorage.removeItem(keyOf(place));
}
