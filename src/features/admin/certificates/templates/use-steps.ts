import { useRef, useState } from 'react';

/** Steps that can be undone. */
const MOST = 100;

/**
 * A value that changes in steps, which can be undone and done again.
 * @param set shows another value
 */
export function useSteps<T>(value: T, set: (value: T) => void) {
  const [past, setPast] = useState<T[]>([]);
  const [future, setFuture] = useState<T[]>([]);
  /** What the last step was about; another one about the same is a part of it. */
  const about = useRef<string | undefined>(undefined);
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** Changes the value. @param subject changes of the same thing after another, like a movement, are one step */
    change: (next: T, subject?: string) => {
      if (subject === undefined || subject !== about.current) setPast([...past.slice(1 - MOST), value]);
      about.current = subject;
      setFuture([]);
      set(next);
    },
    /** The next change is another step, also of the same thing. */
    end: () => {
      about.current = undefined;
    },
    undo: () => {
      const last = past.at(-1);
      if (last === undefined) return;
      about.current = undefined;
      setPast(past.slice(0, -1));
      setFuture([value, ...future]);
      set(last);
    },
    redo: () => {
      const [next] = future;
      if (next === undefined) return;
      about.current = undefined;
      setPast([...past, value]);
      setFuture(future.slice(1));
      set(next);
    },
  };
}
