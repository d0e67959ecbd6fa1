import type { ReactNode } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import type { Range } from '#src/lib/ranges.ts';
import { SeekBar } from './SeekBar.tsx';
import type { Media } from './use-media.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

type Props = {
  media: Media;
  watched: Range[];
  duration: number;
  maxPlaybackRate: number;
  hasCaptions: boolean;
  fullscreen: boolean;
  onFullscreen: (() => void) | null;
};

/** Play, seek, speed, captions, volume, full screen. */
export function MediaControls({
  media,
  watched,
  duration,
  maxPlaybackRate,
  hasCaptions,
  fullscreen,
  onFullscreen,
}: Props) {
  const t = useT();
  return (
    <div className="flex flex-col gap-1 bg-neutral-900 px-3 pt-2 pb-2">
      <SeekBar time={media.time} duration={duration} watched={watched} onSeek={media.seek} />
      <div className="flex items-center gap-1">
        <Control
          icon={media.playing ? 'pause' : 'play'}
          label={t(media.playing ? 'study:player.pause' : 'study:player.play')}
          onClick={media.toggle}
        />
        <span className="px-1 text-sm tabular-nums">
          {clockTime(media.time)} / {clockTime(duration)}
        </span>
        <span className="grow" />
        <select
          aria-label={t('study:player.speed')}
          value={media.rate}
          onChange={(event) => media.setRate(Number(event.target.value))}
          className="h-9 cursor-pointer rounded-field bg-transparent px-1 text-sm hover:bg-white/10 [&>option]:text-black"
        >
          {RATES.filter((rate) => rate <= maxPlaybackRate).map((rate) => (
            <option key={rate} value={rate}>
              {rate}×
            </option>
          ))}
        </select>
        {hasCaptions && (
          <Control label={t('study:player.captions')} onClick={media.toggleCaptions} pressed={media.captionsOn}>
            <span aria-hidden="true" className="rounded-[3px] border px-1 text-xs font-bold">
              {t('study:player.captionsMark')}
            </span>
          </Control>
        )}
        <Control
          icon={media.muted || media.volume === 0 ? 'volume-off' : 'volume'}
          label={t(media.muted ? 'study:player.unmute' : 'study:player.mute')}
          onClick={media.toggleMuted}
          pressed={media.muted}
        />
        <input
          type="range"
          aria-label={t('study:player.volume')}
          min={0}
          max={1}
          step={0.05}
          value={media.muted ? 0 : media.volume}
          onChange={(event) => media.setVolume(Number(event.target.value))}
          className="hidden h-1 w-20 cursor-pointer accent-white sm:block"
        />
        {onFullscreen && (
          <Control
            icon={fullscreen ? 'shrink' : 'expand'}
            label={t(fullscreen ? 'study:player.exitFullscreen' : 'study:player.fullscreen')}
            onClick={onFullscreen}
          />
        )}
      </div>
    </div>
  );
}

type ControlProps = { icon?: IconName; label: string; onClick: () => void; pressed?: boolean; children?: ReactNode };

function Control({ icon, label, onClick, pressed, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
      className="grid size-9 cursor-pointer place-items-center rounded-field hover:bg-white/10 aria-pressed:bg-white/20"
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
