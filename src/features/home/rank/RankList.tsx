import { Avatar } from '#src/components/Avatar.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { RankBadge } from '#src/components/RankBadge.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { RANKINGS, rankPath, type By, type OwnRank, type RankPage } from './rankings.ts';
import { useAmount } from './use-amount.ts';
import { useRanking } from './use-ranking.ts';

type Props = {
  by: By;
  year: number;
  className: string;
};

/** The top of one ranking on the dashboard, with the viewer's own place below it: 3, 3 and 6 lines. */
export function RankList({ by, year, className }: Props) {
  const t = useT();
  const locale = useLocale();
  const query = useRanking(by, { year });
  const { icon, lines } = RANKINGS.find((ranking) => ranking.by === by)!;
  return (
    <section
      className={`flex min-w-0 flex-col ${lines > 3 ? 'min-h-113 lg:min-h-140' : 'min-h-70'} ${className}`}
      aria-labelledby={`rank-${by}`}
    >
      <h3 id={`rank-${by}`} className="px-4 pt-3 pb-1 sm:px-6">
        <a
          href={href(locale, rankPath({ by }))}
          className="inline-flex items-center gap-2 font-medium hover:text-primary"
        >
          <Icon name={icon} className="size-5 text-primary" />
          {t(`ranking:by.${by}`)}
          <Icon name="chevron-right" className="size-4 text-muted" />
        </a>
      </h3>
      <LoadState query={query} lines={lines}>
        {({ page, own }) => (
          <>
            <Lines by={by} list={page.list} />
            <OwnLine by={by} own={own} />
          </>
        )}
      </LoadState>
    </section>
  );
}

function Lines({ by, list }: { by: By; list: RankPage['list'] }) {
  const t = useT();
  const amount = useAmount(by);
  if (list.length === 0)
    return <p className="grow px-4 py-6 text-center text-sm text-muted sm:px-6">{t('ranking:empty.home')}</p>;
  return (
    <ol className="flex grow flex-col">
      {list.map((row, i) => (
        <li
          key={i}
          className={`flex min-h-13 grow items-center gap-3 px-4 py-2 sm:px-6 ${row.mine ? 'bg-primary-soft font-medium' : ''}`}
        >
          <RankBadge rank={row.rank} label={t('ranking:place', { rank: row.rank })} />
          <Avatar name="" sex={row.sex} src={row.headPortrait} />
          <span className="min-w-0 grow">
            <span className="block truncate">
              {row.userName}
              {row.mine && <span className="badge badge-sm badge-primary ms-1">{t('ranking:me')}</span>}
            </span>
            <span className="block truncate text-xs text-muted">{row.department}</span>
          </span>
          <span className="shrink-0 text-sm tabular-nums">{amount(row.total)}</span>
        </li>
      ))}
    </ol>
  );
}

function OwnLine({ by, own }: { by: By; own: OwnRank }) {
  const t = useT();
  const locale = useLocale();
  const amount = useAmount(by);
  const { next } = RANKINGS.find((ranking) => ranking.by === by)!;
  return (
    <p className="mx-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-base-300 py-3 text-sm sm:mx-6">
      {own.rank === null ? (
        <>
          <span className="text-muted">{t('ranking:own.none')}</span>
          <a href={href(locale, next)} className="font-medium text-primary hover:underline">
            {t(`ranking:next.${by}`)}
          </a>
        </>
      ) : (
        <>
          <span>
            {t('ranking:own.place', { rank: own.rank, people: own.totalCount })}
            <span className="text-muted">· {amount(own.total)}</span>
          </span>
          <span className="text-muted">
            {own.distance === null
              ? t('ranking:own.first')
              : t('ranking:own.distance', { amount: amount(own.distance) })}
          </span>
        </>
      )}
    </p>
  );
}
