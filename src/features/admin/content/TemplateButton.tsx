import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormField } from '#src/components/FormField.tsx';
import { type TemplateKind, type TemplatePart, TEMPLATE_PARTS } from '#src/contract/rules/editing.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { FieldGroup, ManyField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { Picker } from '../kit/Picker.tsx';
import { SubjectOptions } from './SubjectChoice.tsx';

type Props = {
  kind: TemplateKind;
  /** Chinese path of the editor. */
  path: string;
};

/** A button that adds something new with chosen parts of what there is. */
export function TemplateButton(props: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" disabled={!hydrated} onClick={() => setOpen(true)}>
        {t(`editing:template.command.${props.kind}`)}
      </button>
      {isOpen && <TemplateDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function TemplateDialog({ kind, path, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [from, setFrom] = useState<{ id: string; title: string } | null>(null);
  const [take, setTake] = useState<string[]>([...TEMPLATE_PARTS[kind]]);
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => ({
      ...(from === null && { id: t('editing:template.chooseFirst') }),
      ...(textOf(values, 'title') === '' && { title: t('editing:template.titleNeeded') }),
    }),
    send: async (values) => {
      const copy = await api(
        'POST /system/auth/content/duplicate',
        { kind, id: from!.id, template: { title: textOf(values, 'title'), take: take as TemplatePart[] } },
        { isShowErrTip: false },
      );
      return { path: href(locale, `${path}?id=${copy.id}`) };
    },
  });
  const label = t(`editing:template.from.${kind}`);
  return (
    <FormDialog
      title={t(`editing:template.command.${kind}`)}
      action={t('editing:template.create')}
      form={form}
      onClose={onClose}
    >
      <FieldGroup {...form.field('id')} label={label}>
        <Picker name="id" label={label} chosen={from?.title ?? null} placeholder={t('editing:choose')}>
          {(close) => (
            <SubjectOptions
              kind={kind}
              onChoose={(chosen) => {
                setFrom(chosen);
                form.showError('id', '');
                close();
              }}
            />
          )}
        </Picker>
      </FieldGroup>
      <FormField {...form.field('title')} label={t('editing:template.title')} maxLength={200} autoComplete="off" />
      <ManyField
        {...form.field('template.take')}
        label={t('editing:template.take')}
        hint={t(`editing:template.hint.${kind}`)}
        value={take}
        onChange={setTake}
        options={TEMPLATE_PARTS[kind].map((part) => ({
          value: part,
          label: t(`editing:template.part.${kind === 'project' && part === 'items' ? 'courses' : part}`),
        }))}
      />
    </FormDialog>
  );
}
