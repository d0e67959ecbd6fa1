import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import type { Range } from '#src/lib/ranges.ts';

type Props = { time: number; duration: number; watched: Range[]; onSeek: (second: number) => void };

/**
 * Playback position and watched ranges: watched ranges are light, the dot is the position. An invisible range input
 * handles interaction.
 */
export function SeekBar({ time, duration, watched, onSeek }: Props) {
  const t = useT();
  const length = Math.max(1, duration);
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
      </svg>
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible">
        <circle cx={`${(Math.min(time, length) / length) * 100}%`} cy="50%" r="7" className="fill-white" />
      </svg>
      <input
        type="range"
        data-seek=""
        min={0}
        max={length}
        step={1}
        value={Math.floor(Math.min(time, length))}
        onChange={(event) => onSeek(Number(event.target.value))}
        aria-label={t('study:player.seek')}
        aria-valuetext={t('study:player.at', { time: clockTime(time), duration: clockTime(duration) })}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full opacity-0"
      />
    </div>
  );
}
