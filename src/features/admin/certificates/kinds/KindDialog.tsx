import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { type CertificateKind, PAGE } from './kind-list.ts';

type Props = { kind: CertificateKind | null; onClose: () => void };

/** Adds a kind of certificates, or changes one. */
export function KindDialog({ kind, onClose }: Props) {
  const t = useT();
  const missing = t('record:kind.missing');
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { certificateName: missing, issuer: missing }),
    send: async (values) => {
      const months = textOf(values, 'validMonths');
      const input = {
        ...(kind ? { id: kind.id, revision: kind.revision } : {}),
        ...{ certificateName: textOf(values, 'certificateName'), issuer: textOf(values, 'issuer') },
        validMonths: months === '' ? null : Number(months),
      };
      await api('POST /course/auth/certificate/kind/save', input, { isShowErrTip: false });
      notify(t('record:kind.saved'), 'success');
      invalidate(PAGE);
      onClose();
    },
  });
  const isIssued = kind !== null && kind.issuedCount > 0;
  return (
    <FormDialog
      title={kind ? t('record:kind.editTitle', { name: kind.certificateName }) : t('record:kind.add')}
      action={t('record:kind.save')}
      form={form}
      onClose={onClose}
    >
      {isIssued && <p className="text-sm text-muted">{t('record:kind.issuedHint')}</p>}
      <FormField
        {...form.field('certificateName')}
        label={t('record:kind.name')}
        maxLength={100}
        defaultValue={kind?.certificateName ?? ''}
        readOnly={isIssued}
        autoComplete="off"
      />
      <FormField
        {...form.field('issuer')}
        label={t('record:kind.issuer')}
        maxLength={100}
        defaultValue={kind?.issuer ?? ''}
        readOnly={isIssued}
        autoComplete="organization"
      />
      <FormField
        {...form.field('validMonths')}
        label={t('record:kind.validMonths')}
        hint={t('record:kind.validMonthsHint')}
        inputMode="numeric"
        maxLength={3}
        defaultValue={kind?.validMonths?.toString() ?? ''}
        autoComplete="off"
      />
    </FormDialog>
  );
}
