import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { Labelled } from '#src/components/Labelled.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { type CertificateKind, PAGE } from './kind-list.ts';

/** Chooses the template of a kind of certificates, for those that are issued from now on. */
export function TemplateDialog({ kind, onClose }: { kind: CertificateKind; onClose: () => void }) {
  const t = useT();
  const templates = useCall('GET /course/auth/certificate/template/list', {});
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const input = { id: kind.id, revision: kind.revision, templateId: textOf(values, 'templateId') || null };
      await api('POST /course/auth/certificate/kind/template/save', input, { isShowErrTip: false });
      notify(t('record:kind.saved'), 'success');
      invalidate(PAGE);
      onClose();
    },
  });
  const field = form.field('templateId');
  return (
    <FormDialog
      title={t('record:kind.templateOf', { name: kind.certificateName })}
      action={t('record:kind.save')}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('record:kind.templateHint')}</p>
      <LoadState query={templates} lines={2}>
        {(list) => (
          <Labelled label={t('record:kind.template')} error={field.error}>
            {(own) => (
              <select {...own} name={field.name} className="select w-full" defaultValue={kind.template?.id ?? ''}>
                <option value="">{t('record:kind.builtIn')}</option>
                {list.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        )}
      </LoadState>
    </FormDialog>
  );
}
