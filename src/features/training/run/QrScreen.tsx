import { useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { QrCode } from '#src/components/QrCode.tsx';
import { useT } from '#src/i18n/island.tsx';
import { timeOf } from '#src/lib/dates.ts';
import { AttendanceBadge } from '../AttendanceBadge.tsx';
import { type Live, useLiveCode } from './use-live-code.ts';

type Props = {
  sessionId: string;
  title: string;
  signOutRequired: boolean;
  timeZone: string;
  onSigned: () => void;
  onClose: () => void;
};
type Mode = 'in' | 'out';

/** The screen for the projector: a code that changes every 15 s, and who has signed in. */
export function QrScreen({ sessionId, title, signOutRequired, timeZone, onSigned, onClose }: Props) {
  const t = useT();
  const [mode, setMode] = useState<Mode>('in');
  const screen = useRef<HTMLElement>(null);
  const { live, isLost } = useLiveCode({ id: sessionId, mode }, onSigned);
  return (
    <section ref={screen} aria-labelledby="qr-title" className="paper flex flex-col gap-6 overflow-auto p-4 sm:p-8">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="qr-title" className="min-w-0 text-xl font-semibold break-words">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {signOutRequired && (
            <div role="group" aria-label={t('training:qr.mode')} className="join">
              {(['in', 'out'] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={each === mode}
                  className={`btn btn-sm join-item ${each === mode ? 'btn-primary' : ''}`}
                  onClick={() => setMode(each)}
                >
                  {t(`training:qr.${each}`)}
                </button>
              ))}
            </div>
          )}
          <button type="button" className="btn btn-sm" onClick={() => void toggleFullScreen(screen.current!)}>
            <Icon name="expand" className="size-4" />
            {t('training:qr.full')}
          </button>
          <button type="button" className="btn btn-ghost btn-sm" onClick={onClose}>
            <Icon name="close" className="size-4" />
            {t('common:close')}
          </button>
        </div>
      </header>
      {isLost && (
        <p role="alert" className="alert alert-error alert-soft">
          <Icon name="offline" className="size-4" />
          {t('training:qr.lost')}
        </p>
      )}
      <div className="grid grow items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Code live={live} mode={mode} timeZone={timeZone} />
        {live && <Signed live={live} mode={mode} timeZone={timeZone} />}
      </div>
    </section>
  );
}

async function toggleFullScreen(element: HTMLElement): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element.requestFullscreen();
}

type CodeProps = { live: Live | null; mode: Mode; timeZone: string };

function Code({ live, mode, timeZone }: CodeProps) {
  const t = useT();
  if (!live) return <div className="skeleton mx-auto aspect-square w-full max-w-md" />;
  const { code, opensAt, closesAt } = live;
  if (!code)
    return (
      <p role="status" className="m-auto flex flex-col items-center gap-3 py-16 text-center text-muted">
        <Icon name="clock" className="size-8" />
        {t(`training:qr.closed.${mode}`, { from: timeOf(opensAt, timeZone), to: timeOf(closesAt, timeZone) })}
      </p>
    );
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <QrCode
        text={code.url}
        label={t(`training:qr.label.${mode}`)}
        className="aspect-square w-full max-w-[min(28rem,60vh)] rounded-field border border-base-300"
      />
      <p>{t(`training:qr.scan.${mode}`)}</p>
      <p className="text-sm text-muted">{t('training:qr.orType')}</p>
      <p className="font-mono text-4xl font-semibold tracking-[0.2em] sm:text-5xl">{code.typed}</p>
      <p className="text-sm text-muted">{t('training:qr.changes')}</p>
    </div>
  );
}

function Signed({ live, mode, timeZone }: { live: Live; mode: Mode; timeZone: string }) {
  const t = useT();
  const { signedCount, bookedCount, latest } = live;
  return (
    <div>
      <p className="text-muted">{t(`training:qr.signed.${mode}`)}</p>
      <p className="text-5xl font-semibold tabular-nums" aria-live="polite">
        {signedCount}
        <span className="text-2xl text-muted"> / {bookedCount}</span>
      </p>
      <ol className="mt-4 flex flex-col gap-2">
        {latest.map(({ userId, userName, at, state }) => (
          <li key={userId} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">{userName}</span>
            <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
              {state !== 'present' && <AttendanceBadge state={state} />}
              {timeOf(at, timeZone)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
