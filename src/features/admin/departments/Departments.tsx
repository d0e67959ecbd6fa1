import './departments.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { navigate, useSearch } from '#src/client/router.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Tree } from '../kit/Tree.tsx';
import type { Move } from '../kit/tree-nodes.ts';
import { DepartmentChange, type Planned } from './DepartmentChange.tsx';
import { DepartmentDialog } from './DepartmentDialog.tsx';
import { type Department, departmentList, departmentsPath, LIST, nameIn, readDepartments } from './department-list.ts';
import { DepartmentPanel } from './DepartmentPanel.tsx';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  /** The viewer changes departments; without it the tree is only shown. */
  canChange: boolean;
  /** … of the whole enterprise: also those at the top. */
  isWhole: boolean;
  /** The page is in the other language than names are. */
  isOther: boolean;
};
type Open = { kind: 'add'; parent: Department | null } | { kind: 'edit'; department: Department } | Planned;

/** The tree of departments, and the selected one beside it. */
function Departments({ search, canChange, isWhole, isOther }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const state = readDepartments(useSearch(search));
  const query = useCall(...departmentList(state.withClosed));
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const go = (change: Partial<typeof state>) => navigate(href(locale, departmentsPath({ ...state, ...change })));
  const select = (selected: string) => go({ selected });
  const move = async (id: string, { parentId, place }: Move) => {
    const change = { kind: 'move' as const, id, targetId: parentId, sort: place };
    try {
      const consequences = await api('POST /user/auth/organisation/department/plan', change, { isShowErrTip: false });
      if (consequences.before !== consequences.after) return setOpen({ kind: 'change', change, consequences });
      // Only its place among the others.
      await api('POST /user/auth/organisation/department/change', { ...change, plan: consequences.plan });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(Object.values(error.fields)[0] ?? error.message, 'error');
    }
    invalidate(LIST);
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('organisation:department.title')} hint={t('organisation:department.intro')}>
        {isWhole && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={!hydrated}
            onClick={() => setOpen({ kind: 'add', parent: null })}
          >
            <Icon name="plus" className="size-4" />
            {t('organisation:department.addTop')}
          </button>
        )}
      </PageHead>
      <LoadState query={query} lines={8}>
        {({ departments }) => {
          const selected = departments.find(({ id }) => id === state.selected);
          if (departments.length === 0)
            return (
              <EmptyState
                icon="building"
                title={t('organisation:department.empty')}
                hint={t('organisation:department.emptyHint')}
              />
            );
          return (
            <div className="departments">
              <div className="flex min-w-0 flex-col gap-3">
                <div className="flex flex-wrap items-center gap-3">
                  <input
                    type="search"
                    className="input min-w-0 grow"
                    value={keyword}
                    maxLength={100}
                    autoComplete="off"
                    placeholder={t('organisation:department.search')}
                    aria-label={t('organisation:department.search')}
                    disabled={!hydrated}
                    onChange={({ target }) => setKeyword(target.value)}
                  />
                  <label className="flex items-center gap-2 text-sm">
                    <input
                      type="checkbox"
                      className="checkbox checkbox-sm"
                      checked={state.withClosed}
                      disabled={!hydrated}
                      onChange={({ target }) => go({ withClosed: target.checked })}
                    />
                    {t('organisation:department.withClosed')}
                  </label>
                </div>
                <Tree
                  label={t('organisation:department.title')}
                  nodes={departments.map((each) => ({
                    ...{ id: each.id, parentId: each.parentId, label: nameIn(each, isOther) },
                    ...{ count: each.totalCount, isFixed: !each.canChange && !isWhole, headName: each.headName },
                    isClosed: each.closedAt !== null,
                  }))}
                  selected={state.selected}
                  onSelect={select}
                  keyword={keyword}
                  countText={(count) => t('organisation:department.people', { count })}
                  badges={({ headName, isClosed }) => (
                    <>
                      {isClosed && <span className="badge badge-ghost badge-sm">{t('organisation:closed')}</span>}
                      {headName && <span className="departments-head">{headName}</span>}
                    </>
                  )}
                  {...(canChange && { onMove: (id: string, to: Move) => void move(id, to) })}
                  isTopFixed={!isWhole}
                />
              </div>
              <DepartmentPanel
                department={selected}
                {...{ isOther, canChange }}
                onAdd={(parent) => setOpen({ kind: 'add', parent })}
                onEdit={(department) => setOpen({ kind: 'edit', department })}
                onChange={setOpen}
                onReopen={async ({ id }) => {
                  await api('POST /user/auth/organisation/department/reopen', { id });
                  notify(t('organisation:department.reopened'), 'success');
                  invalidate(LIST);
                }}
                departments={departments}
              />
            </div>
          );
        }}
      </LoadState>
      {open && open.kind !== 'change' && (
        <DepartmentDialog
          {...open}
          onSaved={(id) => {
            invalidate(LIST);
            select(id);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'change' && (
        <DepartmentChange
          {...open}
          onChanged={(id) => {
            notify(t(`organisation:department.done.${open.change.kind}`), 'success');
            invalidate(LIST);
            select(id);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Departments {...props} />
  </GivenContext>
));
