import { NotificationsPanel } from '../settings/NotificationsPanel.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Which notices come on which channel: one of the personal settings (`change=4`). */
export function Notifications() {
  return (
    <SettingsFrame panel="notifications">
      <NotificationsPanel />
    </SettingsFrame>
  );
}
