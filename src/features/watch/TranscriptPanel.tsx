import { useEffect, useRef } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { Skeleton } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import type { Cue } from '#src/lib/web-vtt.ts';
import type { Captions } from './use-captions.ts';

type Props = {
  captions: Captions;
  time: number;
  open: boolean;
  onToggle: () => void;
  onSeek: (second: number) => void;
};

/** The captions as text below the player, and a note when their file is broken. */
export function TranscriptPanel({ captions, time, open, onToggle, onSeek }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const note = captions.failed
    ? 'study:player.captionsFailed'
    : captions.isBroken
      ? 'study:player.captionsBroken'
      : null;
  return (
    <section className="mt-3">
      <button type="button" className="btn btn-sm" aria-expanded={open} disabled={!hydrated} onClick={onToggle}>
        {t('study:player.transcript')}
      </button>
      <p role="status" className="text-sm text-muted not-empty:mt-2">
        {note && t(note)}
      </p>
      {open && !captions.failed && (
        <div className="paper mt-2 overflow-hidden">
          {captions.cues ? (
            <Transcript cues={captions.cues} time={time} lang={captions.lang ?? ''} onSeek={onSeek} />
          ) : (
            <Skeleton lines={4} />
          )}
        </div>
      )}
    </section>
  );
}

type TranscriptProps = { cues: Cue[]; time: number; lang: string; onSeek: (second: number) => void };

/** Follows the playback, and seeks to the line that is chosen. */
function Transcript({ cues, time, lang, onSeek }: TranscriptProps) {
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  const current = cues.findLastIndex(({ start }) => start <= time + 0.05);
  useEffect(() => {
    const box = list.current;
    const line = box?.children[current] as HTMLElement | undefined;
    // Somebody who reads or chooses in it is not taken away from there.
    if (!box || !line || box.matches(':hover, :focus-within')) return;
    box.scrollTop = line.offsetTop - box.clientHeight / 2 + line.clientHeight / 2;
  }, [current]);
  return (
    <ol
      ref={list}
      lang={lang}
      aria-label={t('study:player.transcript')}
      className="relative max-h-72 overflow-y-auto p-2"
    >
      {cues.map(({ start, text }, index) => (
        <li key={`${index} ${start}`}>
          <button
            type="button"
            aria-current={index === current ? 'true' : undefined}
            // To the whole second in which it begins, because whole seconds count.
            onClick={() => onSeek(Math.ceil(start))}
            className="flex w-full cursor-pointer gap-3 rounded-field px-2 py-1.5 text-start text-sm hover:bg-base-200 aria-current:bg-primary/10 aria-current:font-medium"
          >
            <span className="shrink-0 text-muted tabular-nums">{clockTime(start)}</span>
            <span className="whitespace-pre-line">{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
