import { useState } from 'react';
import { type Given, GivenContext } from '#src/client/query.ts';
import type { SettingType } from '#src/features/account/account-query.ts';
import { type SecurityEdit, SECURITY_PATH } from '#src/features/account/settings/SecurityPanel.tsx';
import { SettingsPanel } from '#src/features/account/settings/SettingsPanel.tsx';
import { island } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

type Props = { settingType: SettingType; edit?: SecurityEdit | null; timeZone: string; given: Given };

/** The settings without the tabs of `/account` around them. */
export const Settings = island<Props>(function Settings({ settingType, edit: first = null, timeZone, given, locale }) {
  const [edit, setEdit] = useState(first);
  const onSaved = () => {
    history.replaceState(null, '', href(locale, SECURITY_PATH));
    setEdit(null);
  };
  return (
    <GivenContext value={given}>
      <SettingsPanel settingType={settingType} edit={edit} timeZone={timeZone} onSaved={onSaved} />
    </GivenContext>
  );
});
