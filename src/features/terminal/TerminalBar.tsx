import { useRef, useState } from 'react';
import { leaveTerminal } from '#src/client/leave-terminal.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { WARNING_SECONDS } from '#src/contract/rules/terminal.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { ProlongDialog } from './ProlongDialog.tsx';
import { type TerminalSession, useTerminalClock } from './use-terminal-clock.ts';

type Props = TerminalSession & {
  userName: string;
  /** The page is the screen of an exam, which nothing interrupts. */
  isHall: boolean;
};

/** Seconds from which on the end is announced. */
const SOON = 60;

/** At the bottom of every page of a session at a shared terminal: who it is, how long it lasts, and "done". */
export default island<Props>(function TerminalBar({ userName, isHall, ...session }) {
  const t = useT();
  const hydrated = useHydrated();
  const confirm = useRef<HTMLDialogElement>(null);
  const [isAsking, setAsking] = useState(false);
  const end = useAction(async () => leaveTerminal());
  const clock = useTerminalClock(session, isHall, () => void end.run());
  const { secondsLeft, idleLeft, inExam } = clock;
  const isIdle = idleLeft <= WARNING_SECONDS;
  return (
    <aside className="terminal-bar" aria-label={t('terminal:bar.title')}>
      <span className="min-w-0 truncate font-medium">{userName}</span>
      <span
        className={`flex items-center gap-1.5 tabular-nums ${secondsLeft <= SOON && !inExam ? 'font-semibold text-error' : ''}`}
      >
        <Icon name="clock" className="size-5" />
        {inExam ? t('terminal:bar.inExam') : <time>{clockText(secondsLeft)}</time>}
      </span>
      <span className="sr-only" role="status">
        {secondsLeft <= SOON && !inExam ? t('terminal:bar.soon') : ''}
      </span>
      <span className="grow" />
      {!inExam && (
        <button type="button" className="btn btn-outline" disabled={!hydrated} onClick={() => setAsking(true)}>
          {t('terminal:bar.prolong')}
        </button>
      )}
      <button
        type="button"
        className="btn btn-primary"
        disabled={!hydrated || end.isPending}
        onClick={() => (isHall ? confirm.current?.showModal() : void end.run())}
      >
        <Icon name="logout" className="size-5" />
        {t(end.isPending ? 'terminal:bar.ending' : 'terminal:bar.done')}
      </button>
      {isIdle && (
        <div role="alertdialog" aria-label={t('terminal:bar.idle')} className="terminal-idle">
          <p className="text-2xl font-semibold">{t('terminal:bar.idle')}</p>
          <p>{t('terminal:bar.idleText', { count: Math.max(0, idleLeft) })}</p>
          <button type="button" className="btn btn-primary btn-lg" onClick={clock.touch}>
            {t('terminal:bar.here')}
          </button>
        </div>
      )}
      {isAsking && <ProlongDialog onProlonged={clock.receive} onClose={() => setAsking(false)} />}
      <ConfirmDialog
        ref={confirm}
        title={t('terminal:bar.hallTitle')}
        text={t('terminal:bar.hallText')}
        action={t('terminal:bar.done')}
        onConfirm={() => void end.run()}
      />
    </aside>
  );
});

/** `9:05` */
const clockText = (seconds: number) =>
  `${Math.floor(Math.max(0, seconds) / 60)}:${String(Math.max(0, seconds) % 60).padStart(2, '0')}`;
