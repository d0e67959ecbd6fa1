import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { CheckField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { useLanguages } from '#src/client/offered-languages.ts';
import { useConflict } from '../kit/use-conflict.ts';
import { type Category, LIST } from './category-tree.ts';

type Props = ({ kind: 'add'; parent: Category | null } | { kind: 'edit'; category: Category }) & {
  onClose: () => void;
};
/** What the dialog changes. */
type Values = { zh: string; en: string; published: boolean };
const PARTS = ['zh', 'en', 'published'] as const;

const versionOf = ({ name, published, revision }: Category) => ({ values: { ...name, published }, revision });

/** Adds a category, or changes its names and whether learners see it. */
export function CategoryDialog({ onClose, ...props }: Props) {
  const t = useT();
  const [category] = useState(props.kind === 'edit' ? props.category : null);
  const stored = category ? versionOf(category) : { values: { zh: '', en: '', published: true } };
  const [first, setFirst] = useState<Values>(stored.values);
  const [published, setPublished] = useState(first.published);
  const { shown } = useLanguages(first);
  const { revision, conflict, compare, resolve } = useConflict<Values>(stored, async () => {
    const now = (await api(LIST, {})).categories.find(({ id }) => id === category?.id);
    return now ? versionOf(now) : null;
  });
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const name = { zh: textOf(values, 'name.zh').trim(), en: textOf(values, 'name.en').trim() };
      const place = category
        ? { id: category.id, parentId: category.parentId, revision }
        : { parentId: props.kind === 'add' ? (props.parent?.id ?? null) : null };
      try {
        await api('POST /system/auth/content/category/save', { ...place, name, published }, { isShowErrTip: false });
      } catch (error) {
        if (!(await compare(error, { ...name, published }))) throw error;
        return;
      } finally {
        invalidate(LIST);
      }
      notify(t('editing:categories.saved'), 'success');
      onClose();
    },
  });
  const title = t(category ? 'editing:categories.editTitle' : 'editing:categories.add');
  if (conflict) {
    const { base, mine, theirs } = conflict;
    const text = (of: Values, part: (typeof PARTS)[number]) =>
      part === 'published' ? t(of.published ? 'admin:history.yes' : 'admin:history.no') : of[part];
    const label = (part: (typeof PARTS)[number]) =>
      t(part === 'published' ? 'editing:categories.published' : `editing:nameIn.${part}`);
    return (
      <ActionDialog title={title} onClose={onClose}>
        <ConflictView
          title={t('admin:conflict.title')}
          intro={t('admin:conflict.intro')}
          differences={PARTS.map((name) => ({
            ...{ name, label: label(name), mine: text(mine, name), theirs: text(theirs.values, name) },
            isTheirs: mine[name] === base.values[name],
          })).filter((each) => each.mine !== each.theirs)}
          onMerge={(taken) => {
            const merged = {
              ...mine,
              ...Object.fromEntries([...taken].map((part) => [part, theirs.values[part]])),
            };
            setFirst(merged);
            setPublished(merged.published);
            resolve();
          }}
        />
      </ActionDialog>
    );
  }
  return (
    <FormDialog title={title} action={t('editing:save')} form={form} onClose={onClose}>
      <div className={shown.length === 1 ? '' : 'grid gap-4 sm:grid-cols-2'}>
        {shown.map((lang) => (
          <FormField
            key={lang}
            {...form.field(`name.${lang}`)}
            label={t(`editing:nameIn.${lang}`)}
            maxLength={60}
            defaultValue={first[lang]}
            autoComplete="off"
          />
        ))}
      </div>
      <CheckField label={t('editing:categories.published')} value={published} onChange={setPublished} />
    </FormDialog>
  );
}
