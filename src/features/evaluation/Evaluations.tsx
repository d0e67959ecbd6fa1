import '#src/components/choice.css';
import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { listPath } from '#src/lib/list-query.ts';
import { EVALUATIONS, ownPage, resultPage, type State } from './evaluation-list.ts';
import { evaluationPath, stateKey } from './evaluation.ts';

type Props = { given: Given; state: State; seesResults: boolean; timeZone: string };
type TabProps = Pick<Props, 'state' | 'timeZone'>;
type Row = Data<'POST /course/auth/evaluation/page'>['list'][number];

/** What the viewer assesses, what they have assessed and, for lecturers and administrators, the results. */
export default island(function Evaluations({ given, state, seesResults, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const { tab: shown = 'waiting' } = state.filter;
  const tabs = ['waiting', 'done', ...(seesResults ? ['results'] : [])];
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6">
      <h1 className="text-2xl font-semibold">{t('evaluation:list.title')}</h1>
      <nav aria-label={t('evaluation:list.title')} className="flex flex-wrap gap-2">
        {tabs.map((tab) => (
          <a
            key={tab}
            href={href(locale, `${evaluationPath()}?tab=${tab}`)}
            aria-current={shown === tab ? 'page' : undefined}
            className="choice"
          >
            {t(`evaluation:list.tab.${tab}`)}
          </a>
        ))}
      </nav>
      <GivenContext value={given}>
        {shown === 'results' ? (
          <Results state={state} timeZone={timeZone} />
        ) : (
          <Mine state={state} timeZone={timeZone} />
        )}
      </GivenContext>
    </div>
  );
});

const pageHref = (locale: Locale, state: State) => (page: number) =>
  href(locale, listPath(EVALUATIONS, { ...state, page }));

function Mine({ state, timeZone }: TabProps) {
  const t = useT();
  const locale = useLocale();
  const { tab = 'waiting' } = state.filter;
  const query = useCall(...ownPage(state));
  return (
    <PagedList
      label={t(`evaluation:list.tab.${tab}`)}
      query={query}
      href={pageHref(locale, state)}
      empty={<EmptyState icon="check-circle" title={t(`evaluation:list.empty.${tab}`)} />}
      keyOf={({ id }) => id}
    >
      {(row) => <Line row={row} timeZone={timeZone} />}
    </PagedList>
  );
}

function Results({ state, timeZone }: TabProps) {
  const { keyword } = state.filter;
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [call, input] = resultPage(state);
  const query = useCall(call, input);
  const { run, isPending } = useAction(async () => {
    const record = await api('POST /course/auth/evaluation/result/export', { keyword });
    notify(t('export:requested'), 'success');
    expectExports([record]);
  });
  return (
    <>
      <form method="get" className="flex flex-wrap items-center gap-3" role="search">
        <input type="hidden" name="tab" value="results" />
        <input
          type="search"
          name="keyword"
          maxLength={100}
          defaultValue={keyword}
          aria-label={t('evaluation:list.keyword')}
          placeholder={t('evaluation:list.keyword')}
          className="input grow"
        />
        <button type="submit" className="btn">
          {t('evaluation:list.search')}
        </button>
        <button
          type="button"
          className="btn btn-ghost"
          disabled={!hydrated}
          aria-disabled={isPending}
          onClick={() => void run()}
        >
          <Icon name="download" className="size-4" />
          {t('export:button')}
        </button>
      </form>
      {query.data && query.data.totalCount > 0 && (
        <dl className="grid grid-cols-3 gap-4">
          <Figure label={t('evaluation:list.count')} value={query.data.totalCount} />
          <Figure label={t('evaluation:list.mean')} value={query.data.meanScore ?? '–'} />
          <Figure label={t('evaluation:list.passed')} value={query.data.passedCount} />
        </dl>
      )}
      <PagedList
        label={t('evaluation:list.tab.results')}
        query={query}
        href={pageHref(locale, state)}
        empty={<EmptyState icon="chart" title={t('evaluation:list.empty.results')} />}
        keyOf={({ id }) => id}
      >
        {(row) => <Line row={row} timeZone={timeZone} isPlain />}
      </PagedList>
    </>
  );
}

const Figure = ({ label, value }: { label: string; value: string | number }) => (
  <div className="paper p-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
  </div>
);

/** @param isPlain without a link: a lecturer sees the results of their courses, not every evaluation */
function Line({ row, timeZone, isPlain }: { row: Row; timeZone: string; isPlain?: boolean }) {
  const t = useT();
  const locale = useLocale();
  const title = `${row.userName} · ${row.title}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4 sm:px-6">
      <div className="min-w-0">
        {isPlain ? (
          <p className="font-medium">{title}</p>
        ) : (
          <a href={href(locale, evaluationPath(row.id))} className="font-medium hover:text-primary">
            {title}
          </a>
        )}
        <p className="text-sm text-muted">
          {[t(`enum:evaluationKind.${row.kind}`), row.context, row.department].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className="text-end text-sm">
        <span className="block">
          {t(`evaluation:state.${stateKey(row)}`)}
          {row.score !== null && row.state === 'done' && (
            <strong className="ms-2 tabular-nums">{t('evaluation:points', { points: row.score })}</strong>
          )}
        </span>
        <span className="text-muted">{dateTimeText(row.at, timeZone, locale)}</span>
      </p>
    </div>
  );
}
