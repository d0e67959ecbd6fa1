import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { followLink } from '#src/client/router.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Filter } from '#src/lib/list-query.ts';
import type { Column } from './table-columns.ts';
import { shownColumns, toggleColumn } from './table-columns.ts';
import type { List } from './use-list.ts';
import { ViewMenu } from './ViewMenu.tsx';

/** A filter: a list of values, a day, or a control of its own. */
export type FilterField = {
  /** Name in the query. */
  name: string;
  label: string;
  /** `quick`: its values are links above the other filters; `more`: it is in the panel of further filters. */
  place?: 'quick' | 'more';
} & (
  | { options: readonly (readonly [value: string, text: string])[] }
  | { type: 'day' }
  | { control: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode }
);
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
  const more = fields.filter(({ place }) => place === 'more');
  return (
    <div className="flex flex-wrap items-center gap-2">
      {fields.map((field) =>
        field.place === 'quick' && 'options' in field ? (
          <div key={field.name} className="w-full xl:w-auto" onClickCapture={followLink}>
            <Choices
              label={field.label}
              choices={[['', t('admin:table.all')] as const, ...field.options].map(([value, text]) => ({
                label: text,
                href: list.link({ filter: { ...filter, [field.name]: value || undefined } }),
                chosen: (filter[field.name] ?? '') === value,
              }))}
            />
          </div>
        ) : null,
      )}
      {(keyword || fields.length > 0) && (
        <form
          method="get"
          action={path}
          role="search"
          className="flex w-full flex-wrap gap-2 sm:w-auto"
          onSubmit={onSubmit}
        >
          {fields
            .filter(({ place }) => !place)
            .map((field) => (
              <FilterControl key={field.name} field={field} value={filter[field.name]} onChange={change} isSmall />
            ))}
          {more.length > 0 && <MoreFilters fields={more} filter={filter} onChange={change} />}
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
          {!hydrated && list.size && <input type="hidden" name="rows" value={list.size} />}
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
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
        {tools}
        <ViewMenu list={list} />
        <ColumnMenu list={list} columns={columns} />
      </div>
    </div>
  );
}

type ControlProps = {
  field: FilterField;
  value: string | undefined;
  onChange: (name: string, value: string) => void;
  /** In a row, without a label that is shown. */
  isSmall?: boolean;
};

function FilterControl({ field, value, onChange, isSmall }: ControlProps) {
  const t = useT();
  const { name, label } = field;
  const width = isSmall ? 'w-[calc(50%-0.25rem)] sm:w-40' : 'w-full';
  if ('control' in field)
    return (
      <div className={width}>
        {field.control(value, (chosen) => onChange(name, chosen ?? ''))}
        {value && <input type="hidden" name={name} value={value} />}
      </div>
    );
  if ('type' in field) {
    const day = (
      <input
        // Back and forward change the URL, and with it what the field has to show.
        key={value ?? ''}
        type="date"
        name={name}
        defaultValue={value}
        aria-label={label}
        className={isSmall ? 'min-w-0 grow' : `input input-sm ${width}`}
        // Not while it is typed: the year 0002 is on the way to 2026.
        onBlur={({ target }) => target.value !== (value ?? '') && onChange(name, target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(name, currentTarget.value)}
      />
    );
    if (!isSmall) return day;
    // An empty day does not say what it is for, unlike an empty choice.
    return (
      <label className="input input-sm w-[calc(50%-0.25rem)] gap-2 sm:w-52">
        <span aria-hidden="true" className="text-xs whitespace-nowrap text-muted">
          {label}
        </span>
        {day}
      </label>
    );
  }
  if (field.options.length === 0) return null;
  return (
    <select
      name={name}
      value={value ?? ''}
      aria-label={label}
      className={`select select-sm ${width}`}
      onChange={(event) => onChange(name, event.target.value)}
    >
      <option value="">{isSmall ? label : t('admin:table.all')}</option>
      {field.options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

type MoreProps = Pick<ControlProps, 'onChange'> & { fields: readonly FilterField[]; filter: Partial<Filter> };

/** Filters that are needed less often, in a panel; its button says how many of them are in use. */
function MoreFilters({ fields, filter, onChange }: MoreProps) {
  const t = useT();
  const panel = useId();
  const used = fields.filter(({ name }) => filter[name]).length;
  return (
    <>
      <button type="button" popoverTarget={panel} className="btn border-base-300 bg-base-100 btn-sm font-normal">
        <Icon name="filter" className="size-4" />
        {t('admin:table.more')}
        {used > 0 && <span className="badge badge-primary badge-sm tabular-nums">{used}</span>}
      </button>
      <div
        id={panel}
        popover="auto"
        role="group"
        aria-label={t('admin:table.more')}
        className="kit-menu kit-filters floating"
      >
        {fields.map((field) => (
          <div key={field.name} className="flex flex-col gap-1">
            <span aria-hidden="true" className="text-sm text-muted">
              {field.label}
            </span>
            <FilterControl field={field} value={filter[field.name]} onChange={onChange} />
          </div>
        ))}
      </div>
    </>
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
