import './matrix.css';
import { useState } from 'react';
import { REQUIREMENT_STATES } from '#src/contract/rules/requirement.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { BulkProgress } from '../kit/BulkProgress.tsx';
import { ExportTool } from '../kit/ExportTool.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { AsOf } from './AsOf.tsx';
import { ChangePeople } from './ChangePeople.tsx';
import { type Asked, useColumns } from './matrix-columns.tsx';
import { choiceList, MATRIX, matrixPage, matrixTotal } from './matrix-list.ts';
import { MatrixTotals } from './MatrixTotals.tsx';
import { StatePanel } from './StatePanel.tsx';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  /** Today in the time zone of the enterprise. */
  today: string;
  canWrite: boolean;
};

const CHANGES = [
  'POST /course/auth/requirement/matrix/page',
  'POST /course/auth/requirement/matrix/total',
  'GET /course/auth/requirement/why',
] as const;

/** Everybody with every requirement, and what can be done with several people. */
function Matrix({ search, timeZone, today, canWrite }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(MATRIX, search);
  const found = useCall(...matrixPage(list));
  const totals = useCall(...matrixTotal(list)).data?.departments;
  const choices = useCall(...choiceList()).data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { on } = list.filter;
  const columns = useColumns({ requirements: found.data?.requirements ?? [], timeZone, hydrated, onAsk: setAsked });
  const options = (given: { id: string; title: string }[] | undefined) =>
    (given ?? []).map(({ id, title }) => [id, title] as const);
  const totalOf = (department: string | null) => totals?.find((each) => each.department === department);
  return (
    <div className="matrix flex flex-col gap-6">
      <PageHead title={t('requirement:matrixView.title')} hint={t('requirement:matrixView.intro')}>
        <a className="btn btn-outline" href={href(locale, '/admin/matrix/lapses')}>
          {t('requirement:matrixView.lapses')}
        </a>
      </PageHead>
      <AsOf on={on} today={today} onChange={(day) => list.go({ filter: { ...list.filter, on: day } })} />
      <BulkProgress list={list.own} titleOf={(action) => t(`requirement:change.bulk.${action}`)} changes={CHANGES} />
      <MatrixTotals
        departments={totals}
        onChoose={(path) => {
          const chosen = choices?.departments.find(({ title }) => title === path);
          if (chosen) list.go({ filter: { ...list.filter, departmentId: chosen.id } });
        }}
      />
      <Table
        label={t('requirement:matrixView.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ userId }) => userId}
        tools={(['xlsx', 'csv'] as const).map((format) => (
          <ExportTool
            key={format}
            call="POST /course/auth/requirement/matrix/export"
            input={{ ...list.filter, format }}
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
          {
            name: 'state',
            label: t('requirement:matrixView.state'),
            options: REQUIREMENT_STATES.map((each) => [each, t(`requirement:state.${each}`)]),
          },
        ]}
        groupOf={({ department }) => {
          const total = totalOf(department);
          return {
            key: department ?? '',
            title: department ?? t('requirement:matrixView.allDepartments'),
            note: total && t('requirement:matrixView.groupCounts', { ...total, count: total.people }),
          };
        }}
        empty={
          <EmptyState
            icon="grid"
            title={t('requirement:matrixView.empty')}
            hint={t('requirement:matrixView.emptyHint')}
          />
        }
        selection={
          // What is done now is done with the people as they are now.
          canWrite && (on === undefined || on >= today)
            ? {
                nameOf: ({ userName }) => userName,
                commands: (selected, clear) => (
                  <ChangePeople
                    selected={selected}
                    requirements={choices?.requirements ?? []}
                    requirementId={list.filter.requirementId}
                    onDone={clear}
                  />
                ),
              }
            : undefined
        }
      />
      {asked && <StatePanel asked={{ ...asked, on }} timeZone={timeZone} onClose={() => setAsked(null)} />}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Matrix {...props} />
  </GivenContext>
));
