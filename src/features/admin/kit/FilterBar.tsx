import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { followLink } from '#src/client/router.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Filter } from '#src/lib/list-query.ts';
import type { Column } from './table-columns.ts';
import { shownColumns, toggleColumn } from './table-columns.ts';
import type { List } from './use-list.ts';
import { ViewMenu } from './ViewMenu.tsx';

/** A filter with a list of values. */
export type FilterField = {
  /** Name in the query. */
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
};
type Props<T, F extends Filter, S extends string> = {
  list: List<F, S>;
  columns: readonly Column<T, S>[];
  /** What the keyword is searched in; without it there is no keyword. */
  keyword?: string;
  fields: readonly FilterField[];
  /** Buttons for the whole list, e.g. its export. */
  tools?: ReactNode;
};

/** Filters, order (on phones, where there is no header) and columns of a table. A GET form, which works without a script. */
export function FilterBar<T, F extends Filter, S extends string>({
  list,
  columns,
  keyword,
  fields,
  tools,
}: Props<T, F, S>) {
  const t = useT();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const { filter, sort, path } = list;
  const shown = list.columns?.join(',');
  const isFiltered = Object.keys(filter).length > 0;
  const change = (name: string, value: string) => list.go({ filter: { ...filter, [name]: value || undefined } });
  // Back and forward change the URL, and with it what the field has to show.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = filter.keyword ?? '';
  }, [filter.keyword]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change('keyword', input.current?.value.trim() ?? '');
  };
  const sorts = columns.flatMap(({ title, sort: name }) =>
    name
      ? [
          [name, t('admin:table.ascending', { title })],
          [`-${name}`, t('admin:table.descending', { title })],
        ]
      : [],
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(keyword || fields.length > 0) && (
        <form
          method="get"
          action={path}
          role="search"
          className="flex w-full flex-wrap gap-2 sm:w-auto"
          onSubmit={onSubmit}
        >
          {fields
            .filter(({ options }) => options.length > 0)
            .map(({ name, label, options }) => (
              <select
                key={name}
                name={name}
                value={filter[name] ?? ''}
                aria-label={label}
                className="select select-sm w-[calc(50%-0.25rem)] sm:w-40"
                onChange={(event) => change(name, event.target.value)}
              >
                <option value="">{label}</option>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            ))}
          {keyword && (
            <label className="input input-sm w-full sm:w-56">
              <input
                ref={input}
                type="search"
                name="keyword"
                defaultValue={filter.keyword}
                maxLength={100}
                placeholder={keyword}
                aria-label={keyword}
              />
              <button className="cursor-pointer text-muted hover:text-primary" aria-label={t('admin:table.search')}>
                <Icon name="search" className="size-4" />
              </button>
            </label>
          )}
          {Object.entries(list.fixed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {!hydrated && sort && <input type="hidden" name="sort" value={sort} />}
          {!hydrated && shown && <input type="hidden" name="columns" value={shown} />}
        </form>
      )}
      {isFiltered && (
        <a href={list.link({ filter: {} })} onClick={followLink} className="btn btn-ghost btn-sm font-normal">
          <Icon name="close" className="size-4" />
          {t('admin:table.clear')}
        </a>
      )}
      {sorts.length > 0 && (
        <select
          value={sort ?? ''}
          aria-label={t('admin:table.sort')}
          className="select select-sm w-[calc(50%-0.25rem)] sm:hidden"
          onChange={(event) => list.go({ sort: (event.target.value || undefined) as typeof sort })}
        >
          <option value="">{t('admin:table.sort')}</option>
          {sorts.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
      <div className="ms-auto flex items-center gap-2">
        {tools}
        <ViewMenu list={list} />
        <ColumnMenu list={list} columns={columns} />
      </div>
    </div>
  );
}

type MenuProps<T, F extends Filter, S extends string> = { list: List<F, S>; columns: readonly Column<T, S>[] };

/** Which columns are shown; the choice is in the URL. */
function ColumnMenu<T, F extends Filter, S extends string>({ list, columns }: MenuProps<T, F, S>) {
  const t = useT();
  const hydrated = useHydrated();
  const menu = useId();
  const shown = shownColumns(columns, list.columns);
  const optional = columns.filter(({ isMain }) => !isMain);
  if (optional.length < 2) return null;
  return (
    <>
      <button type="button" popoverTarget={menu} className="btn border-base-300 bg-base-100 btn-sm font-normal">
        <Icon name="table" className="size-4" />
        {t('admin:table.columns')}
      </button>
      <div id={menu} popover="auto" role="group" aria-label={t('admin:table.columns')} className="kit-menu floating">
        {optional.map(({ id, title }) => (
          <label key={id} className="menu-row">
            <input
              type="checkbox"
              className="checkbox checkbox-sm rounded-sm"
              checked={shown.includes(id)}
              disabled={!hydrated}
              onChange={() => list.go({ columns: toggleColumn(columns, list.columns, id), page: list.page })}
            />
            {title}
          </label>
        ))}
      </div>
    </>
  );
}
