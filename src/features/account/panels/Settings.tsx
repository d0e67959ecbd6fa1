import { useLocale } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount } from '../account-context.ts';
import type { ViewOf } from '../account-query.ts';
import { SECURITY_PATH } from '../settings/SecurityPanel.tsx';
import { SettingsPanel } from '../settings/SettingsPanel.tsx';

/** Personal settings (`change=4`). */
export function Settings({ view: { settingType, edit } }: { view: ViewOf<'settings'> }) {
  const { viewer, open } = useAccount();
  const locale = useLocale();
  return (
    <SettingsPanel
      settingType={settingType}
      edit={edit}
      timeZone={viewer.timeZone}
      onSaved={() => open(href(locale, SECURITY_PATH))}
    />
  );
}
