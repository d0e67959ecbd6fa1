import { ProfilePanel } from '../settings/ProfilePanel.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Name, portrait and the like: one of the personal settings (`change=4`). */
export function Profile() {
  return (
    <SettingsFrame panel="profile">
      <ProfilePanel />
    </SettingsFrame>
  );
}
