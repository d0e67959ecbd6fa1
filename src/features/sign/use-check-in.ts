import { useEffect, useEffectEvent } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, optimistically } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

export const HOME = 'GET /data/auth/user/home/view';
export const MONTH = 'GET /data/auth/user/sign/month/view';

/** Interval at which an open page checks the date, ms. */
const DAY_CHECK = 60_000;

/**
 * Checks in today, optimistically. The server determines the day: after its response everything that shows check-ins or
 * points is revalidated, so that an old page shows the new day.
 * @param change the optimistic change of the query that contains the button
 */
export function useCheckIn<C extends typeof HOME | typeof MONTH>(
  call: C,
  input: Input<C>,
  change: (data: Data<C>) => Data<C>,
) {
  const t = useT();
  return useAction(async () => {
    const { points } = await optimistically(call, input, change, () => api('POST /data/auth/user/sign/save'));
    invalidate(HOME, MONTH);
    notify(points > 0 ? t('record:checkIn.said', { points }) : t('record:checkIn.saidPlain'), 'success');
  });
}

/** Reloads what depends on the day when midnight passes in the tenant's time zone while the page is open. */
export function useDayChange(timeZone: string, reload: () => void): void {
  const onChange = useEffectEvent(reload);
  useEffect(() => {
    const day = () => new Date().toLocaleDateString('en', { timeZone });
    let known = day();
    const timer = setInterval(() => {
      if (day() === known) return;
      known = day();
      onChange();
    }, DAY_CHECK);
    return () => clearInterval(timer);
  }, [timeZone]);
}
