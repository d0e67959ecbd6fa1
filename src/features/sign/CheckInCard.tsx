import { Icon } from '#src/components/Icon.tsx';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { links } from '#src/features/account/links.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { CheckInButton } from './CheckInButton.tsx';
import { longDay, weekdayName } from './day-names.ts';
import { HOME, useCheckIn, useDayChange } from './use-check-in.ts';

type Home = Data<typeof HOME>;
type Props = {
  /** `checkIn` and the points of the dashboard. */
  given: Given;
  timeZone: string;
};

/** The check-in card: this week, the streak, and the button. */
function CheckInCard({ timeZone }: Omit<Props, 'given'>) {
  const t = useT();
  const locale = useLocale();
  const { data, reload } = useCall(HOME, {});
  const { run } = useCheckIn(HOME, {}, checkedIn);
  useDayChange(timeZone, reload);
  const { today, week, streak, signed, points } = data!.checkIn;
  return (
    <section aria-labelledby="check-in" className="flex flex-col gap-4 p-4 sm:p-6">
      <header className="flex items-center justify-between gap-4">
        <h2 id="check-in" className="font-semibold">
          {t('record:checkIn.title')}
        </h2>
        <a
          href={href(locale, links.checkIn)}
          className="flex items-center gap-1 rounded-field text-sm text-muted hover:text-primary"
        >
          <Icon name="calendar" className="size-4" />
          {t('record:checkIn.calendar')}
        </a>
      </header>
      <ol className="grid grid-cols-7 gap-1 text-center" aria-label={t('record:checkIn.week')}>
        {week.map((each) => (
          <Day key={each.day} {...each} isToday={each.day === today} />
        ))}
      </ol>
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-muted">
          {t('record:checkIn.streak')}
          <strong className="ms-1 text-xl font-semibold text-base-content tabular-nums">{streak}</strong>
        </p>
        <CheckInButton signed={signed} points={points} onCheckIn={() => void run()} className="min-w-32" />
      </div>
    </section>
  );
}

/** Optimistic state of the dashboard. */
function checkedIn(home: Home): Home {
  const { checkIn } = home;
  return {
    ...home,
    annualPoints: home.annualPoints + checkIn.points,
    totalPoints: home.totalPoints + checkIn.points,
    checkIn: {
      ...checkIn,
      signed: true,
      streak: checkIn.streak + 1,
      week: checkIn.week.map((each) => (each.day === checkIn.today ? { ...each, signed: true } : each)),
    },
  };
}

function Day({ day, signed, isToday }: { day: string; signed: boolean; isToday: boolean }) {
  const t = useT();
  const locale = useLocale();
  const look = signed ? 'bg-primary text-primary-content' : isToday ? 'text-primary' : 'text-muted';
  return (
    <li className="flex flex-col items-center gap-1" aria-current={isToday ? 'date' : undefined}>
      <span className="text-xs text-muted" aria-hidden="true">
        {weekdayName(day, locale)}
      </span>
      <span
        aria-hidden="true"
        className={`grid size-8 place-items-center rounded-full text-sm tabular-nums ${look} ${isToday ? 'font-semibold ring-2 ring-primary' : ''}`}
      >
        {signed ? <Icon name="check" className="size-4" /> : Number(day.slice(-2))}
      </span>
      <span className="sr-only">
        {longDay(day, locale)} {signed && t('record:checkIn.signed')}
      </span>
    </li>
  );
}

export default island(({ given, timeZone }: Props) => (
  <GivenContext value={given}>
    <CheckInCard timeZone={timeZone} />
  </GivenContext>
));
