import { useAccount } from '../account-context.ts';
import { CalendarFeedPanel } from '../settings/CalendarFeedPanel.tsx';
import { PreferenceForm } from '../settings/PreferenceForm.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** How the portal is shown, and the calendar subscription: one of the personal settings (`change=4`). */
export function Preferences() {
  const { viewer } = useAccount();
  return (
    <SettingsFrame panel="preferences">
      <PreferenceForm />
      <CalendarFeedPanel timeZone={viewer.timeZone} />
    </SettingsFrame>
  );
}
