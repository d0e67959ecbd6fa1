import { useLocale } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount } from '../account-context.ts';
import type { ViewOf } from '../account-query.ts';
import { SECURITY_PATH, SecurityPanel } from '../settings/SecurityPanel.tsx';
import { TerminalPin } from '../settings/TerminalPin.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';

/** Password and phone: one of the personal settings (`change=4`). */
export function Security({ view: { edit } }: { view: ViewOf<'security'> }) {
  const { viewer, open } = useAccount();
  const locale = useLocale();
  return (
    <SettingsFrame panel="security">
      <SecurityPanel edit={edit} timeZone={viewer.timeZone} onSaved={() => open(href(locale, SECURITY_PATH))} />
      <TerminalPin />
    </SettingsFrame>
  );
}
