import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { QrCode } from '#src/components/QrCode.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { timeOf } from '#src/lib/dates.ts';

type Props = {
  issued: Data<'POST /user/auth/terminal/code/issue'> & { name: string };
  timeZone: string;
  onClose: () => void;
};

/** The code with which a device becomes a terminal, to type or to scan there. */
export function TerminalCode({ issued: { name, code, url, expiresAt }, timeZone, onClose }: Props) {
  const t = useT();
  const address = url.replace(/\?.*/, '');
  return (
    <ActionDialog title={t('terminal:code.title', { name })} onClose={onClose}>
      <p>{t('terminal:code.hint', { address })}</p>
      <p className="text-center font-mono text-4xl font-semibold tracking-[0.15em]" data-testid="terminal-code">
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <QrCode text={url} label={t('terminal:code.qr')} className="mx-auto aspect-square w-48 rounded-field" />
      <p className="text-sm text-muted">{t('terminal:code.until', { time: timeOf(expiresAt, timeZone) })}</p>
    </ActionDialog>
  );
}
