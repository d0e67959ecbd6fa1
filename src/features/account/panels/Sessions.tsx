import { useAccount } from '../account-context.ts';
import { SessionsPanel } from '../settings/SessionsPanel.tsx';
import { SignInHistory } from '../settings/SignInHistory.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Where the user is signed in, and has signed in: one of the personal settings (`change=4`). */
export function Sessions() {
  const { viewer } = useAccount();
  return (
    <SettingsFrame panel="sessions">
      <SessionsPanel timeZone={viewer.timeZone} />
      <SignInHistory timeZone={viewer.timeZone} />
    </SettingsFrame>
  );
}
