import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { dayByKey, type Entry } from './calendar-list.ts';

type Props = {
  label: string;
  /** Whole weeks, each day with its entries. */
  days: readonly (readonly [day: string, entries: Entry[]])[];
  view: 'month' | 'week';
  /** The day of the address; the month or week around it is shown. */
  day: string;
  today: string;
  isReady: boolean;
  dayText: (day: string, format: Intl.DateTimeFormatOptions) => string;
  /** @param isStop whether Tab leads to it */
  entryOf: (entry: Entry, isStop: boolean) => ReactNode;
  onPlan: (day: string) => void;
  /** Shows the month or week of another day. */
  onGo: (day: string) => void;
};

/**
 * The days of a month or week. Tab leads to one of them and on to its entries; the arrow keys, Home, End, Page Up and Page Down lead to another day,
 * as the grid pattern of WAI-ARIA says.
 */
export function DayGrid({ label, days, view, day, today, isReady, dayText, entryOf, onPlan, onGo }: Props) {
  const t = useT();
  const hint = useId();
  const grid = useRef<HTMLDivElement>(null);
  // Another month or week begins at the day of its address.
  const [at, setAt] = useState({ shown: day, current: day });
  if (at.shown !== day) setAt({ shown: day, current: day });
  const stop = days.some(([each]) => each === at.current) ? at.current : day;
  const wanted = useRef<string | null>(null);
  const focusDay = (which: string) => {
    const index = days.findIndex(([each]) => each === which);
    (grid.current!.getElementsByClassName('calendar-plan')[index] as HTMLElement | undefined)?.focus();
  };
  // The day may be shown only after the month of its key was.
  useEffect(() => {
    if (wanted.current !== stop) return;
    wanted.current = null;
    focusDay(stop);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const next = dayByKey(event.key, stop, { days: days.map(([each]) => each), view, isWhole: event.ctrlKey });
    if (!next) return;
    event.preventDefault();
    wanted.current = next;
    setAt({ shown: day, current: next });
    if (event.key.startsWith('Page') || !days.some(([each]) => each === next)) onGo(next);
  };
  return (
    <>
      <p id={hint} className="sr-only">
        {t(`calendar:keys.${view}`)}
      </p>
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-describedby={hint}
        className={`calendar-grid max-md:hidden ${view === 'week' ? 'calendar-week' : ''}`}
        onKeyDown={onKeyDown}
      >
        {weeksOf(days).map((week) => (
          <div key={week[0]![0]} role="row" className="contents">
            {week.map(([each, entries]) => (
              <div
                key={each}
                role="gridcell"
                className={`calendar-day ${view === 'month' && each.slice(0, 7) !== day.slice(0, 7) ? 'calendar-day-other' : ''}`}
                aria-current={each === today ? 'date' : undefined}
                onFocus={() => setAt({ shown: day, current: each })}
              >
                <span className="sr-only">{dayText(each, { dateStyle: 'full' })}</span>
                <button
                  type="button"
                  className={`calendar-plan ${each === today ? 'font-bold text-primary' : 'text-muted'}`}
                  tabIndex={each === stop ? 0 : -1}
                  disabled={!isReady}
                  onClick={() => onPlan(each)}
                >
                  {dayText(each, { weekday: 'short', day: 'numeric' })}
                  <span className="sr-only"> {t('calendar:plan')}</span>
                  <Icon name="plus" className="size-3.5" />
                </button>
                <div className="flex flex-col gap-1">{entries.map((entry) => entryOf(entry, each === stop))}</div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

const weeksOf = (days: Props['days']) =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
