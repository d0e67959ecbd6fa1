import { useId, useState } from 'react';
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
import { ConflictView } from '../kit/ConflictView.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import { ruleValue } from './rule-value.ts';

type Label = Data<'GET /community/auth/label/edit/list'>[number];
const COLORS = ['blue', 'cyan', 'green', 'lime', 'yellow', 'orange', 'red', 'pink', 'purple', 'gray'] as const;

type Values = Pick<Label, 'name' | 'description' | 'color' | 'sort' | 'published'>;

/** The parts that two people can change, with the keys of their names. */
const PARTS = {
  nameZh: ({ name }: Values) => name.zh ?? '',
  nameEn: ({ name }: Values) => name.en ?? '',
  descriptionZh: ({ description }: Values) => description.zh ?? '',
  descriptionEn: ({ description }: Values) => description.en ?? '',
  color: ({ color }: Values) => color,
  sort: ({ sort }: Values) => sort,
  published: ({ published }: Values) => published,
};
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

const versionOf = (label: Label | null) => ({
  values: {
    ...{ name: label?.name ?? {}, description: label?.description ?? {}, color: label?.color ?? 'blue' },
    ...{ sort: label?.sort ?? 0, published: label?.published ?? true },
  } satisfies Values,
  revision: label?.revision,
});

/** Adds or changes a label. */
export function LabelForm({ label, onSaved }: { label: Label | null; onSaved: () => void }) {
  const t = useT();
  const id = useId();
  const shownLanguages = useShown(LOCALES.filter((lang) => label?.name[lang] || label?.description[lang]));
  const [first, setFirst] = useState<Values>(() => versionOf(label).values);
  const { revision, conflict, compare, resolve } = useConflict<Values>(versionOf(label), async () => {
    const now = await api('GET /community/auth/label/edit/list', {});
    return versionOf(now.find((each) => each.id === label!.id && !each.deletedAt) ?? label);
  });
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const text = (name: string) => textOf(values, name).trim() || undefined;
      const mine: Values = {
        name: { zh: text('name.zh'), en: text('name.en') },
        description: { zh: text('description.zh'), en: text('description.en') },
        color: values.get('color') as (typeof COLORS)[number],
        ...{ sort: Number(text('sort') ?? 0), published: values.has('published') },
      };
      try {
        await api('POST /community/auth/label/save', { id: label?.id, revision, ...mine }, { isShowErrTip: false });
      } catch (error) {
        if (!(await compare(error, mine))) throw error;
        return;
      }
      notify(t('moderation:admin.saved'), 'success');
      onSaved();
    },
    fallback: t('common:failedToLoad'),
  });
  if (conflict) {
    const { base, mine, theirs } = conflict;
    const shown = (of: Values, part: Part) =>
      part === 'color' ? t(`moderation:admin.colors.${of.color}`) : ruleValue(t, PARTS[part](of));
    return (
      <ConflictView
        title={t('moderation:admin.labelConflict')}
        intro={t('moderation:admin.labelConflictHint')}
        differences={NAMES.filter((part) => PARTS[part](mine) !== PARTS[part](theirs.values)).map((name) => ({
          ...{ name, label: t(`moderation:admin.${name}`) },
          ...{ mine: shown(mine, name), theirs: shown(theirs.values, name) },
          isTheirs: PARTS[name](mine) === PARTS[name](base.values),
        }))}
        onMerge={(taken) => {
          const of = (part: Part) => (taken.has(part) ? theirs.values : mine);
          setFirst({
            name: { zh: of('nameZh').name.zh, en: of('nameEn').name.en },
            description: { zh: of('descriptionZh').description.zh, en: of('descriptionEn').description.en },
            ...{ color: of('color').color, sort: of('sort').sort, published: of('published').published },
          });
          resolve();
        }}
      />
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormAlert text={alert} />
      {(['name', 'description'] as const).map((each) =>
        shownLanguages.map((lang) => (
          <FormField
            key={`${each}.${lang}`}
            {...field(`${each}.${lang}`)}
            label={t(`moderation:admin.${each}${lang === 'zh' ? 'Zh' : 'En'}`)}
            maxLength={each === 'name' ? 40 : 200}
            defaultValue={first[each][lang]}
          />
        )),
      )}
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t('moderation:admin.color')}
        </label>
        <select id={id} name="color" className="select w-full" defaultValue={first.color}>
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
        defaultValue={first.sort}
      />
      <label className="flex min-h-10 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="published"
          defaultChecked={first.published}
          className="checkbox checkbox-sm rounded-sm"
        />
        {t('moderation:admin.published')}
      </label>
      <SubmitButton {...submit}>{t('moderation:admin.save')}</SubmitButton>
    </form>
  );
}
