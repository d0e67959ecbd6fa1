import { useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import type { Range } from '#src/lib/ranges.ts';
import type { Question } from './play-rules.ts';
import type { Resource } from './room.ts';

type Thumbnails = NonNullable<Resource['thumbnails']>;
type Props = {
  time: number;
  duration: number;
  watched: Range[];
  questions: Question[];
  /** Where skipping ahead ends, seconds; null: nowhere. */
  limit: number | null;
  thumbnails: Thumbnails | null;
  onSeek: (second: number) => void;
};

/**
 * Playback position and watched ranges: watched ranges are light, the dot is the position. An invisible range input
 * handles interaction. Questions are marked; under the pointer a picture of the video is shown if there are any.
 */
export function SeekBar({ time, duration, watched, questions, limit, thumbnails, onSeek }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const length = Math.max(1, duration);
  const [pointed, setPointed] = useState<number | null>(null);
  const at = (second: number) => `${(Math.min(second, length) / length) * 100}%`;
  return (
    <div className="relative h-5">
      <svg
        viewBox={`0 0 ${length} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-x-0 top-1/2 h-1.5 w-full -translate-y-1/2 overflow-hidden rounded-full"
      >
        <rect width={length} height="10" className="fill-white/20" />
        {watched.map(([start, end]) => (
          <rect key={start} x={start} width={end - start} height="10" className="fill-primary" />
        ))}
        {limit !== null && <rect x={limit} width={Math.max(0, length - limit)} height="10" className="fill-black/60" />}
      </svg>
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible">
        {questions.map(({ id, atSecond, answer }) => (
          <circle key={id} cx={at(atSecond)} cy="50%" r="4" className={answer ? 'fill-success' : 'fill-warning'} />
        ))}
        <circle cx={at(time)} cy="50%" r="7" className="fill-white" />
        {thumbnails && pointed !== null && <Thumbnail {...thumbnails} at={pointed} share={pointed / length} />}
      </svg>
      <input
        type="range"
        data-seek=""
        min={0}
        max={length}
        step={1}
        disabled={!hydrated}
        value={Math.floor(Math.min(time, length))}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          setPointed(Math.max(0, Math.min(1, (clientX - left) / width)) * length);
        }}
        onPointerLeave={() => setPointed(null)}
        onChange={(event) => onSeek(Number(event.target.value))}
        aria-label={t('study:player.seek')}
        aria-valuetext={t('study:player.at', { time: clockTime(time), duration: clockTime(duration) })}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full opacity-0"
      />
    </div>
  );
}

/** One tile of the picture of thumbnails, above the bar, with its time. */
function Thumbnail({
  url,
  interval,
  count,
  columns,
  width,
  height,
  at,
  share,
}: Thumbnails & { at: number; share: number }) {
  const tile = Math.min(count - 1, Math.floor(at / interval));
  const rows = Math.ceil(count / columns);
  return (
    <svg x={`${share * 100}%`} y="-8" overflow="visible">
      <svg
        x={-width * share}
        y={-height}
        width={width}
        height={height}
        viewBox={`${(tile % columns) * width} ${Math.floor(tile / columns) * height} ${width} ${height}`}
      >
        <image href={url} width={columns * width} height={rows * height} />
      </svg>
      <text x={width * (0.5 - share)} y={-6} textAnchor="middle" className="fill-white text-xs tabular-nums">
        {clockTime(at)}
      </text>
    </svg>
  );
}
