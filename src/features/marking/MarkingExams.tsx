import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Table } from '#src/features/admin/kit/Table.tsx';
import { useList } from '#src/features/admin/kit/use-list.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { MARKING_EXAMS, markingExamPage } from './marked-list.ts';

type Props = { search: string };

/** Exams with answers to mark, results to publish or appeals. */
function MarkingExams({ search }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(MARKING_EXAMS, search);
  const exams = useCall(...markingExamPage(list));
  return (
    <Table
      label={t('marking:title')}
      list={list}
      query={exams}
      keyOf={({ id }) => id}
      columns={[
        { id: 'exam', title: t('marking:exam'), isMain: true, cell: ({ title }) => title },
        {
          id: 'waiting',
          title: t('marking:exams.waiting'),
          isNumber: true,
          cell: ({ waitingCount }) => waitingCount,
        },
        { id: 'third', title: t('marking:queue.third'), isNumber: true, cell: ({ thirdCount }) => thirdCount },
        { id: 'ready', title: t('marking:exams.ready'), isNumber: true, cell: ({ readyCount }) => readyCount },
        { id: 'appeals', title: t('marking:exams.appeals'), isNumber: true, cell: ({ appealCount }) => appealCount },
      ]}
      empty={<EmptyState icon="check-circle" title={t('marking:exams.empty')} hint={t('marking:emptyHint')} />}
      actions={({ id, title }) => (
        <a className="btn btn-primary btn-outline btn-sm" href={href(locale, `/test/marking?exam=${id}`)}>
          {t('marking:queue.open')}
          <span className="sr-only">{title}</span>
        </a>
      )}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <MarkingExams {...props} />
  </GivenContext>
));
