import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useLocalDraft } from '#src/features/editor/use-local-draft.ts';
import { useT } from '#src/i18n/island.tsx';
import { MAX_NOTE_LENGTH } from '#src/contract/rules/study.ts';
import { uuid } from '#src/lib/uuid.ts';
import type { Note, NotePlace } from './note-path.ts';
import { placeText } from './place-text.ts';

type Props = {
  resourceId: string;
  /** Returns the current position of the player or reader. */
  placeNow: () => NotePlace | null;
  onSaved: (note: Note) => void;
};
type Draft = { id: string; text: string; place: NotePlace | null };

/**
 * A new note, at the position at which one begins to write it. What is written is kept on this device until it is stored; the
 * id is made here, so that a repeated request stores one note.
 */
export function NewNote({ resourceId, placeNow, onSaved }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const { restored, keep, forget } = useLocalDraft<Draft>(PAGE_OWNER, ['note', resourceId].join(':'));
  const [draft, setDraft] = useState<Draft | null>(null);
  const written = useRef(false);
  useEffect(() => {
    if (restored && !written.current) setDraft(restored.value);
  }, [restored]);
  const change = (text: string) => {
    written.current = true;
    const next = { ...(draft ?? { id: uuid(), place: placeNow() }), text };
    setDraft(text ? next : null);
    keep(next);
  };
  const { run: save, isPending } = useAction(async () => {
    if (!draft?.text.trim()) return;
    const stored = await api('POST /course/auth/study/note/save', { ...draft, resourceId });
    await forget();
    setDraft(null);
    onSaved(stored);
  });
  return (
    <form
      className="flex flex-col gap-2 border-b border-base-300 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor="new-note" className="text-sm font-medium">
        {t('note:new')}
      </label>
      <textarea
        id="new-note"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        disabled={!hydrated}
        value={draft?.text ?? ''}
        placeholder={t('note:placeholder')}
        onChange={(event) => change(event.target.value)}
        className="textarea w-full"
      />
      <span className="flex items-center gap-3 text-sm text-muted">
        <button
          className="btn btn-primary btn-sm"
          disabled={!hydrated}
          aria-disabled={isPending || !draft?.text.trim()}
        >
          {t('note:save')}
        </button>
        {draft?.place && <span>{t('note:at', { place: placeText(t, draft.place) })}</span>}
      </span>
      <p className="text-sm text-muted">{t('note:private')}</p>
    </form>
  );
}
