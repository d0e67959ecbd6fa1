import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useAction } from '#src/client/use-action.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  /** What happens, each with its number: "12 people lose their certificate". */
  consequences: string[];
  /** Label of the button that confirms. */
  action: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a dangerous act and says what it changes. It stays open if the act fails. */
export function Confirm({ title, consequences, action, onConfirm, onClose }: Props) {
  const t = useT();
  const { run, isPending } = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <ActionDialog title={title} onClose={onClose} className="max-w-lg">
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button type="button" className="btn btn-error" aria-disabled={isPending} onClick={() => void run()}>
          {action}
        </button>
      </div>
    </ActionDialog>
  );
}
