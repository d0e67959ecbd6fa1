import '../kit/table.css';
import { type ReactNode, useState } from 'react';
import { useCall, type Query } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import type { IconName } from '#src/components/icons.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText, dateTimeText } from '#src/lib/dates.ts';

/* What a member did: one list per kind, the latest first. */

export type Props = { userId: string; timeZone: string };
type Page<T> = { list: T[]; pageCurrent: number; totalPage: number; totalCount: number };
type RecordsProps<T> = {
  title: string;
  icon: IconName;
  query: Query<Page<T>>;
  onPage: (page: number) => void;
  keyOf: (row: T) => string;
  /** The first one names the row. */
  columns: { title: string; cell: (row: T) => ReactNode }[];
};

/** A page of such a list as a table. */
export function Records<T>({ title, icon, query, onPage, keyOf, columns }: RecordsProps<T>) {
  const t = useT();
  return (
    <section
      className="paper overflow-hidden transition-opacity aria-busy:opacity-60"
      aria-label={title}
      aria-busy={query.isPrevious || undefined}
    >
      <h2 className="border-b border-base-300 px-4 py-3 font-semibold">{title}</h2>
      <LoadState query={query}>
        {({ list, pageCurrent, totalPage, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon={icon} title={t('people:person.nothing')} />
          ) : (
            <>
              <div className="kit-scroll">
                <table className="kit-table" aria-label={title}>
                  <thead>
                    <tr>
                      {columns.map((column) => (
                        <th key={column.title} scope="col">
                          {column.title}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {list.map((row) => (
                      <tr key={keyOf(row)}>
                        {columns.map(({ title: label, cell }, n) =>
                          n === 0 ? (
                            <th key={label} scope="row">
                              {cell(row)}
                            </th>
                          ) : (
                            <td key={label} data-label={label}>
                              {cell(row)}
                            </td>
                          ),
                        )}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pages pageCurrent={pageCurrent} totalPage={totalPage} onGo={onPage} />
            </>
          )
        }
      </LoadState>
    </section>
  );
}

/** Dates and times of the enterprise; nothing for what did not happen. */
export function useTimes(timeZone: string) {
  const locale = useLocale();
  return {
    date: (moment: string | null) => moment && dateText(moment, timeZone, locale),
    time: (moment: string | null) => moment && dateTimeText(moment, timeZone, locale),
  };
}

export function Courses({ userId, timeZone }: Props) {
  const t = useT();
  const { date } = useTimes(timeZone);
  const [pageCurrent, onPage] = useState(1);
  const query = useCall('POST /user/auth/people/course/page', { userId, pageCurrent });
  return (
    <Records
      {...{ query, onPage }}
      title={t('people:record.courses')}
      icon="book"
      keyOf={({ courseId }) => courseId}
      columns={[
        { title: t('people:record.course'), cell: ({ title }) => title },
        { title: t('people:record.progress'), cell: ({ studyProgress }) => `${studyProgress}%` },
        {
          title: t('people:record.minutes'),
          cell: ({ studySeconds }) => <span className="tabular-nums">{Math.round(studySeconds / 60)}</span>,
        },
        { title: t('people:record.started'), cell: ({ startedAt }) => date(startedAt) },
        { title: t('people:record.completed'), cell: ({ completedAt }) => date(completedAt) },
      ]}
    />
  );
}

export function Tasks({ userId, timeZone }: Props) {
  const t = useT();
  const { date } = useTimes(timeZone);
  const [pageCurrent, onPage] = useState(1);
  const query = useCall('POST /user/auth/people/task/page', { userId, pageCurrent });
  return (
    <Records
      {...{ query, onPage }}
      title={t('people:record.tasks')}
      icon="task"
      keyOf={({ taskId }) => taskId}
      columns={[
        { title: t('people:record.task'), cell: ({ title }) => title },
        { title: t('people:record.progress'), cell: ({ taskProgress }) => `${taskProgress}%` },
        { title: t('people:record.from'), cell: ({ startAt }) => date(startAt) },
        { title: t('people:record.until'), cell: ({ endAt }) => date(endAt) },
        { title: t('people:record.completed'), cell: ({ completedAt }) => date(completedAt) },
      ]}
    />
  );
}

export function Exams({ userId, timeZone }: Props) {
  const t = useT();
  const { time } = useTimes(timeZone);
  const [pageCurrent, onPage] = useState(1);
  const query = useCall('POST /user/auth/people/exam/page', { userId, pageCurrent });
  return (
    <Records
      {...{ query, onPage }}
      title={t('people:tab.exams')}
      icon="exam"
      keyOf={({ attemptId }) => attemptId}
      columns={[
        {
          title: t('people:record.exam'),
          cell: ({ title, number }) => (
            <>
              {title} <span className="text-sm text-muted">{t('people:record.number', { number })}</span>
            </>
          ),
        },
        {
          title: t('people:record.state'),
          cell: ({ state, passed }) => (
            <span
              className={`badge badge-soft badge-sm whitespace-nowrap ${passed ? 'badge-success' : passed === false ? 'badge-error' : 'badge-ghost'}`}
            >
              {t(
                passed === null
                  ? `people:record.attempt.${state}`
                  : passed
                    ? 'people:record.passed'
                    : 'people:record.failed',
              )}
            </span>
          ),
        },
        { title: t('people:record.score'), cell: ({ score }) => score },
        { title: t('people:record.started'), cell: ({ startedAt }) => time(startedAt) },
        { title: t('people:record.submitted'), cell: ({ submittedAt }) => time(submittedAt) },
      ]}
    />
  );
}

const TONES = { held: 'badge-success', expired: 'badge-ghost', revoked: 'badge-error' };

export function Certificates({ userId, timeZone }: Props) {
  const t = useT();
  const { date } = useTimes(timeZone);
  const [pageCurrent, onPage] = useState(1);
  const query = useCall('POST /user/auth/people/certificate/page', { userId, pageCurrent });
  return (
    <Records
      {...{ query, onPage }}
      title={t('people:tab.certificates')}
      icon="certificate"
      keyOf={({ id }) => id}
      columns={[
        { title: t('people:record.certificate'), cell: ({ certificateName }) => certificateName },
        {
          title: t('people:record.state'),
          cell: ({ status }) => (
            <span className={`badge badge-soft badge-sm whitespace-nowrap ${TONES[status]}`}>
              {t(`enum:certificateStatus.${status}`)}
            </span>
          ),
        },
        { title: t('people:record.issued'), cell: ({ issuedAt }) => date(issuedAt) },
        { title: t('people:record.until'), cell: ({ expiresAt }) => date(expiresAt) ?? t('people:record.forGood') },
        {
          title: t('people:record.no'),
          cell: ({ certificateNo }) => <span className="tabular-nums">{certificateNo}</span>,
        },
      ]}
    />
  );
}
