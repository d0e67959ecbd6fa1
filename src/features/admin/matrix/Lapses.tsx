import './matrix.css';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { DayField } from '../kit/fields.tsx';
import { ExportTool } from '../kit/ExportTool.tsx';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { DAYS, dayAfter, type Lapse, LAPSES, lapsePage } from './lapse-list.ts';
import { LapseCalendar } from './LapseCalendar.tsx';
import { choiceList } from './matrix-list.ts';
import { StateMark } from './StateMark.tsx';

type Props = { search: string; timeZone: string; today: string };

/** Whose requirements lapse until a day, as a list and as a calendar. */
function Lapses({ search, timeZone, today }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(LAPSES, search);
  const found = useCall(...lapsePage(list, today));
  const { month: _, ...filter } = list.filter;
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
      <LapseCalendar list={list} today={today} />
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
        tools={(['xlsx', 'csv'] as const).map((format) => (
          <ExportTool
            key={format}
            call="POST /course/auth/requirement/lapse/export"
            input={{ ...filter, until: list.filter.until ?? dayAfter(today, DAYS), format }}
            label={t(`requirement:export.${format}`)}
          />
        ))}
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
      cell: ({ lapsesAt }) => <Moment at={lapsesAt} timeZone={timeZone} isDay />,
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Lapses {...props} />
  </GivenContext>
));
