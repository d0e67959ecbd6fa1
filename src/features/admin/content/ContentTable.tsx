import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { Filter } from '#src/lib/list-query.ts';
import type { FilterField } from '../kit/FilterBar.tsx';
import { BulkProgress } from '../kit/BulkProgress.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { RowCommand } from '../kit/RowCommand.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import type { List } from '../kit/use-list.ts';
import { BulkChanges, type ChosenContent } from './BulkChanges.tsx';
import type { Category } from '../categories/category-tree.ts';
import { BulkContent, useContentColumns, useContentFilters } from './content-columns.tsx';
import type { EditedThing } from './content-item.ts';

type Row = EditedThing & { changedAt: string };
type Page<T> = { list: T[]; pageCurrent: number; pageSize: number; totalPage: number; totalCount: number };
type Props<T extends Row, F extends Filter, S extends string> = {
  kind: ContentKindName;
  /** Chinese path of the list; its editor is below it. */
  path: string;
  icon: IconName;
  texts: Record<'title' | 'intro' | 'add' | 'empty' | 'emptyHint', string> & { keyword?: string };
  list: List<F, S>;
  query: ComponentProps<typeof Table<T, F, S>>['query'];
  /** Columns before those of the state and the last change. */
  columns: readonly Column<T, S>[];
  /** Filters besides those of the state. */
  filters?: readonly FilterField[];
  timeZone: string;
  titleOf: (row: T) => string;
  /** Other ways to add something. */
  otherWays?: ReactNode;
  /** More links of a row. */
  links?: (row: T) => ReactNode;
  /** Its rows can be changed together. */
  bulk?: {
    call: Parameters<typeof invalidate>[0];
    readPage: (filter: Partial<F>, pageCurrent: number) => Promise<Page<{ id: string }>>;
    /** A job can publish them, and change their category or lecturer. */
    changes?: {
      kind: ComponentProps<typeof BulkChanges>['kind'];
      categories: readonly Category[];
      /** The filter as the call of the change wants it. */
      calledFilter: (filter: Partial<F>) => NonNullable<ChosenContent['found']>['filter'];
    };
  };
};

/** A list of things with drafts, for their editors. */
export function ContentTable<T extends Row, F extends Filter, S extends string>(props: Props<T, F, S>) {
  const {
    kind,
    path,
    icon,
    texts,
    list,
    query,
    columns,
    filters = [],
    timeZone,
    titleOf,
    links,
    bulk,
    otherWays,
  } = props;
  const t = useT();
  const locale = useLocale();
  const states = useContentFilters();
  const call = bulk?.call;
  const changed = useMemo(() => (call ? [call] : []), [call]);
  const changes = useContentColumns<T>(timeZone) as unknown as Column<T, S>[];
  const areDeleted = list.filter.state === 'deleted';
  const restore = useAction(async (id: string) => {
    await api('POST /system/auth/content/change', { kind, ids: [id], action: 'restore' });
    notify(t('editing:done.restore'), 'success');
    invalidate(...changed);
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={texts.title} hint={texts.intro}>
        {otherWays}
        <a className="btn btn-primary" href={href(locale, `${path}/edit`)}>
          <Icon name="plus" className="size-4" />
          {texts.add}
        </a>
      </PageHead>
      {bulk?.changes && (
        <BulkProgress
          list={list.own}
          titleOf={(action) => t(`editing:several.done.${action as 'contentPublish'}`)}
          changes={changed}
        />
      )}
      <Table<T, F, S>
        label={texts.title}
        list={list}
        query={query}
        columns={[...columns, ...changes]}
        keyOf={({ id }) => id}
        {...(texts.keyword !== undefined && { keyword: texts.keyword })}
        filters={[...states, ...filters]}
        empty={<EmptyState icon={icon} title={texts.empty} hint={texts.emptyHint} />}
        actions={(row) => (
          <>
            {links?.(row)}
            {areDeleted && (
              <RowCommand
                label={t('editing:action.restore')}
                name={titleOf(row)}
                onRun={() => void restore.run(row.id)}
              />
            )}
            <a
              className="btn btn-sm"
              href={href(locale, `${path}/edit?id=${row.id}`)}
              aria-label={t('editing:editOf', { title: titleOf(row) })}
            >
              {t('editing:edit')}
            </a>
          </>
        )}
        {...(bulk && {
          selection: {
            nameOf: titleOf,
            commands: (selected, clear) => (
              <>
                {bulk.changes && !areDeleted && (
                  <BulkChanges
                    kind={bulk.changes.kind}
                    categories={bulk.changes.categories}
                    chosen={
                      selected.filter
                        ? { found: { filter: bulk.changes.calledFilter(selected.filter), count: selected.count } }
                        : { ids: selected.ids }
                    }
                    count={selected.count}
                    onDone={clear}
                  />
                )}
                <BulkContent
                  kind={kind}
                  areDeleted={areDeleted}
                  selected={selected}
                  readPage={bulk.readPage}
                  onDone={() => {
                    clear();
                    invalidate(bulk.call);
                  }}
                />
              </>
            ),
          },
        })}
      />
    </div>
  );
}
