import '#src/components/table-scroll.css';
import type { ReactNode } from 'react';
import type { Query } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pager } from '#src/components/Pager.tsx';
import { useT } from '#src/i18n/island.tsx';
import { useLastPage } from '../account-context.ts';
import { NothingFound } from '../panels/NothingFound.tsx';

type Page<Row> = { list: Row[]; pageCurrent: number; totalPage: number; totalCount: number };
export type CentreColumn<Row> = {
  name: string;
  label: string;
  value: (row: Row) => ReactNode;
  /** Right-aligned figures. */
  isNumber?: boolean;
  /** The column can be sorted by: `sort=name`, `sort=-name`. */
  sorts?: boolean;
  /** On phones it is left out. */
  isMinor?: boolean;
};
type Link = (query: { page?: number; sort?: string }) => string;
type Props<Row> = {
  label: string;
  query: Query<Page<Row>>;
  columns: CentreColumn<Row>[];
  keyOf: (row: Row) => string;
  /** Address of another page or order, with the filter. */
  link: Link;
  sort?: string | undefined;
  /** Address without a filter, where there is one. */
  all?: string | undefined;
  /** Instead of a table without rows, where it does not wait for seats. */
  none?: { title: string; hint: string };
};

/** One page of a list of the organisation centre, as a table; each order is a link. */
export function CentreTable<Row>({ label, query, columns, keyOf, link, sort, all, none }: Props<Row>) {
  const t = useT();
  useLastPage(query.data);
  return (
    <>
      <section
        className="paper overflow-hidden transition-opacity aria-busy:opacity-60"
        aria-label={label}
        aria-busy={query.isPrevious || undefined}
      >
        <LoadState query={query}>
          {({ list }) =>
            list.length === 0 ? (
              all ? (
                <NothingFound all={all} />
              ) : (
                <EmptyState
                  icon="users"
                  {...(none ?? { title: t('centre:empty.title'), hint: t('centre:empty.hint') })}
                />
              )
            ) : (
              <div className="table-scroll">
                <table className="table">
                  <thead className="text-muted">
                    <tr>
                      {columns.map((column) => (
                        <Head key={column.name} column={column} link={link} sort={sort} />
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {list.map((row) => (
                      <tr key={keyOf(row)}>
                        {columns.map(({ name, value, isNumber, isMinor }, i) => {
                          const Cell = i === 0 ? 'th' : 'td';
                          return (
                            <Cell
                              key={name}
                              scope={i === 0 ? 'row' : undefined}
                              className={`font-normal ${i === 0 ? 'min-w-36' : ''} ${isNumber ? 'text-end tabular-nums' : ''} ${isMinor ? 'hidden sm:table-cell' : ''}`}
                            >
                              {value(row)}
                            </Cell>
                          );
                        })}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </LoadState>
      </section>
      {query.data && <Pager {...query.data} href={(page) => link({ page, sort })} />}
    </>
  );
}

type HeadProps<Row> = { column: CentreColumn<Row>; link: Link; sort: string | undefined };

function Head<Row>({ column: { name, label, isNumber, sorts, isMinor }, link, sort }: HeadProps<Row>) {
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={`whitespace-nowrap ${isNumber ? 'text-end' : ''} ${isMinor ? 'hidden sm:table-cell' : ''}`}
    >
      {sorts ? (
        <a className="hover:text-primary" href={link({ sort: order === 'ascending' ? `-${name}` : name })}>
          {label}
          {order && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
        </a>
      ) : (
        label
      )}
    </th>
  );
}
