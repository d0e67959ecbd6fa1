import '#src/components/choice.css';
import './matrix.css';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { followLink } from '#src/client/router.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { DayField } from '../kit/fields.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { type List, useList } from '../kit/use-list.ts';
import { DAYS, dayAfter, type Lapse, LAPSES, type LapseFilter, lapseDays, lapsePage } from './lapse-list.ts';
import { choiceList } from './matrix-list.ts';
import { StateMark } from './StateMark.tsx';

type Props = { search: string; timeZone: string; today: string };

/** Whose requirements lapse until a day, and how many by month. */
function Lapses({ search, timeZone, today }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(LAPSES, search);
  const found = useCall(...lapsePage(list, today));
  const days = useCall(...lapseDays(list, today)).data?.days ?? [];
  const choices = useCall(...choiceList()).data;
  const columns = useColumns(timeZone);
  const options = (given: { id: string; title: string }[] | undefined) =>
    (given ?? []).map(({ id, title }) => [id, title] as const);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('requirement:lapse.title')} hint={t('requirement:lapse.intro')}>
        <a className="btn btn-outline" href={href(locale, '/admin/matrix')}>
          {t('requirement:lapse.back')}
        </a>
      </PageHead>
      <Months list={list} days={days} />
      <fieldset className="matrix-day" disabled={!hydrated}>
        <DayField
          label={t('requirement:lapse.until')}
          value={list.filter.until ?? dayAfter(today, DAYS)}
          onChange={(day) => list.go({ filter: { ...list.filter, until: day ?? undefined } })}
        />
      </fieldset>
      <Table
        label={t('requirement:lapse.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ userId, requirementId }) => `${userId} ${requirementId}`}
        keyword={t('requirement:matrixView.keyword')}
        filters={[
          {
            name: 'departmentId',
            label: t('requirement:matrixView.department'),
            options: options(choices?.departments),
          },
          { name: 'positionId', label: t('requirement:matrixView.position'), options: options(choices?.positions) },
          {
            name: 'requirementId',
            label: t('requirement:matrixView.requirement'),
            options: options(choices?.requirements),
          },
        ]}
        empty={
          <EmptyState icon="calendar" title={t('requirement:lapse.empty')} hint={t('requirement:lapse.emptyHint')} />
        }
      />
    </div>
  );
}

type MonthProps = { list: List<LapseFilter, never>; days: { day: string; count: number }[] };

/** The months of the next year in which something lapses, as links. */
function Months({ list, days }: MonthProps) {
  const t = useT();
  const months = new Map<string, number>();
  for (const { day, count } of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + count);
  if (months.size === 0) return null;
  return (
    <nav aria-label={t('requirement:lapse.months')} onClickCapture={followLink}>
      <ul className="flex flex-wrap gap-2">
        {[...months].map(([month, count]) => {
          const [year, number] = month.split('-').map(Number) as [number, number];
          const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
          const filter = { ...list.filter, from: `${month}-01`, until: last };
          const isShown = list.filter.from === filter.from && list.filter.until === last;
          return (
            <li key={month}>
              <a className="choice tabular-nums" aria-current={isShown || undefined} href={list.link({ filter })}>
                {t('requirement:lapse.month', { month, count })}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function useColumns(timeZone: string): Column<Lapse, never>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'person',
      title: t('requirement:lapse.person'),
      isMain: true,
      cell: ({ userName, employeeNo, department, post }) => (
        <>
          <span className="font-medium">{userName}</span>
          <span className="block text-sm text-muted">{[employeeNo, department, post].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      id: 'requirement',
      title: t('requirement:lapse.requirement'),
      cell: ({ title, userId, requirementId }) => (
        <a className="link" href={href(locale, `/admin/matrix/why?${new URLSearchParams({ userId, requirementId })}`)}>
          {title}
        </a>
      ),
    },
    { id: 'state', title: t('requirement:lapse.state'), cell: ({ state }) => <StateMark state={state} /> },
    {
      id: 'on',
      title: t('requirement:lapse.on'),
      cell: ({ lapsesAt }) => <span className="tabular-nums">{dateText(lapsesAt, timeZone, locale)}</span>,
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Lapses {...props} />
  </GivenContext>
));
