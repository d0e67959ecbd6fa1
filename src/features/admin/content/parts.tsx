import { useWatch } from 'react-hook-form';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import { SelectField, TextField } from '../kit/form-fields.tsx';
import { useLanguages } from '#src/client/offered-languages.ts';

/** The category of a course or project. */
export function CategoryField({ categories }: { categories: readonly Category[] }) {
  const t = useT();
  const locale = useLocale();
  const options = categoryOptions(categories, locale).map(({ id, label }) => ({ value: id, label }));
  return (
    <SelectField
      name="categoryId"
      label={t('editing:category')}
      options={[{ value: null, label: t('editing:choose') }, ...options]}
    />
  );
}

type BothProps = { name: string; labels: Record<'zh' | 'en', string> };

/** A name in each language that is offered; a missing one is marked when another is there. */
export function BothNames({ name, labels }: BothProps) {
  const t = useT();
  const text = useWatch({ name }) as Record<'zh' | 'en', string>;
  const { shown, missing } = useLanguages(text);
  return shown.map((lang) => (
    <TextField
      key={lang}
      name={`${name}.${lang}`}
      label={labels[lang]}
      maxLength={200}
      {...(missing.includes(lang) && { hint: t(`editing:missing.${lang}`) })}
    />
  ));
}
