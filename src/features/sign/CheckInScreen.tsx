import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { island } from '#src/i18n/island.tsx';
import { Calendar } from './Calendar.tsx';
import { CheckInToday } from './CheckInToday.tsx';
import { MONTH, useCheckIn, useDayChange } from './use-check-in.ts';

type CheckIns = Data<typeof MONTH>;
type Props = {
  given: Given;
  /** Month in the URL; by default the current month. */
  input: Input<typeof MONTH>;
  timeZone: string;
};

/** The screen of the daily check-in: a month of the calendar, and today with its button. */
function CheckInScreen({ input, timeZone }: Omit<Props, 'given'>) {
  const { data, reload } = useCall(MONTH, input);
  const { run } = useCheckIn(MONTH, input, checkedIn);
  useDayChange(timeZone, reload);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      <div className="min-w-0 lg:col-span-2">
        <Calendar checkIns={data!} />
      </div>
      <CheckInToday checkIns={data!} onCheckIn={() => void run()} />
    </div>
  );
}

/** Optimistic state of the screen. */
function checkedIn(checkIns: CheckIns): CheckIns {
  const { today, month, points, list, longestStreak, totalDays } = checkIns;
  const streak = checkIns.streak + 1;
  return {
    ...checkIns,
    signed: true,
    streak,
    longestStreak: Math.max(longestStreak, streak),
    totalDays: totalDays + 1,
    list: today.startsWith(month) ? [...list, { day: today, points }] : list,
  };
}

export default island(({ given, ...props }: Props) => (
  <GivenContext value={given}>
    <CheckInScreen {...props} />
  </GivenContext>
));
