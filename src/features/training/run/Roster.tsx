import '#src/components/table-scroll.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { textOf } from '#src/client/use-form.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { timeOf } from '#src/lib/dates.ts';
import { AttendanceBadge, type AttendanceState } from '../AttendanceBadge.tsx';
import { ResultText } from '../ResultText.tsx';
import { AddPerson } from './AddPerson.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { ResultsButton } from './Results.tsx';
import './roster.css';
import { type Person, type RunView, VIEW } from './run-calls.ts';

const STATES: AttendanceState[] = ['present', 'late', 'early', 'absent'];

type Props = { session: RunView; people: Person[]; timeZone: string };

/** The members of a session with their attendance; they can be signed in by hand and corrected. */
export function Roster({ session, people, timeZone }: Props) {
  const t = useT();
  const [correcting, setCorrecting] = useState<Person | null>(null);
  return (
    <section className="paper overflow-hidden" aria-labelledby="roster">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-4 sm:px-6 sm:pt-6">
        <h2 id="roster" className="font-semibold">
          {t('training:roster.title', { count: session.bookedCount, capacity: session.capacity })}
        </h2>
        <div className="flex flex-wrap gap-2">
          <ResultsButton session={session} people={people} />
          {session.addable && <AddPerson sessionId={session.id} />}
        </div>
      </div>
      {people.length === 0 ? (
        <EmptyState icon="users" title={t('training:roster.empty')} />
      ) : (
        <div className="table-scroll">
          <table className="roster table mt-2">
            <thead>
              <tr>
                {['person', 'signedIn', ...(session.signOutRequired ? ['signedOut'] : []), 'state', 'actions'].map(
                  (name) => (
                    <th key={name} scope="col" className="font-medium whitespace-nowrap">
                      {t(`training:roster.${name}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <Row
                  key={person.userId}
                  session={session}
                  person={person}
                  timeZone={timeZone}
                  onCorrect={() => setCorrecting(person)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {correcting && <Correction session={session} person={correcting} onClose={() => setCorrecting(null)} />}
    </section>
  );
}

type RowProps = { session: RunView; person: Person; timeZone: string; onCorrect: () => void };

function Row({ session, person, timeZone, onCorrect }: RowProps) {
  const t = useT();
  const { userName, department, seat, waitingPlace, signedInAt, signedOutAt, signWay, correctReason } = person;
  return (
    <tr>
      <th scope="row" className="font-normal">
        <span className="block break-words sm:min-w-32">{userName}</span>
        {department && <span className="block text-sm text-muted">{department}</span>}
      </th>
      <td className="text-sm whitespace-nowrap tabular-nums">
        {signedInAt && <Time label={t('training:roster.signedIn')} text={timeOf(signedInAt, timeZone)} />}
        {signWay && <span className="block text-muted">{t(`enum:signWay.${signWay}`)}</span>}
      </td>
      {session.signOutRequired && (
        <td
          className={`text-sm whitespace-nowrap tabular-nums ${signedOutAt ? 'max-sm:col-start-1' : 'max-sm:hidden'}`}
        >
          <span className="text-muted sm:hidden">{t('training:roster.signedOut')} </span>
          {signedOutAt && timeOf(signedOutAt, timeZone)}
        </td>
      )}
      <td className="text-sm">
        {seat === 'waiting' ? (
          <span className="text-muted">{t('training:waiting', { place: waitingPlace })}</span>
        ) : (
          person.state && <AttendanceBadge state={person.state} />
        )}
        <ResultText {...person} />
        {correctReason && <span className="mt-1 block max-w-48 break-words text-muted">{correctReason}</span>}
      </td>
      <td className="roster-actions">
        {seat === 'booked' && <RowActions session={session} person={person} onCorrect={onCorrect} />}
      </td>
    </tr>
  );
}

/** A time with the title of its column, which phones do not show. */
function Time({ label, text }: { label: string; text: string }) {
  return (
    <>
      <span className="roster-label">{label} </span>
      {text}
    </>
  );
}

function RowActions({ session, person, onCorrect }: Omit<RowProps, 'timeZone'>) {
  const t = useT();
  const hydrated = useHydrated();
  const { run: sign, isPending } = useAction(async (mode: 'in' | 'out') => {
    const { userId } = person;
    await api('POST /course/auth/training/attendance/hand', { sessionId: session.id, userId, mode });
    invalidate(VIEW);
  });
  const isPlanned = session.status === 'planned';
  const next = !person.signedInAt ? 'in' : session.signOutRequired && !person.signedOutAt ? 'out' : null;
  const name = person.userName;
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {isPlanned && next && (
        <button
          type="button"
          className="btn btn-xs"
          disabled={!hydrated}
          aria-disabled={isPending}
          aria-label={t(`training:roster.sign.${next}Of`, { name })}
          onClick={() => void sign(next)}
        >
          {t(`training:roster.sign.${next}`)}
        </button>
      )}
      {session.status !== 'cancelled' && (
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          disabled={!hydrated}
          aria-label={t('training:roster.correctOf', { name })}
          onClick={onCorrect}
        >
          {t('training:roster.correct')}
        </button>
      )}
    </div>
  );
}

type CorrectionProps = { session: RunView; person: Person; onClose: () => void };

function Correction({ session, person, onClose }: CorrectionProps) {
  const t = useT();
  return (
    <ReasonDialog
      title={t('training:roster.correctOf', { name: person.userName })}
      hint={t('training:roster.correctHint')}
      action={t('training:roster.correct')}
      send={async (reason, values) => {
        const state = STATES.find((each) => each === textOf(values, 'state')) ?? 'present';
        const input = { sessionId: session.id, userId: person.userId, state, reason };
        await api('POST /course/auth/training/attendance/correct', input, { isShowErrTip: false });
        notify(t('training:roster.corrected'), 'success');
        invalidate(VIEW);
      }}
      onClose={onClose}
    >
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5 text-sm font-medium">{t('training:roster.state')}</legend>
        {STATES.map((state) => (
          <label key={state} className="flex items-center gap-2">
            <input
              type="radio"
              name="state"
              value={state}
              defaultChecked={state === (person.state ?? 'present')}
              className="radio radio-sm"
            />
            {t(`enum:attendance.${state}`)}
          </label>
        ))}
      </fieldset>
    </ReasonDialog>
  );
}
