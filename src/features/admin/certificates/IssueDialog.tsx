import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import { type Holder, HolderPicker } from './HolderPicker.tsx';

type Props = { kinds: { id: string; certificateName: string; issuer: string }[]; onClose: () => void };

/** Requests that a certificate is issued to the chosen members, with a reason. */
export function IssueDialog({ kinds, onClose }: Props) {
  const t = useT();
  const [certificateId, setCertificateId] = useState(kinds[0]?.id);
  const [holders, setHolders] = useState<Holder[]>([]);
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) =>
      required(values, { userIds: t('record:issued.peopleMissing'), reason: t('record:issued.reasonMissing') }),
    send: async (values) => {
      const input = {
        certificateId: textOf(values, 'certificateId'),
        userIds: holders.map(({ userId }) => userId),
        reason: textOf(values, 'reason'),
      };
      await api('POST /course/auth/certificate/issue', input, { isShowErrTip: false });
      notify(t('record:issued.sent'), 'success');
      invalidate('POST /course/auth/certificate/issued/page');
      onClose();
    },
  });
  const { error } = form.field('userIds');
  return (
    <RequestDialog title={t('record:issued.issue')} form={form} onClose={onClose}>
      <label className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t('record:issued.kind')}</span>
        <select
          name="certificateId"
          value={certificateId}
          onChange={(event) => setCertificateId(event.target.value)}
          className="select w-full"
        >
          {kinds.map(({ id, certificateName, issuer }) => (
            <option key={id} value={id}>
              {certificateName} · {issuer}
            </option>
          ))}
        </select>
      </label>
      <HolderPicker
        label={t('record:issued.people')}
        certificateId={certificateId}
        chosen={holders}
        onChange={(next) => {
          setHolders(next);
          form.showError('userIds', '');
        }}
      />
      {error && <FieldError id="holders-error" text={error} />}
    </RequestDialog>
  );
}
