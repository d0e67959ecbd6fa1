import './broadcast.css';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Led, QUALITIES, type Quality, recorderType, useBroadcast } from './use-broadcast.ts';
import type { LiveState } from '../use-live-news.ts';
import { Controls, mediaProblem } from './Controls.tsx';

type Props = {
  led: Led;
  status: LiveState['status'];
  /** Called before the class ends here: what was recorded is sent first. */
  beforeEnd: RefObject<() => Promise<void>>;
  onChanged: () => void;
};

/** Broadcasts a class from this browser: rehearsal before its start, then the class. */
export default function BroadcastPanel({ led, status, beforeEnd, onChanged }: Props) {
  const t = useT();
  const [quality, setQuality] = useState<Quality>('high');
  const [refusal, setRefusal] = useState<string | null>(null);
  const takeOver = useRef<HTMLDialogElement>(null);
  const [type] = useState(() => recorderType(led.canConvert));
  const { stage, state, isRestoring, open, close, start, stop } = useBroadcast(led, status);
  const { phase } = state;
  const isOver = status === 'ended' || status === 'cancelled';
  const end = useEffectEvent(stop);
  useEffect(() => {
    beforeEnd.current = () => end();
    return () => {
      beforeEnd.current = () => Promise.resolve();
    };
  }, [beforeEnd]);

  const prepare = useAction(async () => {
    const next = open(quality);
    // Both at once where the user allows it, else what there is.
    await next.setCamera('').catch(() => undefined);
    await next.setMicrophone('').catch((error: unknown) => notify(t(mediaProblem(error)), 'error'));
    next.ready();
  });
  const begin = useAction(async (isTakeOver: boolean) => {
    setRefusal(null);
    try {
      await start(isTakeOver);
      onChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message || t('common:offline'));
      if (error.code === 409 && !isTakeOver) takeOver.current?.showModal();
    }
  });
  const finish = useAction(async () => {
    await stop();
    onChanged();
  });

  if (isOver && phase === 'off') return null;
  if (!type) {
    const text = typeof MediaRecorder === 'undefined' ? 'broadcast:noRecorder' : 'broadcast:noFormat';
    return (
      <section className="paper flex flex-col gap-2 p-4" aria-label={t('broadcast:title')}>
        <h2 className="font-medium">{t('broadcast:title')}</h2>
        <p className="text-sm">{t(text)}</p>
      </section>
    );
  }
  const isOn = phase === 'on' || phase === 'stopping';
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={t('broadcast:title')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">{t('broadcast:title')}</h2>
        <p className="flex items-center gap-2 text-sm" role="status">
          {isOn && (
            <span className={`badge ${state.rehearsal ? 'badge-warning' : 'badge-error'}`}>{t(badge(state))}</span>
          )}
          {isOn && state.isCut && t('broadcast:cut', { count: state.waiting })}
          {phase === 'stopping' && !state.isCut && t('broadcast:sendingRest', { count: state.waiting })}
          {isRestoring && t('broadcast:restoring')}
        </p>
      </div>
      {!stage && <p className="text-sm text-muted">{t('broadcast:hint')}</p>}
      {stage && <Controls stage={stage} isOn={isOn} />}
      {(refusal ?? state.problem) && (
        <p role="alert" className="alert alert-error alert-soft text-sm">
          {refusal ?? state.problem}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        {!stage && (
          <>
            <label className="flex flex-col gap-1 text-sm">
              {t('broadcast:quality')}
              <select
                className="select select-sm"
                value={quality}
                onChange={({ target }) => setQuality(target.value as Quality)}
              >
                {Object.keys(QUALITIES).map((name) => (
                  <option key={name} value={name}>
                    {t(`broadcast:qualities.${name as Quality}`)}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" className="btn btn-primary btn-sm" onClick={() => void prepare.run()}>
              <Icon name="video" className="size-4" />
              {t('broadcast:prepare')}
            </button>
          </>
        )}
        {stage && !isOn && (
          <>
            <button
              type="button"
              className="btn btn-primary btn-sm"
              disabled={begin.isPending || prepare.isPending}
              onClick={() => void begin.run(false)}
            >
              {t(status === 'live' ? 'broadcast:start' : 'broadcast:rehearse')}
            </button>
            <button type="button" className="btn btn-ghost btn-sm" onClick={close}>
              {t('broadcast:close')}
            </button>
          </>
        )}
        {isOn && (
          <button type="button" className="btn btn-sm" disabled={phase !== 'on'} onClick={() => void finish.run()}>
            {t(state.rehearsal ? 'broadcast:stopRehearsal' : 'broadcast:stop')}
          </button>
        )}
      </div>
      {isOn && state.rehearsal && <p className="text-sm text-muted">{t('broadcast:rehearsalHint')}</p>}
      <ConfirmDialog
        ref={takeOver}
        title={t('broadcast:takeOver.title')}
        text={`${refusal ?? ''} ${t('broadcast:takeOver.text')}`}
        action={t('broadcast:takeOver.action')}
        isDestructive
        onConfirm={() => void begin.run(true)}
      />
    </section>
  );
}

const badge = ({ rehearsal }: { rehearsal: boolean }) => (rehearsal ? 'broadcast:rehearsing' : 'broadcast:on');
