import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import type { Input } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { links } from '../links.ts';
import { digestView } from '../panel-calls.ts';

const FREQUENCIES = ['none', 'daily', 'weekly'] as const;
const SAVE = 'PUT /user/auth/notice/digest/save';

/** How often the user gets a digest of the community, and whether by e-mail; saved at once. */
export function DigestChoice() {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const hydrated = useHydrated();
  const { data } = useCall(...digestView());
  const save = useAction(async (choice: Input<typeof SAVE>) => {
    await api(SAVE, choice);
    notify(t('notice:frequency.saved'), 'success');
    invalidate(digestView()[0]);
  });
  if (!data) return null;
  const { frequency, byEmail, email } = data;
  const isDisabled = !hydrated || save.isPending;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <div className="flex items-center gap-2">
        <label htmlFor={id}>{t('notice:frequency.label')}</label>
        <select
          id={id}
          className="select select-sm w-auto"
          disabled={isDisabled}
          key={frequency}
          defaultValue={frequency}
          onChange={({ target }) => void save.run({ frequency: target.value as (typeof FREQUENCIES)[number], byEmail })}
        >
          {FREQUENCIES.map((each) => (
            <option key={each} value={each}>
              {t(`notice:frequency.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {frequency !== 'none' && email === 'ready' && (
        <label className="flex cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="checkbox rounded-sm checkbox-sm"
            disabled={isDisabled}
            key={String(byEmail)}
            defaultChecked={byEmail}
            onChange={({ target }) => void save.run({ frequency, byEmail: target.checked })}
          />
          {t('notice:frequency.byEmail')}
        </label>
      )}
      {frequency !== 'none' && email === 'unconfirmed' && (
        <a className="link" href={href(locale, links.confirmEmail)}>
          {t('notice:frequency.confirm')}
        </a>
      )}
    </div>
  );
}
