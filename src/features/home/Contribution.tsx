import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useCall } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { MonthChart } from '#src/features/account/MonthChart.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';

type Answer = Data<'GET /data/auth/user/contribution/view'>;

/** The user's contribution in a year. Loaded when scrolled near (docs/decisions/030). */
function Contribution({ year }: { year: number }) {
  const query = useCall('GET /data/auth/user/contribution/view', { year });
  return (
    // Same height as the loaded content, to avoid layout shifts.
    <div className="min-h-148 lg:min-h-84">
      <LoadState query={query} lines={5}>
        {(contribution) => <Shown {...contribution} />}
      </LoadState>
    </div>
  );
}

function Shown(contribution: Answer) {
  const t = useT();
  const locale = useLocale();
  const { year, points, list } = contribution;
  const figures = useFigures(contribution);
  if (points <= 0 && figures.every(({ value }) => value === 0)) {
    return (
      <EmptyState
        icon="chart"
        title={t('record:contribution.empty.title')}
        hint={t('record:contribution.empty.hint')}
        action={{ href: href(locale, '/knowledge'), label: t('record:empty.learning.action') }}
      />
    );
  }
  const kinds = [
    { kind: 'study', label: t('record:contribution.study'), fill: 'fill-primary', dot: 'bg-primary' },
    { kind: 'exam', label: t('record:contribution.exam'), fill: 'fill-success', dot: 'bg-success' },
    { kind: 'checkIn', label: t('record:contribution.checkIn'), fill: 'fill-warning', dot: 'bg-warning' },
    { kind: 'other', label: t('record:contribution.other'), fill: 'fill-muted', dot: 'bg-muted' },
  ];
  return (
    <div className="grid gap-6 p-4 pt-2 sm:px-6 sm:pb-6 lg:grid-cols-3">
      <div className="min-w-0 lg:col-span-2">
        <p className="mb-2 text-muted">
          {t('record:contribution.points', { year, points: amountText(points, locale) })}
        </p>
        <MonthChart caption={t('record:contribution.byMonth', { year })} months={list} kinds={kinds} />
      </div>
      <dl className="flex flex-col divide-y divide-base-300">
        {figures.map(({ icon, label, value }) => (
          <div key={label} className="flex grow items-center gap-3 py-3">
            <dt className="flex grow items-center gap-3">
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
                <Icon name={icon} />
              </span>
              {label}
            </dt>
            <dd className="text-xl font-semibold tabular-nums">{amountText(value, locale)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function useFigures({ courseCount, examCount, commentCount, checkInDays, teachingHours }: Answer) {
  const t = useT();
  return [
    { icon: 'book', label: t('record:contribution.courses'), value: courseCount },
    { icon: 'exam', label: t('record:contribution.exams'), value: examCount },
    { icon: 'community', label: t('record:contribution.comments'), value: commentCount },
    { icon: 'calendar', label: t('record:contribution.checkInDays'), value: checkInDays },
    ...(teachingHours === null
      ? []
      : ([{ icon: 'lecturer', label: t('record:contribution.teachingHours'), value: teachingHours }] as const)),
  ] as const;
}

export default island(Contribution);
