import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Moment } from '#src/features/admin/kit/Moment.tsx';
import { PageHead } from '#src/features/admin/kit/PageHead.tsx';
import { Table } from '#src/features/admin/kit/Table.tsx';
import { useList } from '#src/features/admin/kit/use-list.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { CONTROLLED, controlledPage } from './controlled-list.ts';

type Props = { search: string; timeZone: string };

/** Exams that run now or soon, each with the link to its control room. */
function ControlledExams({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(CONTROLLED, search);
  const exams = useCall(...controlledPage(list));
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('invigilation:title')} hint={t('invigilation:subtitle')} />
      <Table
        label={t('invigilation:title')}
        list={list}
        query={exams}
        keyOf={({ id }) => id}
        columns={[
          { id: 'title', title: t('invigilation:exam'), isMain: true, cell: ({ title }) => title },
          {
            id: 'from',
            title: t('invigilation:from'),
            cell: ({ windowStart }) => <Moment at={windowStart} timeZone={timeZone} />,
          },
          {
            id: 'to',
            title: t('invigilation:to'),
            cell: ({ windowEnd }) => <Moment at={windowEnd} timeZone={timeZone} />,
          },
          { id: 'sitting', title: t('invigilation:sitting'), isNumber: true, cell: ({ sitting }) => sitting },
        ]}
        empty={<EmptyState icon="exam" title={t('invigilation:empty')} hint={t('invigilation:emptyHint')} />}
        actions={({ id, title }) => (
          <a
            className="btn btn-outline btn-primary btn-sm"
            href={href(locale, `/test/control?exam=${id}`)}
            aria-label={t('invigilation:enterOf', { title })}
          >
            {t('invigilation:enter')}
          </a>
        )}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ControlledExams {...props} />
  </GivenContext>
));
