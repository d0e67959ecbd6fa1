import { useAccount } from '../account-context.ts';
import { AcceptedTexts } from '../settings/AcceptedTexts.tsx';
import { DataCopy } from '../settings/DataCopy.tsx';
import { OwnErasure } from '../settings/OwnErasure.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Copy and erasure of the user's personal data, and the texts that they have accepted: one of the personal settings (`change=4`). */
export function OwnData() {
  const { viewer } = useAccount();
  return (
    <SettingsFrame panel="ownData">
      <DataCopy />
      <AcceptedTexts timeZone={viewer.timeZone} />
      <OwnErasure timeZone={viewer.timeZone} />
    </SettingsFrame>
  );
}
