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
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Tree } from '../kit/Tree.tsx';
import { CategoryDialog } from './CategoryDialog.tsx';
import { type Category, LIST, nameOf } from './category-tree.ts';

type Open =
  | { kind: 'add'; parent: Category | null }
  | { kind: 'edit'; category: Category }
  | { kind: 'delete'; category: Category };

/** The tree of categories of courses and projects. */
function Categories() {
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
                    {(!name.zh || !name.en) && (
                      <span className="badge badge-ghost badge-sm">
                        {t(name.zh ? 'editing:missing.en' : 'editing:missing.zh')}
                      </span>
                    )}
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
                    <button type="button" className="btn btn-sm" onClick={() => setOpen({ kind: 'edit', category })}>
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
      {open && open.kind !== 'delete' && <CategoryDialog {...open} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={t('editing:categories.deleteTitle', { name: nameOf(open.category, locale) })}
          consequences={[t('editing:categories.deleteHint')]}
          action={t('editing:action.delete')}
          onConfirm={async () => {
            await api('DELETE /system/auth/content/category/delete', { id: open.category.id });
            setSelected(null);
            invalidate(LIST);
            notify(t('editing:categories.deleted'), 'success');
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

export default island(({ given }: { given: Given }) => (
  <GivenContext value={given}>
    <Categories />
  </GivenContext>
));
