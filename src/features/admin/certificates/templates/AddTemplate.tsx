import { api } from '#src/client/api.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import type { Orientation } from '#src/contract/rules/certificate-layout.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import type { TemplateRow } from './template-list.ts';

const ORIENTATIONS: Orientation[] = ['landscape', 'portrait'];

/** Adds a template: with the layout of the portal, or as a copy of another one. Its editor opens then. */
export function AddTemplate({ templateOf, onClose }: { templateOf: TemplateRow | null; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: t('record:kind.missing') }),
    send: async (values) => {
      const input = {
        name: textOf(values, 'name'),
        orientation: (textOf(values, 'orientation') || 'landscape') as Orientation,
        ...(templateOf && { templateOf: templateOf.id }),
      };
      const { id } = await api('POST /course/auth/certificate/template/add', input, { isShowErrTip: false });
      return { path: href(locale, `/admin/certificates/templates/edit?id=${id}`) };
    },
  });
  return (
    <FormDialog
      title={templateOf ? t('record:template.copyOf', { name: templateOf.name }) : t('record:template.add')}
      action={t('record:template.begin')}
      form={form}
      onClose={onClose}
    >
      <FormField {...form.field('name')} label={t('record:template.name')} maxLength={80} autoComplete="off" />
      {!templateOf && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{t('record:template.page')}</legend>
          <div className="flex flex-wrap gap-4">
            {ORIENTATIONS.map((orientation, n) => (
              <label key={orientation} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="orientation"
                  value={orientation}
                  defaultChecked={n === 0}
                  className="radio radio-primary radio-sm"
                />
                {t(`record:template.orientation.${orientation}`)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}
