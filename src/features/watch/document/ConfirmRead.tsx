import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { subtractRanges } from '#src/lib/ranges.ts';
import { documentIcon } from '#src/features/knowledge/resource-icon.ts';
import { TakenOver } from '../Overlay.tsx';
import type { Resource, ResourceProgress } from '../room.ts';
import type { StudyPlayer } from '../study-player.ts';

/** `totalDuration`: seconds after which reading can be confirmed. */
type Props = { resource: Resource; progress: ResourceProgress; player: StudyPlayer; totalDuration: number };

/**
 * A file that is read in another program, or a page at another address: it is downloaded or opened, and counts when the learner confirms to have read it. The server
 * counts no more seconds than have passed since then, so that nobody confirms earlier.
 */
export function ConfirmRead({ resource, progress, player, totalDuration }: Props) {
  const t = useT();
  const phase = useStore(player.$phase);
  const [readyAt, setReadyAt] = useState<number | null>(null);
  const [left, setLeft] = useState(totalDuration);
  const [sending, setSending] = useState(false);
  const isDone = subtractRanges([[0, totalDuration]], progress.watched).length === 0;

  const start = async () => {
    if (readyAt !== null || isDone) return;
    player.set({ active: true, playbackRate: 1, captionsOn: resource.captionsOn, position: 0 });
    // The clock of the server runs from the opening: a second more here, so that it is never ahead.
    if (await player.open()) setReadyAt(performance.now() + (totalDuration + 1) * 1000);
  };
  useEffect(() => {
    // Another tab or device has begun to study: the time there does not count here.
    if (phase === 'takenOver' || phase === 'refused') setReadyAt(null);
  }, [phase]);
  useEffect(() => {
    setLeft(totalDuration);
    if (readyAt === null) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((readyAt - performance.now()) / 1000)));
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [readyAt, totalDuration]);
  const confirm = () => {
    setSending(true);
    player.add([0, totalDuration]);
    void player.flush().finally(() => setSending(false));
  };

  const { linkUrl } = resource;
  const isFile = linkUrl === null;
  const isReading = readyAt !== null && !isDone;
  return (
    <div className="relative flex flex-col items-center gap-4 px-4 py-12 text-center" data-phase={phase}>
      <Icon name={isFile ? documentIcon(resource.documentKind) : 'link'} className="size-12 text-muted" />
      <p className="font-medium break-all">{resource.fileName ?? resource.subResourceName}</p>
      {linkUrl && <p className="max-w-full text-sm break-all text-muted">{new URL(linkUrl).host}</p>}
      {!isDone && (
        <p className="max-w-3xl text-sm text-muted">
          {t(isFile ? 'document:confirm.hint' : 'document:link.hint', { time: clockTime(totalDuration) })}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-center gap-3">
        <a
          href={linkUrl ?? resource.fileUrl!}
          {...(isFile ? { download: true } : { target: '_blank', rel: 'noopener noreferrer' })}
          onClick={() => void start()}
          className={`btn ${isReading || isDone ? '' : 'btn-primary'}`}
        >
          <Icon name={isFile ? 'download' : 'link'} className="size-4" />
          {isReading || isDone
            ? t(isFile ? 'document:confirm.again' : 'document:link.again')
            : t(isFile ? 'document:confirm.open' : 'document:link.open')}
        </a>
        {isReading && (
          <button type="button" className="btn btn-primary" disabled={left > 0 || sending} onClick={confirm}>
            {t('document:confirm.confirm')}
          </button>
        )}
      </div>
      <p role="status" className="text-sm text-muted tabular-nums">
        {isDone
          ? t('document:confirm.done')
          : isReading && left > 0 && t('document:confirm.left', { time: clockTime(left) })}
      </p>
      {phase === 'takenOver' && <TakenOver onContinue={() => void start()} />}
    </div>
  );
}
