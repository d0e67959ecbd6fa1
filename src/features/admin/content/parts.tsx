import { useLocale, useT } from '#src/i18n/island.tsx';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import { SelectField } from '../kit/form-fields.tsx';

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
