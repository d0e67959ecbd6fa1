import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pager } from '#src/components/Pager.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { Figures } from '../Figures.tsx';
import { LedgerLines } from '../LedgerLines.tsx';
import { MonthChart } from '../MonthChart.tsx';
import { hourLines, hourMonths, hourTotals } from '../panel-calls.ts';
import { NothingFound } from './NothingFound.tsx';
import { RecordSection } from './RecordSection.tsx';
import { Statements } from './Statements.tsx';

const KINDS = [
  { kind: 'required', fill: 'fill-primary', dot: 'bg-primary' },
  { kind: 'culture', fill: 'fill-success', dot: 'bg-success' },
  { kind: 'lecturer', fill: 'fill-warning', dot: 'bg-warning' },
  { kind: 'other', fill: 'fill-muted', dot: 'bg-muted' },
];

/** Class hours (`change=3&recordType=1`): totals by kind, the year by month, and the entries. */
export function Hours({ view }: { view: ViewOf<'hours'> }) {
  const t = useT();
  const locale = useLocale();
  const { viewer } = useAccount();
  const totals = useCall(...hourTotals());
  const months = useCall(...hourMonths(view));
  const lines = useCall(...hourLines(view));
  useLastPage(lines.data);
  const { year } = view;
  const link = accountLink(locale, 'hours');
  const hasLines = Boolean(lines.data?.list.length);
  const empty = year ? (
    <NothingFound all={link({})} />
  ) : (
    <EmptyState
      icon="clock"
      title={t('record:empty.hours.title')}
      hint={t('record:empty.hours.hint')}
      action={{ href: href(locale, '/knowledge'), label: t('record:empty.learning.action') }}
    />
  );
  return (
    <>
      <LoadState query={totals} lines={1}>
        {(hours) => (
          <Figures
            figures={[
              { label: t('record:hours.total'), value: hours.totalHours, strong: true },
              { label: t('record:hours.annual'), value: hours.annualHours },
              { label: t('record:hours.required'), value: hours.requiredHours },
              { label: t('record:hours.culture'), value: hours.cultureHours },
              { label: t('record:hours.lecturer'), value: hours.lecturerHours },
              { label: t('record:hours.other'), value: hours.otherHours },
            ]}
          />
        )}
      </LoadState>
      <LoadState query={months}>
        {(data) => <Months months={data} link={link} isPrevious={months.isPrevious} />}
      </LoadState>
      <RecordSection
        title={t('record:hours.lines')}
        isPrevious={lines.isPrevious}
        action={
          hasLines && (
            <ExportButton
              call="POST /data/auth/user/credit/hour/change/record/export"
              input={{ kind: 'hours', year }}
            />
          )
        }
      >
        <LoadState query={lines}>
          {({ list }) =>
            list.length === 0 ? (
              empty
            ) : (
              <LedgerLines
                lines={list.map((line) => ({ ...line, kind: line.hourKind }))}
                nameOf={(kind) => t(`record:hours.${kind}`)}
                timeZone={viewer.timeZone}
              />
            )
          }
        </LoadState>
      </RecordSection>
      {lines.data && <Pager {...lines.data} href={(page) => link({ year, page })} />}
      <Statements />
    </>
  );
}

type MonthsProps = {
  months: Data<'GET /data/auth/course/hour/user/month/list'>;
  link: (query: { year: number }) => string;
  isPrevious: boolean;
};

function Months({ months, link, isPrevious }: MonthsProps) {
  const t = useT();
  const locale = useLocale();
  const { year, years, list, total } = months;
  const title = t('record:hours.byMonth', { year });
  const choices = years.map((each) => ({
    label: t('record:filter.yearOf', { year: each }),
    href: link({ year: each }),
    chosen: each === year,
  }));
  return (
    <RecordSection title={title} isPrevious={isPrevious}>
      <div className="p-4 pt-2 sm:px-6 sm:pb-6">
        <Choices label={t('record:filter.year')} choices={choices} className="mb-4" />
        {list.some((month) => month.total > 0) ? (
          <>
            <p className="mb-4 text-muted">
              {t('record:hours.chartSummary', { year, total: amountText(total, locale) })}
            </p>
            <MonthChart
              caption={title}
              months={list}
              kinds={KINDS.map((each) => ({ ...each, label: t(`record:hours.${each.kind}`) }))}
            />
          </>
        ) : (
          <p className="py-8 text-center text-muted">{t('record:hours.noneThisYear', { year })}</p>
        )}
      </div>
    </RecordSection>
  );
}
