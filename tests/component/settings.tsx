import { useState } from 'react';
import { type Given, GivenContext } from '#src/client/query.ts';
import type { SettingsPanelName } from '#src/features/account/account-query.ts';
import { IdentitiesPanel } from '#src/features/account/settings/IdentitiesPanel.tsx';
import { NotificationsPanel } from '#src/features/account/settings/NotificationsPanel.tsx';
import { OwnErasure } from '#src/features/account/settings/OwnErasure.tsx';
import { PreferenceForm } from '#src/features/account/settings/PreferenceForm.tsx';
import { ProfilePanel } from '#src/features/account/settings/ProfilePanel.tsx';
import { type SecurityEdit, SECURITY_PATH, SecurityPanel } from '#src/features/account/settings/SecurityPanel.tsx';
import { SessionsPanel } from '#src/features/account/settings/SessionsPanel.tsx';
import { SettingsFrame } from '#src/features/account/settings/SettingsFrame.tsx';
import { island } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

type Props = { panel: SettingsPanelName; edit?: SecurityEdit | null; timeZone: string; given: Given };

/** The settings without the tabs of `/account` around them. */
export const Settings = island<Props>(function Settings({ panel, edit: first = null, timeZone, given, locale }) {
  const [edit, setEdit] = useState(first);
  const onSaved = () => {
    history.replaceState(null, '', href(locale, SECURITY_PATH));
    setEdit(null);
  };
  const panels = {
    profile: <ProfilePanel />,
    security: <SecurityPanel edit={edit} timeZone={timeZone} onSaved={onSaved} />,
    sessions: <SessionsPanel timeZone={timeZone} />,
    identities: <IdentitiesPanel timeZone={timeZone} />,
    notifications: <NotificationsPanel />,
    preferences: <PreferenceForm />,
    ownData: <OwnErasure timeZone={timeZone} />,
  } satisfies Record<SettingsPanelName, unknown>;
  return (
    <GivenContext value={given}>
      <SettingsFrame panel={panel}>{panels[panel]}</SettingsFrame>
    </GivenContext>
  );
});
