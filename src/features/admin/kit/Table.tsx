import {
  type RowData,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { followLink, replaceAddress } from '#src/client/router.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pager } from '#src/components/Pager.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FilterBar, type FilterField } from './FilterBar.tsx';
import { type Filter, PAGE_SIZES, type Sort } from '#src/lib/list-query.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TableHead } from './TableHead.tsx';
import { cellClass, type Column, shownColumns } from './table-columns.ts';
import { moveInColumn } from './table-keys.ts';
import type { List } from './use-list.ts';
import { type Selected, useSelection } from './use-selection.ts';
import './table.css';

type Page<T> = {
  list: T[];
  pageCurrent: number;
  pageSize: number;
  totalPage: number;
  totalCount: number;
  /** There are more than `totalCount`, which are not counted. */
  isMore?: boolean;
};
type Props<T, F extends Filter, S extends string> = {
  /** Names the table for screen readers. */
  label: string;
  list: List<F, S>;
  /** A query of `useCall`, or anything of its shape. */
  query: {
    data: Page<T> | undefined;
    error: { message: string } | undefined;
    isLoading: boolean;
    isPrevious: boolean;
    reload: () => void;
  };
  columns: readonly Column<T, S>[];
  keyOf: (row: T) => string;
  /** What the keyword is searched in; without it there is no keyword. */
  keyword?: string;
  filters?: readonly FilterField[];
  /** Buttons for the whole list, e.g. its export. */
  tools?: ReactNode;
  /** Shown when there is nothing at all; what no filter finds has its own text. */
  empty: ReactNode;
  /** Group of a row: above the first row of each there is its title, with a note. Rows of a group follow each other. */
  groupOf?: (row: T) => { key: string; title: string; note?: string };
  /** Buttons of a row, in the last column. */
  actions?: (row: T) => ReactNode;
  /** Rows can be selected. */
  selection?: {
    /** Names a row in the label of its checkbox. */
    nameOf: (row: T) => string;
    /** What can be done with the selected rows. */
    commands: (selected: Selected<F>, clear: () => void) => ReactNode;
  };
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
const NO_ROWS: never[] = [];

/**
 * A paged list of the back office as a table; on phones each row is a card. Filters, order, columns and page are in the URL, the
 * server reads one page. Arrow keys move along the column, Space selects, also a range with Shift.
 */
export function Table<T extends RowData, F extends Filter, S extends string>(props: Props<T, F, S>) {
  const {
    label,
    list,
    query,
    columns,
    keyOf,
    keyword,
    filters = [],
    tools,
    empty,
    groupOf,
    actions,
    selection,
  } = props;
  const t = useT();
  const hydrated = useHydrated();
  const scroller = useRef<HTMLDivElement>(null);
  const { data } = query;
  const rows = data?.list ?? NO_ROWS;
  const totalCount = data?.totalCount ?? 0;
  const chosen = useSelection(list.filter, totalCount, rows.map(keyOf));
  const shown = shownColumns(columns, list.columns);
  const sorted = list.sort?.replace(/^-/, '');
  const table = useTable({
    features,
    data: rows,
    columns: columns.map((column) => ({
      id: column.id,
      accessorFn: () => column.id,
      enableSorting: column.sort !== undefined,
      sortDescFirst: column.isLatestFirst ?? false,
    })),
    getRowId: keyOf,
    enableRowSelection: selection !== undefined,
    manualSorting: true,
    state: {
      sorting: columns
        .filter(({ sort }) => sort && sort === sorted)
        .map(({ id }) => ({ id, desc: list.sort !== sorted })),
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)])),
      rowSelection: chosen.rows,
    },
    onRowSelectionChange: chosen.onRows,
  });
  const visible = table.getVisibleLeafColumns().map(({ id }) => columns.find((column) => column.id === id)!);
  const isFiltered = Object.keys(list.filter).length > 0;

  // All rows of the last page were deleted.
  const last = data && !query.isPrevious && data.pageCurrent > Math.max(1, data.totalPage) ? data.totalPage : null;
  useEffect(() => {
    if (last !== null) replaceAddress(list.link({ page: Math.max(1, last) }));
  });
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [list.page]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (moveInColumn(event)) return event.preventDefault();
    if (selection && event.key === 'Escape') chosen.clear();
  };
  const nextSort = ({ id, sort }: Column<T, S>): Sort<S> | false | undefined => {
    const next = table.getColumn(id)!.getNextSortingOrder();
    return next && sort && (next === 'desc' ? `-${sort}` : sort);
  };

  return (
    <div className="flex flex-col gap-3">
      <FilterBar list={list} columns={columns} keyword={keyword} fields={filters} tools={tools} />
      <section
        className="paper overflow-hidden transition-opacity aria-busy:opacity-60"
        aria-label={label}
        aria-busy={query.isPrevious || undefined}
      >
        <LoadState query={rows.length === 0 && totalCount > 0 ? { ...query, data: undefined } : query} lines={6}>
          {() =>
            rows.length === 0 ? (
              isFiltered ? (
                <EmptyState
                  icon="search"
                  title={t('admin:table.notFound')}
                  action={{ href: list.link({ filter: {} }), label: t('admin:table.clear') }}
                />
              ) : (
                empty
              )
            ) : (
              <>
                {selection && (
                  <SelectionBar
                    isPageSelected={table.getIsAllRowsSelected()}
                    isSomeSelected={chosen.selected.count > 0}
                    count={chosen.selected.count}
                    totalCount={totalCount}
                    canSelectAll={!chosen.isAll && table.getIsAllRowsSelected() && totalCount > rows.length}
                    onPage={(isSelected) => (isSelected ? table.toggleAllRowsSelected(true) : chosen.clear())}
                    onAll={chosen.selectAll}
                    onClear={chosen.clear}
                  >
                    {chosen.selected.count > 0 && selection.commands(chosen.selected, chosen.clear)}
                  </SelectionBar>
                )}
                <div ref={scroller} className="kit-scroll">
                  <table className="kit-table" aria-label={label} aria-rowcount={data?.isMore ? -1 : totalCount}>
                    <TableHead
                      columns={visible}
                      orderOf={(id) => table.getColumn(id)!.getIsSorted()}
                      linkOf={(column) => list.link({ sort: nextSort(column) || undefined })}
                      hasSelection={selection !== undefined}
                      hasActions={actions !== undefined}
                      isChosen={list.columns !== undefined}
                    />
                    <tbody onKeyDown={onKeyDown}>
                      {table.getRowModel().rows.map((row, at, all) => {
                        const isSelected = row.getIsSelected();
                        const group = groupOf?.(row.original);
                        const before = at > 0 ? groupOf?.(all[at - 1]!.original) : undefined;
                        return (
                          <Fragment key={row.id}>
                            {group && group.key !== before?.key && (
                              <tr className="kit-group">
                                <th scope="rowgroup" colSpan={visible.length + (selection ? 1 : 0) + (actions ? 1 : 0)}>
                                  <span className="kit-group-text">
                                    {group.title}
                                    {group.note && <span className="text-muted">{group.note}</span>}
                                  </span>
                                </th>
                              </tr>
                            )}
                            <tr className={isSelected ? 'kit-selected' : undefined}>
                              {selection && (
                                <td className="kit-narrow">
                                  <input
                                    type="checkbox"
                                    className="checkbox checkbox-sm rounded-sm"
                                    aria-label={t('admin:table.select', { name: selection.nameOf(row.original) })}
                                    disabled={!hydrated}
                                    checked={isSelected}
                                    onChange={row.getToggleSelectedHandler()}
                                  />
                                </td>
                              )}
                              {visible.map(({ id, title, cell, isMain, isNumber, isRoomy }) =>
                                isMain ? (
                                  <th key={id} scope="row">
                                    {cell(row.original)}
                                  </th>
                                ) : (
                                  <td
                                    key={id}
                                    data-label={title}
                                    className={cellClass({ isNumber, isRoomy: isRoomy && !list.columns })}
                                  >
                                    {cell(row.original)}
                                  </td>
                                ),
                              )}
                              {actions && <td className="kit-actions">{actions(row.original)}</td>}
                            </tr>
                          </Fragment>
                        );
                      })}
                    </tbody>
                  </table>
                </div>
              </>
            )
          }
        </LoadState>
      </section>
      {data && totalCount > 0 && (
        <div className="kit-foot" onClickCapture={followLink}>
          <p className="text-sm text-muted tabular-nums" role="status">
            {t(data.isMore ? 'admin:table.rangeMore' : 'admin:table.range', {
              from: (data.pageCurrent - 1) * data.pageSize + 1,
              to: (data.pageCurrent - 1) * data.pageSize + rows.length,
              total: totalCount,
            })}
          </p>
          <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-2">
            {totalCount > PAGE_SIZES[0]! && (
              <select
                className="select w-auto select-sm"
                aria-label={t('admin:table.rows')}
                disabled={!hydrated}
                value={list.size ?? data.pageSize}
                onChange={({ target }) => list.go({ size: Number(target.value) })}
              >
                {PAGE_SIZES.map((size) => (
                  <option key={size} value={size}>
                    {t('admin:table.rowsOf', { size })}
                  </option>
                ))}
              </select>
            )}
            <Pager {...data} href={(page) => list.link({ page })} />
          </div>
        </div>
      )}
    </div>
  );
}
