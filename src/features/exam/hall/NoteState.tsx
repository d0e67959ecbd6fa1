import { useStore } from '@nanostores/react';
import { useT } from '#src/i18n/island.tsx';
import type { Choices } from './choices.store.ts';

/** Says when notes are not stored: they are too long together. */
export function NoteState({ choices }: { choices: Choices }) {
  const t = useT();
  const state = useStore(choices.$state);
  if (state !== 'refused') return null;
  return (
    <p role="alert" className="text-sm text-warning">
      {t('exam:hall.notesRefused')}
    </p>
  );
}
