import { api } from '#src/client/api.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { isBadge } from '#src/contract/rules/terminal.ts';
import { useT } from '#src/i18n/island.tsx';
import { PinField } from './PinField.tsx';
import type { TerminalSession } from './use-terminal-clock.ts';

type Props = { onProlonged: (session: TerminalSession) => void; onClose: () => void };

/** Asks for the PIN, or the badge of a scanner, and begins the minutes of the session again. */
export function ProlongDialog({ onProlonged, onClose }: Props) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const typed = textOf(values, 'pin').trim();
      const input = isBadge(typed) ? { badge: typed } : { pin: typed };
      onProlonged(await api('POST /user/auth/terminal/session/prolong', input, { isShowErrTip: false }));
      onClose();
    },
  });
  return (
    <ActionDialog title={t('terminal:bar.prolong')} onClose={onClose}>
      <form {...form.form} method="post" className="flex flex-col gap-4">
        <FormAlert text={form.alert} />
        <PinField {...form.field('pin')} label={t('terminal:pad.pin')} hint={t('terminal:bar.prolongHint')} />
        <SubmitButton {...form.submit} className="btn-lg">
          {t('terminal:bar.prolong')}
        </SubmitButton>
      </form>
    </ActionDialog>
  );
}
