import type { Data } from '#src/contract/calls.ts';
import { useId, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { leavesHours } from '#src/contract/rules/notice.ts';
import { useT } from '#src/i18n/island.tsx';

export type NoticeSetting = Data<'GET /user/auth/notice/setting/view'>;
type Quiet = NoticeSetting['quiet'];
type Props = { setting: NoticeSetting; isBusy: boolean; save: (quiet: Quiet) => void };

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Hours without messages that make a sound, besides those of the enterprise; saved at once. */
export function QuietHours({ setting: { quiet, enterpriseQuiet }, isBusy, save }: Props) {
  const t = useT();
  const id = useId();
  const hydrated = useHydrated();
  const [error, setError] = useState('');
  const change = (next: Quiet) => {
    const isFree = next === null || leavesHours([next, enterpriseQuiet]);
    setError(isFree ? '' : t('errors:quietAllDay'));
    if (isFree) save(next);
  };
  const { from, until } = enterpriseQuiet;
  const isDisabled = !hydrated || isBusy;
  return (
    <div role="group" aria-labelledby={`${id}-title`} className="flex flex-col gap-2 text-sm">
      <p id={`${id}-title`} className="font-medium">
        {t('notice:setting.quiet')}
      </p>
      <p className="text-muted">
        {from === until
          ? t('notice:setting.quietNone')
          : t('notice:setting.quietHint', { from: clock(from), until: clock(until) })}
      </p>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox rounded-sm checkbox-sm"
          disabled={isDisabled}
          key={String(quiet !== null)}
          defaultChecked={quiet !== null}
          onChange={({ target }) =>
            change(target.checked ? { from: enterpriseQuiet.from, until: enterpriseQuiet.until } : null)
          }
        />
        {t('notice:setting.quietOwn')}
      </label>
      {quiet && (
        <div className="flex flex-wrap items-center gap-4">
          {(['from', 'until'] as const).map((end) => (
            <div key={end} className="flex items-center gap-2">
              <label htmlFor={`${id}-${end}`}>{t(`notice:setting.${end}`)}</label>
              <select
                id={`${id}-${end}`}
                className="select select-sm w-auto tabular-nums"
                disabled={isDisabled}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                key={quiet[end]}
                defaultValue={quiet[end]}
                onChange={({ target }) => change({ ...quiet, [end]: Number(target.value) })}
              >
                {HOURS.map((hour) => (
                  <option key={hour} value={hour}>
                    {clock(hour)}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
      )}
      <p id={`${id}-error`} role="alert" className="text-error empty:hidden">
        {error}
      </p>
    </div>
  );
}
