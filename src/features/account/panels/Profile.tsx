import { useAccount } from '../account-context.ts';
import { ProfilePanel } from '../settings/ProfilePanel.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Name, portrait and the like: one of the personal settings (`change=4`). */
export function Profile() {
  const { viewer } = useAccount();
  return (
    <SettingsFrame panel="profile">
      <ProfilePanel timeZone={viewer.timeZone} />
    </SettingsFrame>
  );
}
