import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { CheckField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { useLanguages } from '#src/client/offered-languages.ts';
import { type Category, LIST } from './category-tree.ts';

type Props = ({ kind: 'add'; parent: Category | null } | { kind: 'edit'; category: Category }) & {
  onClose: () => void;
};

/** Adds a category, or changes its names and whether learners see it. */
export function CategoryDialog({ onClose, ...props }: Props) {
  const t = useT();
  const category = props.kind === 'edit' ? props.category : null;
  /** What the fields began with. */
  const [first] = useState(category);
  const { shown } = useLanguages(category?.name ?? { zh: '', en: '' });
  const [published, setPublished] = useState(category?.published ?? true);
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const name = { zh: textOf(values, 'name.zh'), en: textOf(values, 'name.en') };
      const place = category
        ? { id: category.id, parentId: category.parentId, was: { name: category.name, published: category.published } }
        : { parentId: props.kind === 'add' ? (props.parent?.id ?? null) : null };
      try {
        await api('POST /system/auth/content/category/save', { ...place, name, published }, { isShowErrTip: false });
      } finally {
        invalidate(LIST);
      }
      notify(t('editing:categories.saved'), 'success');
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(category ? 'editing:categories.editTitle' : 'editing:categories.add')}
      action={t('editing:save')}
      form={form}
      onClose={onClose}
    >
      {category && first && (category.name.zh !== first.name.zh || category.name.en !== first.name.en) && (
        <p className="alert alert-soft alert-warning">
          {t('editing:categories.nowIs', { name: [category.name.zh, category.name.en].filter(Boolean).join(' / ') })}
        </p>
      )}
      <div className={shown.length === 1 ? '' : 'grid gap-4 sm:grid-cols-2'}>
        {shown.map((lang) => (
          <FormField
            key={lang}
            {...form.field(`name.${lang}`)}
            label={t(`editing:nameIn.${lang}`)}
            maxLength={60}
            defaultValue={category?.name[lang] ?? ''}
            autoComplete="off"
          />
        ))}
      </div>
      <CheckField label={t('editing:categories.published')} value={published} onChange={setPublished} />
    </FormDialog>
  );
}
