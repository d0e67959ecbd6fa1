import { useCallback, useMemo, useRef, useState } from 'react';
import type { MentionChoice, MentionListener } from './mention-suggestion.ts';

type State = { choice: MentionChoice | null; index: number };
const CLOSED: State = { choice: null, index: 0 };

/** The list of colleagues and its keys: arrows move, Enter and Tab choose, Escape closes (by the suggestion itself). */
export function useMentionList(): State & { setIndex: (index: number) => void; listener: MentionListener } {
  const [state, setState] = useState(CLOSED);
  // Keys arrive between renders.
  const latest = useRef(CLOSED);
  const set = useCallback((next: State) => {
    latest.current = next;
    setState(next);
  }, []);
  const setIndex = useCallback((index: number) => set({ ...latest.current, index }), [set]);
  const listener = useMemo(
    () => ({
      show: (choice: MentionChoice | null) => set(choice ? { choice, index: 0 } : CLOSED),
      keyDown: ({ key }: KeyboardEvent) => {
        const { choice, index } = latest.current;
        const count = choice?.colleagues.length ?? 0;
        if (!choice || count === 0) return false;
        if (key === 'ArrowDown') setIndex((index + 1) % count);
        else if (key === 'ArrowUp') setIndex((index + count - 1) % count);
        else if (key === 'Enter' || key === 'Tab') choice.choose(choice.colleagues[index]!);
        else return false;
        return true;
      },
    }),
    [set, setIndex],
  );
  return { ...state, setIndex, listener };
}
