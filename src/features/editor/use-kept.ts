import { useEffect, useRef, useState } from 'react';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { useLocalDraft } from './use-local-draft.ts';

export type Kept<T> = {
  /** What was typed; `initial` until something was. */
  value: T;
  /** Whether it was typed in an earlier view of the page and not sent. */
  isRestored: boolean;
  change: (value: T) => void;
  /** Removes it from this device, once the server has it. The value stays. */
  forget: () => Promise<void>;
};

/**
 * State of a form that is kept on this device until it is sent: it survives a reload, a lost connection and the end of the
 * session (`useLocalDraft`).
 * @param id of the form, e.g. `mark:<attempt>:<question>`
 */
export function useKept<T>(id: string, initial: T): Kept<T> {
  const { restored, keep, forget } = useLocalDraft<T>(PAGE_OWNER, id);
  const [typed, setTyped] = useState<{ value: T; isRestored: boolean } | null>(null);
  // What is typed before the device has answered is newer.
  const isTouched = useRef(false);
  useEffect(() => {
    if (restored && !isTouched.current) setTyped({ value: restored.value, isRestored: true });
  }, [restored]);
  return {
    value: typed ? typed.value : initial,
    isRestored: typed?.isRestored ?? false,
    change: (value) => {
      isTouched.current = true;
      setTyped({ value, isRestored: typed?.isRestored ?? false });
      keep(value);
    },
    forget: async () => {
      isTouched.current = true;
      setTyped((before) => before && { ...before, isRestored: false });
      await forget();
    },
  };
}
