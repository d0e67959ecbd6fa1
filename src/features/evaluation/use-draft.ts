import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { whenOnline } from '#src/client/when-back.ts';

/** `device`: kept on this device, because the server cannot be reached. */
export type Saved = 'none' | 'saving' | 'saved' | 'device';

/** Milliseconds after the last key before the draft is saved, and between attempts while the server is away. */
const PAUSE = 800;
const RETRY = 5_000;

/**
 * A draft that is saved as one types. Each change is first kept on the device, until the server has acknowledged it, so that
 * neither a broken connection nor a reload loses it.
 * @param name names the draft on this device
 * @param given the draft as the server has it
 * @param send saves it on the server
 */
export function useDraft<T>(name: string, given: T, send: (draft: T) => Promise<unknown>) {
  const key = `evaluation-draft:${PAGE_OWNER}:${name}`;
  const [draft, setDraft] = useState(given);
  const [saved, setSaved] = useState<Saved>('none');
  const latest = useRef(given);
  const sender = useRef(send);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    sender.current = send;
  }, [send]);

  const save = useCallback(async () => {
    const sent = latest.current;
    setSaved('saving');
    try {
      await sender.current(sent);
      if (latest.current !== sent) return;
      localStorage.removeItem(key);
      setSaved('saved');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSaved('device');
      // What the server refuses is not sent again: the message appears when the form is submitted.
      if (error.code === 0 || error.code >= 500) timer.current = setTimeout(() => void save(), RETRY);
    }
  }, [key]);

  const change = useCallback(
    (next: T) => {
      latest.current = next;
      setDraft(next);
      localStorage.setItem(key, JSON.stringify(next));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE);
    },
    [key, save],
  );

  useEffect(() => {
    const kept = localStorage.getItem(key);
    if (kept) change(JSON.parse(kept) as T);
    const again = () => {
      if (localStorage.getItem(key)) void save();
    };
    const stop = whenOnline(again);
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [key, change, save]);

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    localStorage.removeItem(key);
  }, [key]);
  return { draft, saved, change, forget };
}
