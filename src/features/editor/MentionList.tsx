import { createPortal } from 'react-dom';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useT } from '#src/i18n/island.tsx';
import type { MentionChoice, MentionListener } from './mention-suggestion.ts';

type Props = { id: string; choice: MentionChoice; index: number; onIndex: (index: number) => void };

/** Id of an entry, for `aria-activedescendant` of the text. */
export const optionId = (id: string, index: number) => `${id}-${index}`;

/** Colleagues to mention, below the `@`. The focus stays in the text, whose keys move through the list. */
export function MentionList({ id, choice: { colleagues, place, choose }, index, onIndex }: Props) {
  const t = useT();
  if (!place) return null;
  const width = 256;
  return createPortal(
    <div
      className="fixed z-50 w-64 rounded-box border border-base-300 bg-base-100 p-1 shadow-lg"
      style={{ top: place.bottom + 4, left: Math.max(8, Math.min(place.left, innerWidth - width - 8)) }}
    >
      {colleagues.length === 0 && <p className="px-3 py-2 text-sm text-muted">{t('editor:mention.none')}</p>}
      <ul id={id} role="listbox" aria-label={t('editor:mention.label')} className="max-h-64 overflow-y-auto">
        {colleagues.map((colleague, at) => (
          <li
            key={colleague.userId}
            id={optionId(id, at)}
            role="option"
            aria-selected={at === index}
            className={`cursor-pointer rounded-field px-3 py-1.5 text-sm ${at === index ? 'bg-primary-soft text-primary' : ''}`}
            onPointerMove={() => onIndex(at)}
            // Not on click: the text would lose the focus first.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(colleague);
            }}
          >
            {colleague.userName}
            {colleague.department && <span className="ms-2 text-muted">{colleague.department}</span>}
          </li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}

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
