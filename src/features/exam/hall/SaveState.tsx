import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Hall } from './hall.store.ts';

/** Where the last answers are: on this device, on their way, or durable at the server (design section 8). */
export function SaveState({ hall }: { hall: Hall }) {
  const t = useT();
  const state = useStore(hall.$saveState);
  const reachable = useStore(hall.$reachable);
  const shown = !reachable && state === 'saving' ? 'device' : state;
  const icon =
    shown === 'saved' ? 'check-circle' : shown === 'device' ? 'download' : shown === 'saving' ? 'refresh' : 'warning';
  return (
    <p
      role="status"
      data-state={shown}
      className={`flex items-center gap-1.5 text-sm ${shown === 'saved' ? 'text-success' : 'text-muted'}`}
    >
      <Icon name={icon} className="size-4" />
      <span className="max-sm:sr-only">{t(`exam:hall.save.${shown}`)}</span>
    </p>
  );
}
