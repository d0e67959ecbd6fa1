import { useAccount } from '../account-context.ts';
import { IdentitiesPanel } from '../settings/IdentitiesPanel.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Login methods of other services: one of the personal settings (`change=4`). */
export function Identities() {
  const { viewer } = useAccount();
  return (
    <SettingsFrame panel="identities">
      <IdentitiesPanel timeZone={viewer.timeZone} />
    </SettingsFrame>
  );
}
