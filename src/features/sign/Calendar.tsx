import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { links } from '#src/features/account/links.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dayAfter, weekday } from '#src/contract/rules/check-in.ts';
import { longDay, monthName, weekdayName } from './day-names.ts';

/** Any Monday, for the weekday names in the header. */
const MONDAY = '2026-11-16';

/** One month with the check-in days, weeks from Monday. */
export function Calendar({ checkIns }: { checkIns: Data<'GET /data/auth/user/sign/month/view'> }) {
  const { today, month, list } = checkIns;
  const locale = useLocale();
  const points = new Map(list.map((each) => [each.day, each.points]));
  return (
    <section className="paper p-4 sm:p-6" aria-labelledby="month">
      <header className="flex items-center justify-between gap-4">
        <h2 id="month" className="text-lg font-semibold">
          {monthName(`${month}-01`, locale)}
        </h2>
        <Months {...checkIns} />
      </header>
      <table className="mt-4 w-full table-fixed border-separate border-spacing-1 text-center">
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, i) => (
              <th key={i} scope="col" className="pb-1 text-sm font-normal text-muted">
                {weekdayName(dayAfter(MONDAY, i), locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((days) => (
            <tr key={days.findLast((day) => day !== null)}>
              {days.map((day, i) =>
                day === null ? <td key={i} /> : <Day key={day} day={day} today={today} points={points.get(day)} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Weeks that touch a month; null: a day of another month. */
function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const weeks: (string | null)[][] = [];
  for (let monday = dayAfter(first, -weekday(first)); monday.slice(0, 7) <= month; monday = dayAfter(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, i) => dayAfter(monday, i));
    weeks.push(days.map((day) => (day.startsWith(month) ? day : null)));
  }
  return weeks;
}

type Range = { month: string; firstMonth: string | null; today: string };

/** Links to the months before and after, as far as there are check-ins. */
function Months({ month, firstMonth, today }: Range) {
  const t = useT();
  const locale = useLocale();
  const before = dayAfter(`${month}-01`, -1).slice(0, 7);
  const after = dayAfter(`${month}-01`, 31).slice(0, 7);
  const around = [
    { to: before, rel: 'prev', icon: 'chevron-left', shown: firstMonth !== null && before >= firstMonth },
    { to: after, rel: 'next', icon: 'chevron-right', shown: after <= today.slice(0, 7) },
  ] as const;
  return (
    <nav className="flex gap-1" aria-label={t('record:checkIn.months')}>
      {around
        .filter(({ shown }) => shown)
        .map(({ to, rel, icon }) => (
          <a
            key={rel}
            href={href(locale, `${links.checkIn}?month=${to}`)}
            rel={rel}
            className="btn btn-ghost btn-sm btn-square"
            aria-label={monthName(`${to}-01`, locale)}
          >
            <Icon name={icon} />
          </a>
        ))}
    </nav>
  );
}

/** @param points what the check-in of the day gave; undefined: there was none */
function Day({ day, today, points }: { day: string; today: string; points: number | undefined }) {
  const t = useT();
  const locale = useLocale();
  const isSigned = points !== undefined;
  const ground = isSigned ? 'bg-primary-soft text-primary' : day > today ? 'text-muted' : '';
  const outline = day === today ? 'outline-2 -outline-offset-2 outline-primary' : '';
  return (
    <td
      className={`h-14 rounded-field align-middle tabular-nums sm:h-16 ${ground} ${outline}`}
      aria-current={day === today ? 'date' : undefined}
    >
      <span aria-hidden="true">{Number(day.slice(-2))}</span>
      <span className="sr-only">
        {longDay(day, locale)} {isSigned && t('record:checkIn.signed')}
      </span>
      <span aria-hidden="true" className="mx-auto flex h-4 items-center justify-center text-xs">
        {isSigned && (points > 1 ? `+${points}` : <Icon name="check" className="size-4" />)}
      </span>
    </td>
  );
}
