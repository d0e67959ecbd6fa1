import { type Given, GivenContext, type Wanted } from '#src/client/query.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { IdentitiesPanel, identitiesWanted } from './IdentitiesPanel.tsx';
import { ProfilePanel, profileWanted } from './ProfilePanel.tsx';
import { SessionsPanel, sessionsWanted } from './SessionsPanel.tsx';

/** `settingType` of the address: 1 profile, 2 password and phone, 3 sessions, 4 linked ways to sign in. */
export type SettingType = 1 | 2 | 3 | 4;
type Props = {
  settingType: SettingType;
  /** IANA name of the tenant's time zone. */
  timeZone: string;
};

const TYPES = ['1', '2', '3', '4'] as const;
const WANTED: Record<SettingType, Wanted[]> = {
  1: profileWanted,
  // The page renders it: SecurityPanel.astro.
  2: [],
  3: sessionsWanted,
  4: identitiesWanted,
};

/** Calls whose answers a panel of settings shows first, for `prefetch`. */
export const settingsWanted = (settingType: SettingType): Wanted[] => WANTED[settingType];

/** Personal settings, `/account?change=4&settingType=`: the tabs, and one panel at a time. */
export function SettingsPanel({ settingType, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <nav aria-label={t('account:settings.tabs')} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <ul className="paper inline-flex min-w-max gap-1 p-1">
          {TYPES.map((type) => (
            <li key={type}>
              <a
                href={href(locale, `/account?change=4&settingType=${type}`)}
                aria-current={Number(type) === settingType ? 'page' : undefined}
                className="block rounded-field px-4 py-1.5 text-sm transition-colors hover:bg-base-200 aria-[current=page]:bg-primary aria-[current=page]:text-primary-content"
              >
                {t(`account:settings.tab.${type}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {settingType === 1 && <ProfilePanel timeZone={timeZone} />}
      {settingType === 3 && <SessionsPanel timeZone={timeZone} />}
      {settingType === 4 && <IdentitiesPanel timeZone={timeZone} />}
    </>
  );
}

/** The same as an island of its own. `given`: answers to `settingsWanted`. */
export default island(function Settings({ given, ...props }: Props & { given: Given }) {
  return (
    <GivenContext value={given}>
      <div className="flex flex-col gap-6">
        <SettingsPanel {...props} />
      </div>
    </GivenContext>
  );
});
