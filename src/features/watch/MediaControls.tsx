import type { ReactNode } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { speeds } from './play-rules.ts';
import type { Resource } from './room.ts';
import { SeekBar } from './SeekBar.tsx';
import type { Captions } from './use-captions.ts';
import type { Media } from './use-media.ts';

type Props = {
  media: Media;
  captions: Captions;
  thumbnails: Resource['thumbnails'];
  duration: number;
  maxPlaybackRate: number;
  fullscreen: boolean;
  onFullscreen: (() => void) | null;
  onSmallWindow: (() => void) | null;
};

const SELECT = 'h-9 cursor-pointer rounded-field bg-transparent px-1 text-sm hover:bg-white/10 [&>option]:text-black';

/** Play, seek, quality, speed, captions, volume, small window, full screen. */
export function MediaControls({
  media,
  captions,
  thumbnails,
  duration,
  maxPlaybackRate,
  fullscreen,
  onFullscreen,
  onSmallWindow,
}: Props) {
  const t = useT();
  const { source, asking } = media;
  const hydrated = useHydrated();
  return (
    <div className="flex flex-col gap-1 bg-neutral-900 px-3 pt-2 pb-2">
      <SeekBar
        time={media.time}
        duration={duration}
        watched={media.watched}
        questions={asking.questions}
        limit={media.limit?.reason === 'skipping' ? media.limit.second : null}
        thumbnails={thumbnails}
        onSeek={media.seek}
      />
      <div className="flex flex-wrap items-center gap-1">
        <Control
          icon={media.playing ? 'pause' : 'play'}
          label={t(media.playing ? 'study:player.pause' : 'study:player.play')}
          onClick={media.toggle}
        />
        <span className="px-1 text-sm tabular-nums">
          {clockTime(media.time)} / {clockTime(duration)}
        </span>
        <span className="grow" />
        {/* What only the browser knows comes first: it moves nothing when it appears. */}
        {onSmallWindow && <Control icon="small-window" label={t('study:player.smallWindow')} onClick={onSmallWindow} />}
        {/* The names of languages may differ between the server and the browser. */}
        {captions.languages.length > 1 && hydrated && (
          <select
            aria-label={t('study:player.captionsLanguage')}
            value={captions.lang ?? ''}
            onChange={(event) => {
              captions.choose(event.target.value);
              if (!media.captionsOn) media.toggleCaptions();
            }}
            className={SELECT}
          >
            {captions.languages.map((lang) => (
              <option key={lang} value={lang} lang={lang}>
                {languageName(lang)}
              </option>
            ))}
          </select>
        )}
        <select
          aria-label={t('study:player.speed')}
          value={media.rate}
          disabled={!hydrated}
          onChange={(event) => media.setRate(Number(event.target.value))}
          className={SELECT}
        >
          {speeds(maxPlaybackRate).map((rate) => (
            <option key={rate} value={rate}>
              {rate}×
            </option>
          ))}
        </select>
        {source.qualities.length > 1 && (
          <select
            aria-label={t('study:player.quality')}
            value={source.quality}
            onChange={({ target: { value } }) => source.chooseQuality(value === 'auto' ? 'auto' : Number(value))}
            className={SELECT}
          >
            <option value="auto">{t('study:player.qualityAuto')}</option>
            {source.qualities.map((height) => (
              <option key={height} value={height}>
                {t('study:player.qualityOf', { height })}
              </option>
            ))}
          </select>
        )}
        {captions.languages.length > 0 && (
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
          disabled={!hydrated}
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

/** The name of a language in that language. */
function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
  } catch {
    return lang;
  }
}

type ControlProps = { icon?: IconName; label: string; onClick: () => void; pressed?: boolean; children?: ReactNode };

function Control({ icon, label, onClick, pressed, children }: ControlProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      disabled={!hydrated}
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
