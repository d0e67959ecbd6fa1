import '../departments/departments.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { RESTORABLE_DAYS } from '#src/contract/rules/editing.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { type Change, type ChangeText, HistoryButton } from '../kit/History.tsx';
import { missingIn, OfferedContext } from '#src/client/offered-languages.ts';
import { DeletedList } from '../kit/DeletedList.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Tree } from '../kit/Tree.tsx';
import { CategoryDialog } from './CategoryDialog.tsx';
import { type Category, LIST, nameOf } from './category-tree.ts';
import { DeleteCategory } from './DeleteCategory.tsx';

type Open = { kind: 'add'; parent: Category | null } | { kind: 'edit' | 'delete'; category: Category };

type Props = { languages: readonly Locale[]; timeZone: string };

/** The tree of categories of courses and projects, with the deleted ones that can be restored. */
function Categories({ languages, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const query = useCall(LIST, {});
  const [selected, setSelected] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const move = useAction(async (id: string, to: { parentId: string | null; place: number }) => {
    await api('POST /system/auth/content/category/move', { id, ...to });
    invalidate(LIST);
  });
  const restore = useAction(async (id: string, published: boolean) => {
    const { toTop } = await api('PUT /system/auth/content/category/restore', { id, published });
    invalidate(LIST);
    setSelected(id);
    const hint = published ? 'restored' : 'restoredHidden';
    notify(t(`editing:categories.${toTop ? `${hint}Top` : hint}`), 'success');
  });
  const describe = ({ name, before, after }: Change): ChangeText => {
    const text = (value: Change['after']) =>
      typeof value === 'boolean' ? t(value ? 'admin:history.yes' : 'admin:history.no') : String(value ?? '');
    const label = t(name === 'published' ? 'editing:categories.published' : `editing:nameIn.${name}`);
    return { label, before: text(before), after: text(after) };
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('editing:categories.title')} hint={t('editing:categories.intro')}>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated}
          onClick={() => setOpen({ kind: 'add', parent: null })}
        >
          <Icon name="plus" className="size-4" />
          {t('editing:categories.add')}
        </button>
      </PageHead>
      <LoadState query={query} lines={8}>
        {({ categories, deleted }) => {
          const category = categories.find(({ id }) => id === selected);
          return (
            <>
              {categories.length === 0 ? (
                <EmptyState icon="grid" title={t('editing:categories.empty')} />
              ) : (
                <div className="departments">
                  <Tree
                    label={t('editing:categories.title')}
                    nodes={categories.map((each) => ({
                      ...{ id: each.id, parentId: each.parentId, label: nameOf(each, locale), category: each },
                      count: each.courseCount + each.projectCount,
                    }))}
                    selected={selected}
                    onSelect={setSelected}
                    countText={(count) => t('editing:categories.count', { count })}
                    badges={({ category: { published, name } }) => (
                      <>
                        {!published && (
                          <span className="badge badge-warning badge-sm">{t('editing:categories.hidden')}</span>
                        )}
                        {missingIn(languages, name).map((lang) => (
                          <span key={lang} className="badge badge-ghost badge-sm">
                            {t(`editing:missing.${lang}`)}
                          </span>
                        ))}
                      </>
                    )}
                    onMove={(id, to) => void move.run(id, to)}
                  />
                  {category && (
                    <section className="paper flex flex-col gap-4 p-5" aria-label={nameOf(category, locale)}>
                      <h2 className="text-lg font-semibold">{nameOf(category, locale)}</h2>
                      <a className="link self-start" href={href(locale, `/admin/courses?categoryId=${category.id}`)}>
                        {t('editing:categories.courses', { count: category.courseCount })}
                      </a>
                      <a className="link self-start" href={href(locale, `/admin/projects?categoryId=${category.id}`)}>
                        {t('editing:categories.projects', { count: category.projectCount })}
                      </a>
                      <div className="flex flex-wrap gap-2">
                        <button
                          type="button"
                          className="btn btn-sm"
                          onClick={() => setOpen({ kind: 'edit', category })}
                        >
                          {t('editing:edit')}
                        </button>
                        <button
                          type="button"
                          className="btn btn-sm"
                          onClick={() => setOpen({ kind: 'add', parent: category })}
                        >
                          {t('editing:categories.addBelow')}
                        </button>
                        <button
                          type="button"
                          className="btn text-error btn-ghost btn-sm"
                          onClick={() => setOpen({ kind: 'delete', category })}
                        >
                          {t('editing:action.delete')}
                        </button>
                        <HistoryButton
                          isSmall
                          key={category.id}
                          kind="category"
                          id={category.id}
                          name={nameOf(category, locale)}
                          timeZone={timeZone}
                          describe={describe}
                        />
                      </div>
                    </section>
                  )}
                </div>
              )}
              <DeletedList
                title={t('editing:categories.deletedTitle')}
                hint={t('editing:categories.deletedHint', { days: RESTORABLE_DAYS })}
                things={deleted.map(({ id, deletedAt, ...texts }) => {
                  const name = nameOf(texts, locale);
                  const history = { kind: 'category', id, name, timeZone, describe } as const;
                  const note = <time dateTime={deletedAt}>{dateTimeText(deletedAt, timeZone, locale)}</time>;
                  return { id, name, note, commands: <HistoryButton isIcon {...history} /> };
                })}
                restore={t('editing:action.restore')}
                onRestore={(id) => void restore.run(id, false)}
              />
            </>
          );
        }}
      </LoadState>
      {open?.kind === 'add' && <CategoryDialog kind="add" parent={open.parent} onClose={() => setOpen(null)} />}
      {open?.kind === 'edit' && <CategoryDialog kind="edit" category={open.category} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <DeleteCategory
          category={open.category}
          categories={query.data?.categories ?? []}
          onDeleted={() => setSelected(null)}
          onUndo={() => void restore.run(open.category.id, open.category.published)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <OfferedContext value={props.languages}>
      <Categories {...props} />
    </OfferedContext>
  </GivenContext>
));
