import { useCall } from '#src/client/query.ts';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import { dateText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { accountLink } from '../account-query.ts';
import { type CentreView, certificatePage, examPage, hourPage, taskPage } from './centre-view.ts';
import { type CentreColumn, CentreTable } from './CentreTable.tsx';
import { CentreTools } from './CentreTools.tsx';
import { personColumn, useListLink } from './person-column.tsx';

type RowOf<List extends 'task' | 'exam' | 'hour' | 'certificate'> =
  Data<`POST /course/auth/centre/${List}/page`>['list'][number];
type Props = { view: CentreView };
type OfPerson = { userId: string; userName: string; department: string | null; title: string };

/** What columns need. */
function useColumns<Row extends OfPerson>(view: CentreView) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const day = (moment: string | null) =>
    moment && <span className="whitespace-nowrap tabular-nums">{dateText(moment, timeZone, locale)}</span>;
  const first: CentreColumn<Row>[] = [
    ...personColumn<Row>(view, t, accountLink(locale, 'centre')),
    {
      name: 'title',
      label: t('centre:column.title'),
      value: ({ title }) => <span className="block min-w-40 break-words">{title}</span>,
    },
  ];
  return { t, locale, day, first };
}

/** Tasks that contain a course of a seat, with the progress in this course. */
export function CentreTasks({ view }: Props) {
  const { t, day, first } = useColumns<RowOf<'task'>>(view);
  const tasks = useCall(...taskPage(view));
  const columns: CentreColumn<RowOf<'task'>>[] = [
    ...first,
    { name: 'course', label: t('centre:column.course'), value: ({ courseTitle }) => courseTitle },
    {
      ...{ name: 'progress', label: t('centre:column.studyProgress') },
      value: ({ studyProgress, userName, state }) => (
        <>
          <Progress value={studyProgress} label={t('order:seat.progressOf', { name: userName })} className="w-36" />
          <span className={`text-sm ${state === 'overdue' ? 'text-error' : 'text-muted'}`}>
            {t(`enum:learningState.${state}`)}
          </span>
        </>
      ),
    },
    { name: 'endAt', label: t('centre:column.endAt'), value: ({ endAt }) => day(endAt) },
  ];
  return (
    <>
      {!view.person && <CentreTools view={view} list="tasks" hasRows={Boolean(tasks.data?.totalCount)} />}
      <CentreTable
        {...{ label: t('centre:part.tasks'), query: tasks, columns }}
        keyOf={({ taskId, userId, courseTitle }) => `${taskId} ${userId} ${courseTitle}`}
        {...useListLink(view, 'tasks')}
      />
    </>
  );
}

/** Exams of the courses of seats. */
export function CentreExams({ view }: Props) {
  const { t, locale, day, first } = useColumns<RowOf<'exam'>>(view);
  const exams = useCall(...examPage(view));
  const columns: CentreColumn<RowOf<'exam'>>[] = [
    ...first,
    {
      ...{ name: 'state', label: t('centre:column.state') },
      value: ({ examState }) => <span className="whitespace-nowrap">{t(`enum:examState.${examState}`)}</span>,
    },
    {
      ...{ name: 'score', label: t('centre:column.bestScore'), isNumber: true },
      value: ({ bestScore }) => (bestScore === null ? '–' : amountText(bestScore, locale)),
    },
    {
      ...{ name: 'pass', label: t('centre:column.passScore'), isNumber: true },
      value: ({ passScore }) => amountText(passScore, locale),
    },
    {
      ...{ name: 'attempts', label: t('centre:column.attempts'), isNumber: true },
      value: ({ attemptsUsed }) => attemptsUsed,
    },
    { name: 'endAt', label: t('centre:column.windowEnd'), value: ({ windowEnd }) => day(windowEnd) },
  ];
  return (
    <>
      {!view.person && <CentreTools view={view} list="exams" hasRows={Boolean(exams.data?.totalCount)} />}
      <CentreTable
        {...{ label: t('centre:part.exams'), query: exams, columns }}
        keyOf={({ examId, userId }) => `${examId} ${userId}`}
        {...useListLink(view, 'exams')}
      />
    </>
  );
}

/** Class hours that the courses of seats have earned. */
export function CentreHours({ view }: Props) {
  const { t, locale, day, first } = useColumns<RowOf<'hour'>>(view);
  const hours = useCall(...hourPage(view));
  const columns: CentreColumn<RowOf<'hour'>>[] = [
    ...first,
    {
      ...{ name: 'kind', label: t('centre:column.kind') },
      value: ({ hourKind }) => t(`record:hours.${hourKind ?? 'other'}`),
    },
    {
      ...{ name: 'amount', label: t('centre:column.hours'), isNumber: true },
      value: ({ amount }) => amountText(amount, locale),
    },
    { name: 'time', label: t('centre:column.time'), value: ({ gmtCreate }) => day(gmtCreate) },
  ];
  return (
    <>
      {!view.person && <CentreTools view={view} list="hours" hasRows={Boolean(hours.data?.totalCount)} />}
      <CentreTable
        {...{ label: t('centre:part.hours'), query: hours, columns }}
        keyOf={({ id }) => id}
        {...useListLink(view, 'hours')}
      />
    </>
  );
}

/** Certificates that the courses of seats have earned. */
export function CentreCertificates({ view }: Props) {
  const { t, day, first } = useColumns<RowOf<'certificate'>>(view);
  const certificates = useCall(...certificatePage(view));
  const columns: CentreColumn<RowOf<'certificate'>>[] = [
    ...first,
    {
      ...{ name: 'number', label: t('centre:column.certificateNo') },
      value: ({ certificateNo }) => <span className="tabular-nums">{certificateNo}</span>,
    },
    {
      ...{ name: 'state', label: t('centre:column.state') },
      value: ({ status }) => t(`enum:certificateStatus.${status}`),
    },
    { name: 'issued', label: t('centre:column.issuedAt'), value: ({ issuedAt }) => day(issuedAt) },
    {
      ...{ name: 'ends', label: t('centre:column.expiresAt') },
      value: ({ expiresAt }) => day(expiresAt) ?? t('centre:noEnd'),
    },
  ];
  return (
    <>
      {!view.person && <CentreTools view={view} list="certificates" hasRows={Boolean(certificates.data?.totalCount)} />}
      <CentreTable
        {...{ label: t('centre:part.certificates'), query: certificates, columns }}
        keyOf={({ id }) => id}
        {...useListLink(view, 'certificates')}
      />
    </>
  );
}
