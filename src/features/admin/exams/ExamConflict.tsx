import { useLocale, useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import { examDifferences } from './exam-differences.ts';
import type { EditorProps, Settings } from './exam-settings.ts';

type Props = EditorProps & {
  conflict: Conflict<Settings>;
  /** Goes on with these settings. */
  onMerge: (settings: Settings) => void;
};

/** The settings of an exam that was changed by somebody else meanwhile: both versions, to choose from. */
export function ExamConflict({ conflict, choices, timeZone, onMerge }: Props) {
  const t = useT();
  const locale = useLocale();
  const { mine, theirs } = conflict;
  return (
    <ConflictView
      title={t('exam:admin.conflictTitle')}
      intro={t('exam:admin.conflict')}
      differences={examDifferences(conflict, { t, locale, timeZone, choices })}
      onMerge={(taken) =>
        onMerge({ ...mine, ...Object.fromEntries([...taken].map((name) => [name, theirs.values[name]])) })
      }
    />
  );
}
