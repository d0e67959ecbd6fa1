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
import { Confirm } from '../kit/Confirm.tsx';
import { missingIn, OfferedContext } from '#src/client/offered-languages.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Tree } from '../kit/Tree.tsx';
import { CategoryDialog } from './CategoryDialog.tsx';
import { type Category, LIST, nameOf } from './category-tree.ts';

type Open =
  { kind: 'add'; parent: Category | null } | { kind: 'edit'; id: string } | { kind: 'delete'; category: Category };

/** The tree of categories of courses and projects. */
function Categories({ languages }: { languages: readonly Locale[] }) {
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
  /** Adds a deleted category again: nothing belonged to it, so that only its place has to be found. */
  const restore = useAction(async ({ parentId, name, published }: Category, place: number) => {
    const { id } = await api('POST /system/auth/content/category/save', { parentId, name, published });
    await api('POST /system/auth/content/category/move', { id, parentId, place });
    invalidate(LIST);
    setSelected(id);
  });
  /** As it is now: somebody else may change it meanwhile. */
  const edited = open?.kind === 'edit' && query.data?.categories.find(({ id }) => id === open.id);
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
        {({ categories }) => {
          const category = categories.find(({ id }) => id === selected);
          if (categories.length === 0) return <EmptyState icon="grid" title={t('editing:categories.empty')} />;
          return (
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
                      onClick={() => setOpen({ kind: 'edit', id: category.id })}
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
                  </div>
                </section>
              )}
            </div>
          );
        }}
      </LoadState>
      {open?.kind === 'add' && <CategoryDialog {...open} onClose={() => setOpen(null)} />}
      {edited && <CategoryDialog kind="edit" category={edited} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={t('editing:categories.deleteTitle', { name: nameOf(open.category, locale) })}
          consequences={[t('editing:categories.deleteHint')]}
          action={t('editing:action.delete')}
          onConfirm={async () => {
            const siblings = (query.data?.categories ?? []).filter(
              ({ parentId }) => parentId === open.category.parentId,
            );
            const place = siblings.findIndex(({ id }) => id === open.category.id);
            await api('DELETE /system/auth/content/category/delete', { id: open.category.id });
            setSelected(null);
            invalidate(LIST);
            notify(t('editing:categories.deleted'), 'success', {
              label: t('admin:undo'),
              undo: () => void restore.run(open.category, place),
            });
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, languages }: { given: Given; languages: readonly Locale[] }) => (
  <GivenContext value={given}>
    <OfferedContext value={languages}>
      <Categories languages={languages} />
    </OfferedContext>
  </GivenContext>
));
