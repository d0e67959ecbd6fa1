import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Questionnaire, shownToLearners } from './questionnaire-parts.ts';

// Few look at it, and it has the fields of learners.
const Filling = lazyPart(async () => (await import('#src/features/questionnaire/Filling.tsx')).Filling);

type Props = { title: string; questionnaire: Questionnaire; onClose: () => void };

/** The form that learners fill in, with what is typed now. Nothing is stored. */
export function QuestionnairePreview({ title, questionnaire, onClose }: Props) {
  const t = useT();
  const [isDone, setDone] = useState(false);
  const given = shownToLearners(title, questionnaire);
  // A form cannot be within the form of the editor: not in the document, and its submission is none of the editor.
  return createPortal(
    <div onSubmit={(event) => event.stopPropagation()}>
      <ActionDialog title={t('editing:questionnaire.preview')} onClose={onClose}>
        <p className="alert alert-soft text-sm alert-info">{t('editing:questionnaire.previewHint')}</p>
        {isDone ? (
          <p role="status" className="font-medium">
            {t('editing:questionnaire.previewDone')}
          </p>
        ) : (
          <Filling
            given={given}
            draft={null}
            isKept={false}
            keep={() => undefined}
            forget={() => Promise.resolve()}
            send={() => Promise.resolve()}
            onSubmitted={() => setDone(true)}
          />
        )}
      </ActionDialog>
    </div>,
    document.body,
  );
}
