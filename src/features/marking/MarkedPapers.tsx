import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Moment } from '#src/features/admin/kit/Moment.tsx';
import { Table } from '#src/features/admin/kit/Table.tsx';
import { useList } from '#src/features/admin/kit/use-list.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { markedPage, papersOf, type Status } from './marked-list.ts';

type Props = { status: Status; search: string; timeZone: string };

/** Papers to mark, or marked papers. */
function MarkedPapers({ status, search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(papersOf(status), search);
  const papers = useCall(...markedPage(status, list));
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
          cell: ({ userName, department }) => (
            <>
              {userName ?? t('marking:blind')}
              {department && <span className="block text-sm text-muted">{department}</span>}
            </>
          ),
        },
        {
          id: 'exam',
          title: t('marking:exam'),
          cell: ({ title, number }) => (
            <span>
              {title}
              {number !== null && (
                <span className="block text-sm text-muted">{t('exam:start.attempt', { n: number })}</span>
              )}
            </span>
          ),
        },
        {
          id: 'submitted',
          title: t('marking:submitted'),
          cell: ({ submittedAt }) => (submittedAt ? <Moment at={submittedAt} timeZone={timeZone} /> : '–'),
        },
        {
          id: 'left',
          title: t('marking:left'),
          isNumber: true,
          cell: ({ unmarkedCount, shortCount }) => `${unmarkedCount} / ${shortCount}`,
        },
      ]}
      empty={
        <EmptyState
          icon="check-circle"
          title={t(status === 'submitted' ? 'marking:empty' : 'marking:emptyDone')}
          hint={t('marking:emptyHint')}
        />
      }
      actions={(paper) => (
        <a className="btn btn-primary btn-outline btn-sm" href={href(locale, `/test/marking?id=${paper.attemptId}`)}>
          {t(paper.status === 'submitted' ? 'marking:open' : 'marking:view')}
        </a>
      )}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <MarkedPapers {...props} />
  </GivenContext>
));
