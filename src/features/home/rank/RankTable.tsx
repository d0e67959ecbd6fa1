import { useStore } from '@nanostores/react';
import { type Ref } from 'react';
import { Avatar } from '#src/components/Avatar.tsx';
import { RankBadge } from '#src/components/RankBadge.tsx';
import { $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import type { RankPage } from './rankings.ts';
import type { Ranking } from './use-ranking.ts';

type Row = RankPage['list'][number];
type Props = {
  ranking: Ranking;
  caption: string;
  /** For the viewer's row below a page without it. */
  viewer: SessionViewer | null;
  /** The viewer's own row. */
  me: Ref<HTMLTableRowElement>;
};

/**
 * A page of a ranking as a table with bars relative to the highest total of the page. The viewer's row is shown below
 * if it is not on the page.
 */
export function RankTable({ ranking: { by, page, own }, caption, viewer, me }: Props) {
  const t = useT();
  const person = useStore($viewer, { ssr: () => viewer }) ?? viewer;
  const highest = Math.max(own.total, ...page.list.map(({ total }) => total));
  const isBelow = own.rank !== null && !page.list.some(({ mine }) => mine);
  const below: Row = {
    rank: own.rank ?? 0,
    userName: person?.userName ?? '',
    headPortrait: person?.headPortrait ?? null,
    sex: person?.sex ?? 1,
    department: person?.department ?? null,
    total: own.total,
    mine: true,
  };
  return (
    <div className="paper overflow-hidden">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-base-300 text-sm text-muted">
          <tr>
            <th scope="col" className="w-16 py-3 ps-4 text-start font-normal sm:w-24 sm:ps-6">
              {t('ranking:column.rank')}
            </th>
            <th scope="col" className="py-3 text-start font-normal">
              {t('ranking:column.person')}
            </th>
            <th scope="col" className="py-3 pe-4 text-end font-normal whitespace-nowrap sm:pe-6">
              {t(`ranking:column.${by}`)}
            </th>
          </tr>
        </thead>
        <tbody>
          {page.list.map((row, i) => (
            <Line
              key={i}
              row={row}
              highest={highest}
              me={me}
              className={row.mine ? 'bg-primary-soft' : i > 0 ? 'border-t' : ''}
            />
          ))}
          {isBelow && (
            <Line row={below} highest={highest} me={me} className="border-t-4 border-double bg-primary-soft" />
          )}
        </tbody>
      </table>
    </div>
  );
}

type LineProps = { row: Row; highest: number; me: Props['me']; className: string };

function Line({ row, highest, me, className }: LineProps) {
  const t = useT();
  const locale = useLocale();
  const share = `${Math.max(1, (row.total / highest) * 100).toFixed(1)}%`;
  return (
    <tr
      id={row.mine ? 'me' : undefined}
      ref={row.mine ? me : undefined}
      className={`scroll-mt-24 border-base-300 ${className}`}
    >
      <td className="py-3 ps-4 align-middle sm:ps-6">
        <RankBadge rank={row.rank} label={t('ranking:place', { rank: row.rank })} />
      </td>
      <th scope="row" className="py-3 pe-4 text-start font-normal sm:pe-6">
        <span className="flex flex-col gap-x-6 gap-y-2 sm:flex-row sm:items-center">
          <span className="flex min-w-0 items-center gap-3 sm:w-56 sm:shrink-0 lg:w-72">
            <Avatar name="" sex={row.sex} src={row.headPortrait} />
            <span className="min-w-0">
              <span className="block truncate font-medium">
                {row.userName}
                {row.mine && <span className="badge badge-sm badge-primary ms-1">{t('ranking:me')}</span>}
              </span>
              {row.department && <span className="block truncate text-sm text-muted">{row.department}</span>}
            </span>
          </span>
          <svg aria-hidden="true" className="h-2.5 w-full grow" width="100%" height="10">
            <rect width="100%" height="100%" rx="5" className="fill-base-200" />
            <rect width={share} height="100%" rx="5" className={row.mine ? 'fill-primary' : 'fill-primary/60'} />
          </svg>
        </span>
      </th>
      <td className="py-3 pe-4 text-end align-middle font-medium tabular-nums sm:pe-6">
        {amountText(row.total, locale)}
      </td>
    </tr>
  );
}
