import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { dayOf } from '#src/lib/dates.ts';
import { RequestDialog } from './RequestDialog.tsx';
import type { Issued } from './certificate-list.ts';

type Props = { certificate: Issued; timeZone: string; onClose: () => void };

/** Requests that another certificate is issued instead of this one, with the right name and dates. */
export function CorrectDialog({ certificate, timeZone, onClose }: Props) {
  const t = useT();
  const { id, certificateName, certificateNo, userName, gmtCreate, expireTime } = certificate;
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { reason: t('record:issued.reasonMissing') }),
    send: async (values) => {
      const input = {
        ...{ id, reason: textOf(values, 'reason'), userName: textOf(values, 'userName') },
        ...{ issuedOn: textOf(values, 'issuedOn'), expiresOn: textOf(values, 'expiresOn') || null },
      };
      await api('POST /course/auth/certificate/correct', input, { isShowErrTip: false });
      notify(t('record:issued.sent'), 'success');
      invalidate('POST /course/auth/certificate/issued/page');
      onClose();
    },
  });
  return (
    <RequestDialog title={t('record:issued.correctTitle')} form={form} onClose={onClose}>
      <p className="break-words">
        {certificateName}
        <span className="block text-sm text-muted tabular-nums">{certificateNo}</span>
      </p>
      <p className="text-sm">{t('record:issued.correctHint')}</p>
      <FormField
        {...form.field('userName')}
        label={t('record:issued.nameOn')}
        maxLength={40}
        defaultValue={userName}
        autoComplete="off"
      />
      <FormField
        {...form.field('issuedOn')}
        type="date"
        label={t('record:issued.issuedOn')}
        defaultValue={dayOf(gmtCreate, timeZone)}
      />
      <FormField
        {...form.field('expiresOn')}
        type="date"
        label={t('record:issued.expiresOn')}
        hint={t('record:issued.expiresOnHint')}
        defaultValue={expireTime ? dayOf(expireTime, timeZone) : ''}
      />
    </RequestDialog>
  );
}
