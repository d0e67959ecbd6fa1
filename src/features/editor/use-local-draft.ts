import { useCallback, useEffect, useRef, useState } from 'react';
import { type LocalDraft, type LocalDrafts, noLocalDrafts, openLocalDrafts } from './local-drafts.ts';

/** Time after the first change until it is stored, ms. */
const WRITE_AFTER = 300;

let opened: Promise<LocalDrafts> | undefined;
const store = () => (opened ??= openLocalDrafts().catch(() => noLocalDrafts));

/** Whether this device has unsaved text of a draft. */
export const hasLocalDraft = async (owner: string, id: string): Promise<boolean> =>
  (await (await store()).read(owner, id)) !== null;

export type LocalDraftState<T> = {
  /** What this device had kept; undefined while it is being read, null if there is nothing. */
  restored: LocalDraft<T> | null | undefined;
  /** Whether the newest change is stored on this device. */
  isKept: boolean;
  /** Call after each change. Stored within half a second, and at once when the page is hidden or left. */
  keep: (value: T) => void;
  /** Call when the text has been published or discarded. */
  forget: () => Promise<void>;
};

/**
 * Keeps what is being written on this device (IndexedDB), so that it survives a killed tab, a lost connection and the
 * end of the session. Saving to the server is for the caller, who also decides between `restored` and the server's draft.
 * @param owner id of the user (`PAGE_OWNER`)
 * @param id of the draft, e.g. its UUID
 */
export function useLocalDraft<T>(owner: string, id: string): LocalDraftState<T> {
  const [restored, setRestored] = useState<LocalDraft<T> | null>();
  const [isKept, setKept] = useState(true);
  const waiting = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Writes are done one after the other, so that one that began before `forget` does not end after it.
  const last = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    let isCurrent = true;
    setRestored(undefined);
    void store()
      .then((drafts) => drafts.read<T>(owner, id))
      .then((draft) => isCurrent && setRestored(draft));
    return () => {
      isCurrent = false;
    };
  }, [owner, id]);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const next = waiting.current;
    if (!next) return;
    waiting.current = null;
    last.current = last.current
      .then(async () => (await store()).keep(owner, id, { value: next.value, savedAt: Date.now() }))
      .then(
        () => setKept(waiting.current === null),
        // Not kept is what the state says; the editor goes on.
        () => setKept(false),
      );
  }, [owner, id]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') write();
    };
    addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', onHide);
      write();
    };
  }, [write]);

  const keep = useCallback(
    (value: T) => {
      waiting.current = { value };
      setKept(false);
      timer.current ??= setTimeout(write, WRITE_AFTER);
    },
    [write],
  );
  const forget = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    waiting.current = null;
    last.current = last.current.then(async () => (await store()).forget(owner, id));
    await last.current;
    setKept(true);
  }, [owner, id]);

  return { restored, isKept, keep, forget };
}
