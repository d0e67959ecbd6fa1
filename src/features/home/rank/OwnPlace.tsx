import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { LINES, RANKINGS, rankPath, type By, type OwnRank } from './rankings.ts';
import { useAmount } from './use-amount.ts';

type Props = {
  by: By;
  own: OwnRank;
  /** Value from the URL. */
  year: number | undefined;
};

/** The viewer's own place, always visible above the list. */
export function OwnPlace({ by, own, year }: Props) {
  const t = useT();
  const locale = useLocale();
  const amount = useAmount(by);
  const { icon, next } = RANKINGS.find((ranking) => ranking.by === by)!;
  return (
    <section
      className="paper flex flex-col gap-4 border-primary/40! bg-primary-soft! p-4 sm:flex-row sm:items-center sm:gap-8 sm:p-6"
      aria-labelledby="own"
    >
      <span className="hidden size-14 shrink-0 place-items-center rounded-full bg-base-100 text-primary sm:grid">
        <Icon name={own.rank === 1 ? 'trophy' : icon} className="size-7" />
      </span>
      <div className="min-w-0 grow">
        <h2 id="own" className="text-sm text-muted">
          {t('ranking:own.title')}
        </h2>
        {own.rank === null ? (
          <p className="mt-1 text-lg font-medium">
            {t(own.names === 'hidden' ? 'ranking:own.hidden' : 'ranking:own.none')}
          </p>
        ) : (
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <strong className="text-3xl font-semibold tabular-nums">{t('ranking:place', { rank: own.rank })}</strong>
            <span className="text-muted tabular-nums">{t('ranking:own.of', { count: own.totalCount })}</span>
          </p>
        )}
      </div>
      {own.rank !== null && (
        <p className="shrink-0 sm:text-end">
          <span className="block text-lg font-medium tabular-nums">{amount(own.total)}</span>
          <span className="block text-sm text-muted tabular-nums">
            {own.distance === null
              ? t('ranking:own.first')
              : t('ranking:own.distance', { amount: amount(own.distance) })}
          </span>
        </p>
      )}
      {own.names === 'hidden' ? null : own.position === null ? (
        <a href={href(locale, next)} className="btn btn-primary shrink-0">
          {t(`ranking:next.${by}`)}
        </a>
      ) : (
        <a
          href={`${href(locale, rankPath({ by, year, page: Math.ceil(own.position / LINES) }))}#me`}
          className="btn shrink-0 bg-base-100"
        >
          {t('ranking:own.find')}
        </a>
      )}
    </section>
  );
}
