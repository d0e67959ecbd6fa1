import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Moment } from '#src/features/admin/kit/Moment.tsx';
import { Table } from '#src/features/admin/kit/Table.tsx';
import { useList } from '#src/features/admin/kit/use-list.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { SWITCH_APPEALS, switchPage } from './marked-list.ts';

type Props = { search: string; timeZone: string };

/** Papers with appeals against switches that wait for a decision. */
function SwitchAppeals({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(SWITCH_APPEALS, search);
  const papers = useCall(...switchPage(list));
  return (
    <Table
      label={t('marking:title')}
      list={list}
      query={papers}
      keyOf={({ attemptId }) => attemptId}
      columns={[
        {
          id: 'person',
          title: t('marking:person'),
          isMain: true,
          cell: ({ userName }) => userName ?? t('marking:blind'),
        },
        { id: 'exam', title: t('marking:exam'), cell: ({ title }) => title },
        {
          id: 'appeals',
          title: t('marking:exams.appeals'),
          cell: ({ count }) => t('marking:switchAppeals.count', { count }),
        },
        { id: 'at', title: t('marking:submitted'), cell: ({ at }) => <Moment at={at} timeZone={timeZone} /> },
      ]}
      empty={
        <EmptyState
          icon="check-circle"
          title={t('marking:switchAppeals.empty')}
          hint={t('marking:switchAppeals.emptyHint')}
        />
      }
      actions={({ attemptId, title, own }) =>
        own ? (
          <p className="text-sm text-muted">{t('marking:appeal.own')}</p>
        ) : (
          <a className="btn btn-primary btn-outline btn-sm" href={href(locale, `/test/marking?id=${attemptId}`)}>
            {t('marking:switchAppeals.decide')}
            <span className="sr-only">{title}</span>
          </a>
        )
      }
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <SwitchAppeals {...props} />
  </GivenContext>
));
