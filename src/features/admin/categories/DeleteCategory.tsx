import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { type Category, LIST, nameOf } from './category-tree.ts';

type Props = {
  category: Category;
  categories: readonly Category[];
  onDeleted: () => void;
  /** Takes the deletion back. */
  onUndo: () => void;
  onClose: () => void;
};

/** Deletes a category, or says what belongs to it and must be moved before. */
export function DeleteCategory({ category, categories, onDeleted, onUndo, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const name = nameOf(category, locale);
  const { id, courseCount, projectCount, zoneCount, isFromPack } = category;
  const belowCount = categories.filter(({ parentId }) => parentId === id).length;
  const uses = Object.entries({ courses: courseCount, projects: projectCount, below: belowCount, zones: zoneCount })
    .filter(([, count]) => count > 0)
    .map(([use, count]) => t(`editing:categories.use.${use}`, { count }));
  if (isFromPack) uses.push(t('editing:categories.use.pack'));
  if (uses.length > 0)
    return (
      <ActionDialog title={t('editing:categories.usedTitle', { name })} onClose={onClose} className="max-w-lg">
        <p>{t('editing:categories.usedHint')}</p>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {uses.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </ActionDialog>
    );
  return (
    <Confirm
      title={t('editing:categories.deleteTitle', { name })}
      consequences={[t('editing:categories.deleteHint'), t('editing:categories.draftHint')]}
      action={t('editing:action.delete')}
      onConfirm={async () => {
        await api('DELETE /system/auth/content/category/delete', { id });
        invalidate(LIST);
        onDeleted();
        notify(t('editing:categories.deleted'), 'success', { label: t('admin:undo'), undo: onUndo });
      }}
      onClose={onClose}
    />
  );
}
