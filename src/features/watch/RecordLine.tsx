import { useStore } from '@nanostores/react';
import { $online } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useT } from '#src/i18n/island.tsx';
import type { StudyPlayer } from './study-player.ts';

const LINE = {
  recorded: { icon: 'check', text: 'study:record.recorded' },
  pending: { icon: 'refresh', text: 'study:record.pending' },
  offline: { icon: 'offline', text: 'study:record.offline' },
  ended: { icon: 'lock', text: 'study:record.ended' },
  failed: { icon: 'warning', text: 'study:record.failed' },
} satisfies Record<string, { icon: IconName; text: string }>;

/** Recording state of the study time, with the server's reason if it is not counted. */
export function RecordLine({ player }: { player: StudyPlayer }) {
  const t = useT();
  const record = useStore(player.$record);
  const refusal = useStore(player.$refusal);
  const phase = useStore(player.$phase);
  const online = useStore($online, { ssr: () => true });
  const isOffline = phase === 'offline' || (phase === 'open' && !online);
  const shown = isOffline ? 'offline' : record;
  return (
    <div role="status" className="mt-2 flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      {shown && refusal !== 'takenOver' && (
        <span className="inline-flex items-center gap-1.5" data-record={shown}>
          <Icon name={LINE[shown].icon} className="size-4" />
          {t(LINE[shown].text)}
        </span>
      )}
      {refusal && (
        <span className="inline-flex items-center gap-1.5 text-base-content">
          <Icon name="info" className="size-4" />
          {t(`study:refusal.${refusal}`)}
        </span>
      )}
    </div>
  );
}
