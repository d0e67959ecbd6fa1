/*
 * What is saved before a session at a shared terminal ends (docs/specification.md, section "Shared terminals"): answers and study that
 * the server has not acknowledged yet.
 */

const savers = new Set<() => Promise<unknown>>();

/** @param save settles when nothing is left to send, or it cannot be sent. @returns a function that takes it out again */
export function saveBeforeEnd(save: () => Promise<unknown>): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Waits until everything is saved, but at most so many milliseconds: a terminal without network ends its session, too. */
export async function saveAll(ms: number): Promise<void> {
  const enough = new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.race([Promise.allSettled([...savers].map((save) => save())), enough]);
}
