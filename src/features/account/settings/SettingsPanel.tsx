import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { SettingType } from '../account-query.ts';
import { IdentitiesPanel } from './IdentitiesPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { type SecurityEdit, SecurityPanel } from './SecurityPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

type Props = {
  settingType: SettingType;
  /** The form of the security panel that is shown. */
  edit: SecurityEdit | null;
  /** IANA name of the tenant's time zone. */
  timeZone: string;
  /** A form of the security panel is finished: the panel is shown without it. */
  onSaved: () => void;
};

const TYPES = ['1', '2', '3', '4'] as const;
/** Personal settings, `/account?change=4&settingType=`: the tabs, and one panel at a time. */
export function SettingsPanel({ settingType, edit, timeZone, onSaved }: Props) {
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
      {settingType === 2 && <SecurityPanel edit={edit} timeZone={timeZone} onSaved={onSaved} />}
      {settingType === 3 && <SessionsPanel timeZone={timeZone} />}
      {settingType === 4 && <IdentitiesPanel timeZone={timeZone} />}
    </>
  );
}
