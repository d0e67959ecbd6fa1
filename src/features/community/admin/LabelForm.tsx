import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useShown } from '#src/client/offered-languages.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { LOCALES } from '#src/lib/languages.ts';

type Label = Data<'GET /community/auth/label/edit/list'>[number];
const COLORS = ['blue', 'cyan', 'green', 'lime', 'yellow', 'orange', 'red', 'pink', 'purple', 'gray'] as const;

/** Adds or changes a label. */
export function LabelForm({ label, onSaved }: { label: Label | null; onSaved: () => void }) {
  const t = useT();
  const id = useId();
  const shown = useShown(LOCALES.filter((lang) => label?.name[lang] || label?.description[lang]));
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const text = (name: string) => textOf(values, name).trim() || undefined;
      await api(
        'POST /community/auth/label/save',
        {
          id: label?.id,
          name: { zh: text('name.zh'), en: text('name.en') },
          description: { zh: text('description.zh'), en: text('description.en') },
          color: values.get('color') as (typeof COLORS)[number],
          sort: text('sort') ?? 0,
          published: values.has('published'),
        },
        { isShowErrTip: false },
      );
      notify(t('moderation:admin.saved'), 'success');
      onSaved();
    },
    fallback: t('common:failedToLoad'),
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormAlert text={alert} />
      {(['name', 'description'] as const).map((each) =>
        shown.map((lang) => (
          <FormField
            key={`${each}.${lang}`}
            {...field(`${each}.${lang}`)}
            label={t(`moderation:admin.${each}${lang === 'zh' ? 'Zh' : 'En'}`)}
            maxLength={each === 'name' ? 40 : 200}
            defaultValue={label?.[each][lang]}
          />
        )),
      )}
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t('moderation:admin.color')}
        </label>
        <select id={id} name="color" className="select w-full" defaultValue={label?.color ?? 'blue'}>
          {COLORS.map((color) => (
            <option key={color} value={color}>
              {t(`moderation:admin.colors.${color}`)}
            </option>
          ))}
        </select>
      </div>
      <FormField
        {...field('sort')}
        label={t('moderation:admin.sort')}
        type="number"
        min={0}
        max={10_000}
        defaultValue={label?.sort ?? 0}
      />
      <label className="flex min-h-10 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="published"
          defaultChecked={label?.published ?? true}
          className="checkbox checkbox-sm rounded-sm"
        />
        {t('moderation:admin.published')}
      </label>
      <SubmitButton {...submit}>{t('moderation:admin.save')}</SubmitButton>
    </form>
  );
}
