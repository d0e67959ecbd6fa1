import { Icon } from '#src/components/Icon.tsx';
import { clockFace } from '#src/features/exam/hall/exam-clock.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText, inZone } from '#src/lib/dates.ts';
import type { Candidate } from './use-control-room.ts';

type Props = { candidate: Candidate; questionCount: number; timeZone: string; onAct: () => void };
type Attempt = NonNullable<Candidate['attempt']>;

/** A person of the exam: state, progress, connection and flags, and the button for actions. */
export function CandidateRow({ candidate, questionCount, timeZone, onAct }: Props) {
  const t = useT();
  const { userName, department, own, blind, attempt } = candidate;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 p-4 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.6fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium break-words">{userName}</p>
        {department && <p className="text-sm break-words text-muted">{department}</p>}
      </div>
      {attempt ? (
        <>
          <Progress {...{ attempt, questionCount, timeZone }} />
          <Flags attempt={attempt} timeZone={timeZone} />
        </>
      ) : (
        <p className="text-sm text-muted md:col-span-2">
          {t(blind ? 'invigilation:blind' : 'invigilation:notEntered')}
        </p>
      )}
      <button
        type="button"
        className="btn btn-sm justify-self-start md:justify-self-end"
        disabled={own}
        aria-label={t('invigilation:actOn', { userName })}
        onClick={onAct}
      >
        {t('invigilation:act')}
      </button>
    </li>
  );
}

function Progress({
  attempt,
  questionCount,
  timeZone,
}: Pick<Props, 'questionCount' | 'timeZone'> & { attempt: Attempt }) {
  const t = useT();
  const locale = useLocale();
  const { answered, secondsLeft, submittedAt } = attempt;
  return (
    <div className="min-w-0 text-sm tabular-nums">
      <p>{t('invigilation:answered', { n: answered, total: questionCount })}</p>
      <progress
        className="progress progress-primary h-1.5 w-full"
        value={answered}
        max={Math.max(1, questionCount)}
        aria-label={t('invigilation:progress')}
      />
      <p className="text-muted">
        {submittedAt
          ? t('invigilation:endedAt', { at: dateTimeText(submittedAt, timeZone, locale) })
          : t('invigilation:left', { time: clockFace(secondsLeft) })}
      </p>
    </div>
  );
}

const CONNECTION = {
  present: { tone: 'badge-success badge-soft', icon: 'check-circle' },
  silent: { tone: 'badge-warning', icon: 'offline' },
  away: { tone: 'badge-error', icon: 'eye-off' },
} as const;

function Flags({ attempt, timeZone }: { attempt: Attempt; timeZone: string }) {
  const t = useT();
  const { state, connection, seenAt, switches, devices, addedSeconds, extraSeconds, messages } = attempt;
  const isOpen = state !== 'closed' && state !== 'voided';
  const { tone, icon } = CONNECTION[connection];
  const minutes = (seconds: number) => Math.round(seconds / 60);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 text-sm">
      {state === 'sitting' ? (
        <span className={`badge badge-sm gap-1 ${tone}`}>
          <Icon name={icon} className="size-3.5" />
          {t(`invigilation:connection.${connection}`)}
        </span>
      ) : (
        <span className={`badge badge-sm ${state === 'voided' ? 'badge-error' : 'badge-soft'}`}>
          {state === 'closed' ? t(`invigilation:closedBy.${attempt.closedBy}`) : t(`invigilation:state.${state}`)}
        </span>
      )}
      {switches > 0 && (
        <span className="badge badge-sm badge-warning">{t('invigilation:switches', { count: switches })}</span>
      )}
      {devices > 0 && (
        <span className="badge badge-sm badge-warning">{t('invigilation:devices', { count: devices })}</span>
      )}
      {addedSeconds > 0 && (
        <span className="badge badge-sm badge-soft">{t('invigilation:added', { n: minutes(addedSeconds) })}</span>
      )}
      {extraSeconds > 0 && (
        <span className="badge badge-sm badge-soft">{t('invigilation:extra', { n: minutes(extraSeconds) })}</span>
      )}
      {attempt.noSwitchRules && <span className="badge badge-sm badge-soft">{t('invigilation:noSwitchRules')}</span>}
      {isOpen && messages > 0 && (
        <span className="badge badge-sm badge-soft">{t('invigilation:unconfirmed', { count: messages })}</span>
      )}
      {isOpen && seenAt && (
        <span className="w-full text-muted tabular-nums">
          {t('invigilation:seen', { at: inZone(seenAt, timeZone).format('HH:mm:ss') })}
        </span>
      )}
      {attempt.voidReason && <span className="w-full break-words text-muted">{attempt.voidReason}</span>}
    </div>
  );
}
