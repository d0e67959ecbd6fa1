import { useEffect, useEffectEvent } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, optimistically } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

export const HOME = 'GET /data/auth/user/home/view';
export const MONTH = 'GET /data/auth/user/sign/month/view';

/** Milliseconds between looks at the calendar of a page that stays open. */
const DAY_CHECK = 60_000;

/**
 * Checks in today: what the query says changes at once, and back when the server refuses. The day is the server's: after
 * its answer everything that shows check-ins or points asks again, so that a page of yesterday shows the new day.
 * @param change what a check-in changes in the answer of the query that the button stands in
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
    notify(t('record:checkIn.said', { points }), 'success');
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
