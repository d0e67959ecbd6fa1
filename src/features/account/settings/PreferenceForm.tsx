import { type ReactNode, useId } from 'react';
import { api } from '#src/client/api.ts';
import { rememberLanguage } from '#src/client/language.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, optimistically, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { TEXT_SIZES, THEMES } from '#src/contract/rules/preference.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { switchLocale } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';
import { showPreferences } from './show-preferences.ts';
import { TimeZoneForm } from './TimeZoneForm.tsx';

const VIEW = 'GET /user/auth/user/info/preference/view';
const SAVE = 'PUT /user/auth/user/info/preference/save';
type Change = Input<typeof SAVE>;

/** Language, time zone, theme, text size and motion, for all devices of the user; each is saved at once. */
export function PreferenceForm() {
  const t = useT();
  const query = useCall(VIEW, {});
  return (
    <section className="paper" aria-labelledby="preference-title">
      <div className="border-b border-base-300 px-4 py-3 sm:px-6">
        <h2 id="preference-title" className="font-semibold">
          {t('account:preference.title')}
        </h2>
        <p className="text-sm text-muted">{t('account:preference.hint')}</p>
      </div>
      <LoadState query={query} lines={5}>
        {(chosen) => <Choices chosen={chosen} />}
      </LoadState>
    </section>
  );
}

function Choices({ chosen }: { chosen: Data<typeof VIEW> }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const save = useAction(async (change: Change) => {
    await optimistically(
      VIEW,
      {},
      (before) => ({ ...before, ...change }),
      () => api(SAVE, change),
    );
    notify(t('account:preference.saved'), 'success');
    if (change.language && change.language !== locale) {
      rememberLanguage(change.language);
      location.assign(switchLocale(location.pathname + location.search, change.language));
      return;
    }
    showPreferences(change);
  });
  const disabled = !hydrated || save.isPending;
  const change = (given: Change) => void save.run(given);
  return (
    <div className="flex flex-col gap-5 px-4 py-4 sm:px-6">
      <Row label={t('account:preference.language')}>
        {(id) => (
          <select
            id={id}
            className="select w-full sm:w-64"
            disabled={disabled}
            value={chosen.language ?? ''}
            onChange={({ target }) => change({ language: LOCALES.find((each) => each === target.value) ?? null })}
          >
            <option value="">{t('account:preference.ofDevice')}</option>
            {chosen.languages.map((each) => (
              <option key={each} value={each} lang={each}>
                {t(`account:preference.languages.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Row>
      <TimeZoneForm chosen={chosen} onSaved={() => invalidate(VIEW)} />
      <Row label={t('account:preference.theme')}>
        {(id) => (
          <select
            id={id}
            className="select w-full sm:w-64"
            disabled={disabled}
            value={chosen.theme ?? ''}
            onChange={({ target }) => change({ theme: THEMES.find((each) => each === target.value) ?? null })}
          >
            <option value="">{t('account:preference.ofDevice')}</option>
            {THEMES.map((each) => (
              <option key={each} value={each}>
                {t(`account:preference.themes.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Row>
      <Row label={t('account:preference.textSize')}>
        {(id) => (
          <select
            id={id}
            className="select w-full sm:w-64"
            disabled={disabled}
            value={chosen.textSize}
            onChange={({ target }) => change({ textSize: TEXT_SIZES.find((each) => each === target.value)! })}
          >
            {TEXT_SIZES.map((each) => (
              <option key={each} value={each}>
                {t(`account:preference.textSizes.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Row>
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox mt-0.5 checkbox-sm rounded-sm"
          disabled={disabled}
          checked={chosen.reducedMotion}
          onChange={({ target }) => change({ reducedMotion: target.checked })}
        />
        <span>
          {t('account:preference.reducedMotion')}
          <span className="block text-sm text-muted">{t('account:preference.reducedMotionHint')}</span>
        </span>
      </label>
    </div>
  );
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
