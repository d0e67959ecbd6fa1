import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import { mergedSession, sessionDifferences, type SessionValues, type SessionWords } from './session-values.ts';

type Props = {
  title: string;
  conflict: Conflict<SessionValues>;
  words: SessionWords;
  /** Goes on with what was chosen, on top of their version. */
  onMerge: (values: SessionValues) => void;
  onClose: () => void;
};

/** A session that somebody else has changed meanwhile: both versions, to choose from. */
export function SessionConflict({ title, conflict, words, onMerge, onClose }: Props) {
  const t = useT();
  return (
    <ActionDialog title={title} onClose={onClose}>
      <ConflictView
        title={t('admin:conflict.title')}
        intro={t('admin:conflict.intro')}
        differences={sessionDifferences(conflict, words)}
        onMerge={(taken) => onMerge(mergedSession(conflict, taken, words))}
      />
    </ActionDialog>
  );
}
