import { followLink } from '#src/client/router.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { cellClass, type Column } from './table-columns.ts';

type Props<T, S extends string> = {
  columns: readonly Column<T, S>[];
  /** Present order of a column. */
  orderOf: (id: string) => 'asc' | 'desc' | false;
  /** URL of the list in the next order of a column. */
  linkOf: (column: Column<T, S>) => string;
  hasSelection: boolean;
  hasActions: boolean;
  /** The user chose the columns: none is left out. */
  isChosen: boolean;
};

/** Header of a table. Titles of columns with an order are links to it. */
export function TableHead<T, S extends string>(props: Props<T, S>) {
  const { columns, orderOf, linkOf, hasSelection, hasActions, isChosen } = props;
  const t = useT();
  return (
    <thead onClickCapture={followLink}>
      <tr>
        {hasSelection && (
          <th scope="col" className="kit-narrow">
            <span className="sr-only">{t('admin:table.selection')}</span>
          </th>
        )}
        {columns.map((column) => {
          const order = orderOf(column.id);
          return (
            <th
              key={column.id}
              scope="col"
              className={cellClass({ ...column, isRoomy: column.isRoomy && !isChosen })}
              aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {column.sort ? (
                <a href={linkOf(column)} className="kit-sort">
                  {column.title}
                  <Icon
                    name={order === 'desc' ? 'chevron-down' : 'chevron-up'}
                    className={`size-4 ${order ? '' : 'opacity-0'}`}
                  />
                </a>
              ) : (
                column.title
              )}
            </th>
          );
        })}
        {hasActions && (
          <th scope="col">
            <span className="sr-only">{t('admin:table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
