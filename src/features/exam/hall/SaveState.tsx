import { useStore } from '@nanostores/react';
import { $online } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Hall } from './hall.store.ts';

const ICONS = {
  saved: 'check-circle',
  saving: 'refresh',
  device: 'download',
  unsaved: 'warning',
  rejected: 'warning',
} as const;
const TONES = {
  saved: 'text-success',
  saving: 'text-muted',
  device: 'text-muted',
  unsaved: 'text-muted',
  rejected: 'text-warning',
};

/**
 * Save state of the last answers: on this device, being sent, saved on the server, or not accepted. Its icon
 * says when the network is down; the notice about that may be out of sight.
 */
export function SaveState({ hall }: { hall: Hall }) {
  const t = useT();
  const state = useStore(hall.$saveState);
  const rejected = useStore(hall.$rejected);
  const reachable = useStore(hall.$reachable);
  const online = useStore($online, { ssr: () => true });
  const isConnected = reachable && online;
  const shown = !isConnected && state === 'saving' ? 'device' : state;
  return (
    <p
      role="status"
      data-state={shown}
      className={`flex items-center gap-1.5 text-sm ${isConnected ? TONES[shown] : 'text-warning'}`}
    >
      <Icon name={isConnected ? ICONS[shown] : 'offline'} className="size-4" />
      <span className="max-sm:sr-only">{t(`exam:hall.save.${shown}`, { count: rejected.length })}</span>
    </p>
  );
}
