import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Moment } from '#src/features/admin/kit/Moment.tsx';
import { PageHead } from '#src/features/admin/kit/PageHead.tsx';
import { Table } from '#src/features/admin/kit/Table.tsx';
import { useList } from '#src/features/admin/kit/use-list.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ANALYSED, analysedPage } from './analysed-list.ts';

type Props = { search: string; timeZone: string };

/** Exams with the number of their attempts, each with the link to its results. */
function AnalysedExams({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(ANALYSED, search);
  const exams = useCall(...analysedPage(list));
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('analysis:title')} hint={t('analysis:subtitle')} />
      <Table
        label={t('analysis:title')}
        list={list}
        query={exams}
        keyOf={({ examId }) => examId}
        keyword={t('analysis:keyword')}
        columns={[
          { id: 'title', title: t('analysis:list.exam'), isMain: true, cell: ({ title }) => title },
          {
            id: 'from',
            title: t('analysis:list.from'),
            cell: ({ windowStart }) => <Moment at={windowStart} timeZone={timeZone} />,
          },
          {
            id: 'to',
            title: t('analysis:list.to'),
            cell: ({ windowEnd }) => <Moment at={windowEnd} timeZone={timeZone} />,
          },
          { id: 'people', title: t('analysis:list.people'), isNumber: true, cell: ({ people }) => people },
          { id: 'attempts', title: t('analysis:list.attempts'), isNumber: true, cell: ({ attempts }) => attempts },
          { id: 'pass', title: t('analysis:list.pass'), isNumber: true, cell: ({ passScore }) => passScore },
        ]}
        empty={<EmptyState icon="exam" title={t('analysis:empty')} hint={t('analysis:emptyHint')} />}
        actions={({ examId, title }) => (
          <a
            className="btn btn-outline btn-primary btn-sm"
            href={href(locale, `/test/analysis?id=${examId}`)}
            aria-label={t('analysis:of', { title })}
          >
            {t('analysis:open')}
          </a>
        )}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <AnalysedExams {...props} />
  </GivenContext>
));
