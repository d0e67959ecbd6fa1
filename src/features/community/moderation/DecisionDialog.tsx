import { useT } from '#src/i18n/island.tsx';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { DecisionForm, type DecisionSubject } from './DecisionForm.tsx';

type Props = { subject: DecisionSubject; onClose: () => void; onDone: () => void };

/** A moderator's action on a post or comment, on its page. */
export function DecisionDialog({ subject, onClose, onDone }: Props) {
  const t = useT();
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <ActionDialog title={t('moderation:decide.title')} onClose={onClose}>
      <DecisionForm subject={subject} onDone={done} />
    </ActionDialog>
  );
}
