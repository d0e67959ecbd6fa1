import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { ExportButton } from '#src/features/account/ExportButton.tsx';
import { Moment } from '#src/features/admin/kit/Moment.tsx';
import { Table } from '#src/features/admin/kit/Table.tsx';
import { useList } from '#src/features/admin/kit/use-list.ts';
import { STATE_TONE } from '#src/features/exam/format.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { candidateFilter, candidatePage, candidates, CERTIFICATES, STATES, type Within } from './candidate-list.ts';
import { scoreText } from './figure-text.ts';
import { IssueCertificates } from './IssueCertificates.tsx';

type Props = {
  search: string;
  examId: string;
  within: Within;
  /** Paths of the departments with people. */
  departments: string[];
  timeZone: string;
  /** Kind of certificate that the viewer may issue to these people. */
  certificateId?: string;
};

/** The people of an exam with their state, scores and certificate. */
function Candidates({ search, examId, within, departments, timeZone, certificateId }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(candidates(examId, within), search);
  const people = useCall(...candidatePage(examId, within, list));
  const score = (value: number | null) => scoreText(value, locale);
  return (
    <Table
      label={t('analysis:person.title')}
      list={list}
      query={people}
      keyOf={({ userId }) => userId}
      keyword={t('analysis:person.keyword')}
      filters={[
        {
          name: 'department',
          label: t('analysis:person.anyDepartment'),
          options: departments.map((path) => [path, path]),
        },
        {
          name: 'state',
          label: t('analysis:person.anyState'),
          options: STATES.map((each) => [each, t(`enum:examState.${each}`)]),
        },
        {
          name: 'certificate',
          label: t('analysis:person.anyCertificate'),
          options: CERTIFICATES.map((each) => [each, t(`analysis:person.certificateOf.${each}`)]),
        },
      ]}
      tools={
        <>
          {certificateId && (
            <IssueCertificates
              certificateId={certificateId}
              filter={{ examId, ...within, department: list.filter.department }}
            />
          )}
          <ExportButton
            call="POST /exam/auth/exam/analysis/candidate/export"
            input={candidateFilter(examId, within, list.filter)}
            label={t('analysis:results.export')}
          />
        </>
      }
      columns={[
        {
          id: 'name',
          title: t('analysis:person.name'),
          sort: 'userName',
          isMain: true,
          cell: ({ userName, department }) => (
            <>
              {userName}
              {department && <span className="block text-xs font-normal text-muted">{department}</span>}
            </>
          ),
        },
        {
          id: 'state',
          title: t('analysis:person.state'),
          cell: ({ examState }) => (
            <span className={`badge badge-soft badge-sm whitespace-nowrap ${STATE_TONE[examState]}`}>
              {t(`enum:examState.${examState}`)}
            </span>
          ),
        },
        {
          id: 'attempts',
          title: t('analysis:person.attempts'),
          sort: 'attempts',
          isNumber: true,
          cell: ({ attempts }) => attempts,
        },
        {
          id: 'first',
          title: t('analysis:person.first'),
          sort: 'firstScore',
          isLatestFirst: true,
          isNumber: true,
          cell: ({ firstScore }) => score(firstScore),
        },
        {
          id: 'best',
          title: t('analysis:person.best'),
          sort: 'bestScore',
          isLatestFirst: true,
          isNumber: true,
          cell: ({ bestScore }) => score(bestScore),
        },
        {
          id: 'submitted',
          title: t('analysis:person.submitted'),
          sort: 'submittedAt',
          isLatestFirst: true,
          cell: ({ submittedAt }) =>
            submittedAt ? <Moment at={submittedAt} timeZone={timeZone} /> : t('analysis:none'),
        },
        {
          id: 'certificate',
          title: t('analysis:person.certificate'),
          cell: ({ certificateNo, certificateRevoked }) => (
            <>
              {certificateNo ?? t('analysis:none')}
              {certificateRevoked && <span className="block text-xs text-error">{t('analysis:person.revoked')}</span>}
            </>
          ),
        },
      ]}
      empty={<EmptyState icon="users" title={t('analysis:person.empty')} hint={t('analysis:person.emptyHint')} />}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Candidates {...props} />
  </GivenContext>
));
