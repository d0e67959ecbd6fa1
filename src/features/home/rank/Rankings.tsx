import '#src/components/choice.css';
import { useEffect, useRef } from 'react';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pager } from '#src/components/Pager.tsx';
import { type Given, GivenContext } from '#src/client/query.ts';
import type { SessionViewer } from '#src/client/session.store.ts';
import { followLink, replaceAddress, useSearch } from '#src/client/router.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { OwnPlace } from './OwnPlace.tsx';
import { OwnChoice } from './OwnChoice.tsx';
import { type OwnRank, RANKINGS, rankInput, rankPath, readRankQuery, type RankQuery } from './rankings.ts';
import { RankTable } from './RankTable.tsx';
import { type Ranking, useRanking } from './use-ranking.ts';

type Props = {
  given: Given;
  /** Query of the address that the page was rendered for. */
  search: string;
  viewer: SessionViewer | null;
};

/** The three rankings (`?by=points|credits|hours&year=&page=`): a page as a chart, with the viewer's own place. */
function Rankings({ search, viewer }: Omit<Props, 'given'>) {
  const asked = readRankQuery(new URLSearchParams(useSearch(search)));
  const query = useRanking(asked.by, rankInput(asked));
  return (
    <div onClick={followLink} className="flex flex-col gap-6">
      <Kinds asked={asked} own={query.data?.own} />
      <LoadState query={query} lines={10}>
        {(ranking) => (
          <div
            aria-busy={query.isPrevious}
            className={`flex flex-col gap-6 transition-opacity ${query.isPrevious ? 'opacity-60' : ''}`}
          >
            <Shown ranking={ranking} year={asked.year} viewer={viewer} />
          </div>
        )}
      </LoadState>
    </div>
  );
}

function Kinds({ asked, own }: { asked: RankQuery; own: OwnRank | undefined }) {
  const t = useT();
  const locale = useLocale();
  const yearName = useYearName();
  const link = (query: Partial<RankQuery>) => href(locale, rankPath({ by: asked.by, year: asked.year, ...query }));
  const years = own?.years ?? [];
  const choices = [...years, ...(own?.allYears === false ? [] : [0])].map((year) => ({
    label: yearName(year),
    href: link({ year: year === years[0] ? undefined : year }),
    chosen: year === (asked.year ?? years[0]),
  }));
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <nav aria-label={t('ranking:kinds')} className="flex flex-wrap gap-2">
        {RANKINGS.filter(({ by }) => own?.kinds.includes(by) ?? true).map(({ by, icon }) => (
          <a key={by} href={link({ by })} aria-current={by === asked.by ? 'page' : undefined} className="choice">
            <Icon name={icon} className="size-4" />
            {t(`ranking:by.${by}`)}
          </a>
        ))}
      </nav>
      <Choices label={t('ranking:year')} choices={choices} />
    </div>
  );
}

type ShownProps = { ranking: Ranking; year: number | undefined; viewer: SessionViewer | null };

function Shown({ ranking, year, viewer }: ShownProps) {
  const t = useT();
  const locale = useLocale();
  const yearName = useYearName();
  const me = useRef<HTMLTableRowElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const { by, page, own } = ranking;
  const link = (query: Partial<RankQuery>) => href(locale, rankPath({ by, year, ...query }));
  const isBeyond = page.totalPage > 0 && page.pageCurrent > page.totalPage;
  const last = link({ page: page.totalPage });
  useEffect(() => {
    if (isBeyond) replaceAddress(last);
  }, [isBeyond, last]);
  const here = link({ page: page.pageCurrent });
  const shown = useRef(here);
  useEffect(() => {
    if (here === shown.current) return;
    shown.current = here;
    if (location.hash === '#me') me.current?.scrollIntoView();
    // The followed link may no longer exist: the first page has no link to the previous page.
    else if (document.activeElement === document.body) table.current?.focus({ preventScroll: true });
  }, [here]);
  const caption = `${t(`ranking:by.${by}`)} · ${yearName(page.year)}`;
  return (
    <>
      {own.shown && <OwnPlace by={by} own={own} year={year} />}
      {own.names !== null && <OwnChoice names={own.names} />}
      <div>
        {!own.shown ? (
          <div className="paper">
            <EmptyState icon="trophy" title={t('ranking:off')} hint={t('ranking:offHint')} />
          </div>
        ) : page.list.length === 0 ? (
          <div className="paper">
            <EmptyState
              icon="trophy"
              title={t('ranking:empty.title')}
              hint={t('ranking:empty.hint')}
              action={
                page.year === own.years[0]
                  ? { href: href(locale, '/knowledge'), label: t('ranking:next.credits') }
                  : { href: link({ year: undefined }), label: yearName(own.years[0]!) }
              }
            />
          </div>
        ) : (
          <div ref={table} tabIndex={-1} className="outline-none">
            <RankTable ranking={ranking} caption={caption} viewer={viewer} me={me} />
          </div>
        )}
        <Pager {...page} href={(to) => link({ page: to })} />
      </div>
      <p role="status" className="sr-only">
        {caption} · {t('common:pager.page', { page: page.pageCurrent })}
      </p>
    </>
  );
}

function useYearName(): (year: number) => string {
  const t = useT();
  return (year) => (year === 0 ? t('ranking:allYears') : t('ranking:yearOf', { year }));
}

export default island(({ given, ...props }: Props) => (
  <GivenContext value={given}>
    <Rankings {...props} />
  </GivenContext>
));
