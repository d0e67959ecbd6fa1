import type { ReactNode } from 'react';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { SETTINGS, type SettingsPanelName } from '../account-query.ts';

/** Personal settings, `/account?change=4&settingType=`: the tabs, and one panel. */
export function SettingsFrame({ panel, children }: { panel: SettingsPanelName; children: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <nav aria-label={t('account:settings.tabs')} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <ul className="paper inline-flex min-w-max gap-1 p-1">
          {SETTINGS.map((name, i) => (
            <li key={name}>
              <a
                href={href(locale, `/account?change=4&settingType=${i + 1}`)}
                aria-current={name === panel ? 'page' : undefined}
                className="block rounded-field px-4 py-1.5 text-sm transition-colors hover:bg-base-200 aria-[current=page]:bg-primary aria-[current=page]:text-primary-content"
              >
                {t(`account:settings.tab.${i + 1}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
