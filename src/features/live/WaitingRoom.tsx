import { useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';

const DAY = 86_400;

type Props = { startAt: string; serverTime: string; isOpen: boolean };

/** Before the start: the time that is left, by the clock of the server. */
export function WaitingRoom({ startAt, serverTime, isOpen }: Props) {
  const t = useT();
  const left = (passed: number) =>
    Math.max(0, Math.round((Date.parse(startAt) - Date.parse(serverTime)) / 1000 - passed));
  const [seconds, setSeconds] = useState(left(0));
  useEffect(() => {
    const begun = performance.now();
    const count = () =>
      setSeconds(
        Math.max(0, Math.round((Date.parse(startAt) - Date.parse(serverTime) - (performance.now() - begun)) / 1000)),
      );
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [startAt, serverTime]);
  const days = Math.floor(seconds / DAY);
  return (
    <div className="paper flex aspect-video max-h-[70dvh] w-full flex-col items-center justify-center gap-4 p-6 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <Icon name="video" className="size-7" />
      </span>
      <p className="font-medium">{t(seconds > 0 ? 'live:waiting.startsIn' : 'live:waiting.soon')}</p>
      {seconds > 0 && (
        <time role="timer" className="text-4xl font-semibold tabular-nums" data-testid="live-countdown">
          {days > 0 && <span className="me-3">{t('live:waiting.days', { count: days })}</span>}
          {clockTime(seconds % DAY)}
        </time>
      )}
      <p className="max-w-md text-sm text-muted">{t(isOpen ? 'live:waiting.open' : 'live:waiting.closed')}</p>
    </div>
  );
}
