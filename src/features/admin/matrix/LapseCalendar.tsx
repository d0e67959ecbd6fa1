import '#src/components/choice.css';
import './matrix.css';
import { useCall } from '#src/client/query.ts';
import { followLink } from '#src/client/router.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import type { List } from '../kit/use-list.ts';
import { lapseDays, type LapseFilter, lastDayOf, monthOf } from './lapse-list.ts';

type Props = { list: List<LapseFilter, never>; today: string };

/** A month with the number of requirements that lapse on each day; a day shows whose they are. */
export function LapseCalendar({ list, today }: Props) {
  const t = useT();
  const locale = useLocale();
  const month = monthOf(list, today);
  const days = useCall(...lapseDays(list, today)).data?.days ?? [];
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const last = lastDayOf(month);
  const name = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const whole = { ...list.filter, month: undefined, from: `${month}-01`, until: last };
  return (
    <section
      className="paper flex flex-col gap-3 p-4"
      aria-label={t('requirement:lapse.calendar')}
      onClickCapture={followLink}
    >
      <div className="flex flex-wrap items-center gap-2">
        {([-1, 1] as const).map((step) => (
          <a
            key={step}
            className={`btn btn-square btn-ghost btn-sm ${step === 1 ? 'order-3' : ''}`}
            href={list.link({ filter: { ...list.filter, month: monthAfter(month, step) } })}
            aria-label={t(step === 1 ? 'requirement:lapse.next' : 'requirement:lapse.previous')}
          >
            <Icon name={step === 1 ? 'chevron-right' : 'chevron-left'} className="size-4" />
          </a>
        ))}
        <h2 className="order-2 min-w-32 text-center font-semibold tabular-nums" aria-live="polite">
          {name.format(new Date(`${month}-01T00:00Z`))}
        </h2>
        <a className="choice order-4 ms-auto" href={list.link({ filter: whole })}>
          {t('requirement:lapse.whole')}
        </a>
      </div>
      <table className="lapse-month">
        <thead>
          <tr>
            {weeksOf('2024-01')
              .at(0)!
              .map((day) => (
                <th key={day} scope="col">
                  {weekday.format(new Date(`${day}T00:00Z`))}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, at) => {
                const count = counts.get(day) ?? 0;
                const isShown = list.filter.from === day && list.filter.until === day;
                return (
                  <td key={day || at} aria-current={day === today ? 'date' : undefined}>
                    {day && <span className="text-xs text-muted">{Number(day.slice(8))}</span>}
                    {count > 0 && (
                      <a
                        className="choice"
                        aria-current={isShown || undefined}
                        href={list.link({ filter: { ...list.filter, month: undefined, from: day, until: day } })}
                        aria-label={t('requirement:lapse.dayCount', { day, count })}
                      >
                        {count}
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The days of a month in weeks from Monday; empty outside of it. January 2024 begins with a Monday. */
function weeksOf(month: string): string[][] {
  const last = Number(lastDayOf(month).slice(8));
  const lead = (new Date(`${month}-01T00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: Math.ceil((lead + last) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const day = week * 7 + at - lead + 1;
      return day >= 1 && day <= last ? `${month}-${String(day).padStart(2, '0')}` : '';
    }),
  );
}

function monthAfter(month: string, step: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}
