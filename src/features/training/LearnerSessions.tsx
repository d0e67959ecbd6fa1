import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { whyPath } from '#src/features/appeal/why-path.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { timeOf } from '#src/lib/dates.ts';
import { AttendanceBadge } from './AttendanceBadge.tsx';
import { ResultText } from './ResultText.tsx';
import { SessionFacts } from './SessionFacts.tsx';

export const SESSIONS = 'GET /course/auth/training/session/list';
type Listed = Data<typeof SESSIONS>['list'][number];
type Props = {
  input: Input<typeof SESSIONS>;
  timeZone: string;
  /** The class is complete, by one of its sessions. */
  completed?: boolean;
};

/** The sessions of a course or class, with the viewer's places: to book, to give up, and what was attended. */
export function LearnerSessions({ input, timeZone, completed = false }: Props) {
  const t = useT();
  const query = useCall(SESSIONS, input);
  return (
    <LoadState query={query}>
      {({ list, studyState }) =>
        list.length === 0 ? (
          <EmptyState icon="calendar" title={t('training:empty.title')} hint={t('training:empty.hint')} />
        ) : (
          <>
            {studyState !== 'open' && (
              <p role="note" className="px-4 pt-4 text-sm text-muted sm:px-6">
                {t('training:notOpen')}
              </p>
            )}
            <ul className="divide-y divide-base-300">
              {list.map((session) => (
                <li key={session.id} className="flex flex-wrap items-center justify-between gap-4 px-4 py-4 sm:px-6">
                  <div className="flex min-w-0 flex-col gap-2">
                    <SessionFacts session={session} timeZone={timeZone} />
                    {session.result && <ResultText {...session.result} />}
                    <Materials session={session} />
                  </div>
                  <div className="flex flex-wrap items-center gap-3">
                    <SessionState session={session} timeZone={timeZone} />
                    <SeatButtons session={session} />
                    {!completed && <WhyLink session={session} />}
                  </div>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </LoadState>
  );
}

/** What the session hands out to those who have a place. */
function Materials({ session: { materials, passRequired } }: { session: Listed }) {
  const t = useT();
  return (
    <>
      {passRequired && <p className="text-sm text-muted">{t('training:passRequired')}</p>}
      {materials.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label={t('training:materials')}>
          {materials.map(({ id, name, url, isFile }) => (
            <li key={id}>
              <a className="link inline-flex items-center gap-1.5" href={url} target="_blank" rel="noreferrer">
                <Icon name={isFile ? 'file' : 'link'} className="size-4 shrink-0" />
                <span className="break-words">{name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The viewer's place and attendance, or how many places are left. */
function SessionState({ session, timeZone }: { session: Listed; timeZone: string }) {
  const t = useT();
  const { attendance, seat, status, placesLeft, waitingPlace } = session;
  if (status === 'cancelled') return <span className="badge badge-soft badge-sm">{t('training:cancelled')}</span>;
  if (attendance)
    return (
      <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {attendance.signedInAt && t('training:signedInAt', { time: timeOf(attendance.signedInAt, timeZone) })}
        {attendance.signedOutAt && t('training:signedOutAt', { time: timeOf(attendance.signedOutAt, timeZone) })}
        <AttendanceBadge state={attendance.state} />
        {!attendance.confirmed && t('training:toBeConfirmed')}
      </span>
    );
  if (seat === 'booked')
    return (
      <span className="flex items-center gap-1.5 text-sm text-success">
        <Icon name="check-circle" className="size-4" />
        {t('training:booked')}
      </span>
    );
  if (seat === 'waiting')
    return <span className="text-sm text-warning">{t('training:waiting', { place: waitingPlace })}</span>;
  return (
    <span className="text-sm text-muted tabular-nums">
      {placesLeft > 0 ? t('training:placesLeft', { count: placesLeft }) : t('training:full')}
    </span>
  );
}

/** For a session that has begun and is not counted for the viewer. */
function WhyLink({
  session: { id, attendance, seat, cancellable, status, passRequired, result },
}: {
  session: Listed;
}) {
  const t = useT();
  const locale = useLocale();
  // Places can be given up until the start.
  const isOver = attendance ? status === 'closed' : seat === 'booked' && !cancellable;
  const isCounted =
    attendance?.confirmed &&
    (attendance.state === 'present' || attendance.state === 'late') &&
    (!passRequired || result?.passed);
  if (!isOver || isCounted) return null;
  return (
    <a href={href(locale, whyPath('session', id))} className="link text-sm text-muted">
      {t('appeal:entry.title')}
    </a>
  );
}

function SeatButtons({ session }: { session: Listed }) {
  const t = useT();
  const hydrated = useHydrated();
  const { id, seat, bookable, cancellable, placesLeft, calendarPath, status } = session;
  const { run: book, isPending: isBooking } = useAction(async () => {
    const { seat: got } = await api('POST /course/auth/training/seat/save', { sessionId: id });
    notify(t(got === 'booked' ? 'training:bookedNow' : 'training:waitingNow'), 'success');
    invalidate(SESSIONS);
  });
  const { run: cancel, isPending: isCancelling } = useAction(async () => {
    await api('POST /course/auth/training/seat/cancel', { sessionId: id });
    notify(t('training:givenUp'), 'success');
    invalidate(SESSIONS);
  });
  return (
    <>
      {seat === 'booked' && status === 'planned' && (
        // Not a page of the portal: a file for the calendar.
        <a className="btn btn-ghost btn-sm font-normal" href={calendarPath} download>
          <Icon name="calendar" className="size-4" />
          {t('training:calendar')}
        </a>
      )}
      {cancellable && (
        <button
          type="button"
          className="btn btn-ghost btn-sm font-normal"
          disabled={!hydrated}
          aria-disabled={isCancelling}
          onClick={() => void cancel()}
        >
          {t('training:giveUp')}
        </button>
      )}
      {bookable && (
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={!hydrated}
          aria-disabled={isBooking}
          onClick={() => void book()}
        >
          {t(placesLeft > 0 ? 'training:book' : 'training:wait')}
        </button>
      )}
    </>
  );
}
