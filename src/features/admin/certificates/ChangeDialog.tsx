import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { RequestDialog, ReverseCredits } from './RequestDialog.tsx';
import type { Issued } from './certificate-list.ts';

export type Change = { kind: 'revoke' | 'renew' | 'correct'; certificate: Issued };
type Props = { change: Change & { kind: 'revoke' | 'renew' }; timeZone: string; onClose: () => void };

/** Requests that a certificate is revoked or renewed, with a reason. */
export function ChangeDialog({ change: { kind, certificate }, timeZone, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const { id, holderName, certificateName, certificateNo, fromExam, renewedUntil } = certificate;
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) => required(values, { reason: t('record:issued.reasonMissing') }),
    send: async (values) => {
      const reason = textOf(values, 'reason');
      const silently = { isShowErrTip: false };
      if (kind === 'renew') await api('POST /course/auth/certificate/renew', { id, reason }, silently);
      else {
        const reverseCredits = values.has('reverseCredits');
        await api('POST /course/auth/certificate/revoke', { id, reason, reverseCredits }, silently);
      }
      notify(t('record:issued.sent'), 'success');
      invalidate('POST /course/auth/certificate/issued/page');
      onClose();
    },
  });
  return (
    <RequestDialog
      title={t(`record:issued.${kind}Title`)}

      isDestructive={kind === 'revoke'}
      form={form}
      onClose={onClose}
    >
      <p className="break-words">
        {holderName} · {certificateName}
        <span className="block text-sm text-muted tabular-nums">{certificateNo}</span>
      </p>
      {kind === 'renew' && renewedUntil && (
        <p className="text-sm">{t('record:issued.renewedUntil', { date: dateText(renewedUntil, timeZone, locale) })}</p>
      )}
      {kind === 'revoke' && fromExam && <ReverseCredits />}
    </RequestDialog>
  );
}
