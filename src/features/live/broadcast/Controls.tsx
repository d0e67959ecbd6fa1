import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '#src/client/notify.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Stage } from './stage.ts';

const NONE = 'none';
/** Milliseconds between two readings of the level. */
const LEVEL_MS = 150;

/** What is broadcast: preview, choice of devices, level of the microphone, pauses. Everything can change while it is broadcast. */
export function Controls({ stage, isOn }: { stage: Stage; isOn: boolean }) {
  const t = useT();
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const [screen, setScreen] = useState(stage.pictures.screen);
  const [isPaused, setPaused] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const list = useEffectEvent(() => {
    void navigator.mediaDevices.enumerateDevices().then(setDevices, () => undefined);
  });
  useEffect(() => {
    const changed = () => list();
    void stage.opened.then(changed);
    stage.onScreenEnded = () => setScreen(false);
    navigator.mediaDevices.addEventListener('devicechange', changed);
    return () => navigator.mediaDevices.removeEventListener('devicechange', changed);
  }, [stage]);
  const attempt = (change: Promise<void>) => change.catch((error: unknown) => notify(t(mediaProblem(error)), 'error'));
  const share = async () => {
    await attempt(stage.setScreen(!screen));
    setScreen(stage.pictures.screen);
  };
  const choice = (kind: 'videoinput' | 'audioinput', label: string, use: (id: string | null) => Promise<void>) => (
    <label className="flex min-w-0 flex-1 basis-48 flex-col gap-1 text-sm">
      {label}
      <select
        className="select select-sm w-full"
        onChange={({ target }) => void attempt(use(target.value === NONE ? null : target.value))}
      >
        {devices
          .filter((each) => each.kind === kind)
          .map(({ deviceId, label: name }) => (
            <option key={deviceId} value={deviceId}>
              {name || label}
            </option>
          ))}
        <option value={NONE}>{t('broadcast:noDevice')}</option>
      </select>
    </label>
  );
  return (
    <>
      <Preview stage={stage} />
      <Level stage={stage} isMuted={isMuted} />
      <div className="flex flex-wrap gap-3">
        {choice('videoinput', t('broadcast:camera'), (id) => stage.setCamera(id))}
        {choice('audioinput', t('broadcast:microphone'), (id) => stage.setMicrophone(id))}
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-outline btn-sm" aria-pressed={screen} onClick={() => void share()}>
          <Icon name="desktop" className="size-4" />
          {t(screen ? 'broadcast:screenStop' : 'broadcast:screen')}
        </button>
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-pressed={isPaused}
          onClick={() => {
            stage.isPaused = !isPaused;
            setPaused(!isPaused);
          }}
        >
          <Icon name={isPaused ? 'play' : 'pause'} className="size-4" />
          {t(isPaused ? 'broadcast:pictureOn' : 'broadcast:pictureOff')}
        </button>
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-pressed={isMuted}
          onClick={() => {
            stage.isMuted = !isMuted;
            setMuted(!isMuted);
          }}
        >
          <Icon name={isMuted ? 'volume-off' : 'audio'} className="size-4" />
          {t(isMuted ? 'broadcast:unmute' : 'broadcast:mute')}
        </button>
      </div>
      {isOn && <p className="text-sm text-muted">{t('broadcast:delay')}</p>}
    </>
  );
}

/** The canvas of the stage, as it is broadcast. */
function Preview({ stage }: { stage: Stage }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { canvas } = stage;
    canvas.className = 'broadcast-canvas';
    place.current?.replaceChildren(canvas);
  }, [stage]);
  return <div ref={place} className="broadcast-preview" role="img" aria-label={t('broadcast:preview')} />;
}

function Level({ stage, isMuted }: { stage: Stage; isMuted: boolean }) {
  const t = useT();
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLevel(stage.level()), LEVEL_MS);
    return () => clearInterval(timer);
  }, [stage]);
  return (
    <label className="flex items-center gap-2 text-sm">
      {t('broadcast:level')}
      <meter className="broadcast-level" min={0} max={1} high={0.9} value={isMuted ? 0 : level} />
    </label>
  );
}

/** The text for a device that the browser does not give. */
export function mediaProblem(error: unknown) {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'broadcast:problem.denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'broadcast:problem.none';
  return 'broadcast:problem.busy';
}
