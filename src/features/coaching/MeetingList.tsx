import { useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Coaching, OnChanged } from './coaching-calls.ts';
import { MeetingRow } from './MeetingRow.tsx';
import { ProposalDialog } from './ProposalDialog.tsx';

type Props = { coaching: Coaching; mayChange: boolean; now: string; timeZone: string; onChanged: OnChanged };

/** The meetings of a coaching, latest first, and the proposal of the next one. */
export function MeetingList({ coaching, mayChange, now, timeZone, onChanged }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [isProposing, setProposing] = useState(false);
  return (
    <section aria-labelledby="coaching-meetings" className="paper">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-4 sm:px-6">
        <h2 id="coaching-meetings" className="text-lg font-semibold">
          {t('coaching:meetings.title')}
        </h2>
        {mayChange && (
          <button
            type="button"
            className="btn btn-primary btn-sm"
            disabled={!hydrated}
            onClick={() => setProposing(true)}
          >
            {t('coaching:meetings.propose')}
          </button>
        )}
      </div>
      {coaching.meetings.length === 0 ? (
        <p className="p-4 text-sm text-muted sm:px-6">{t('coaching:meetings.none')}</p>
      ) : (
        <ul className="divide-y divide-base-300 pb-1">
          {coaching.meetings.map((meeting) => (
            <MeetingRow key={meeting.id} {...{ meeting, coaching, mayChange, now, timeZone, onChanged }} />
          ))}
        </ul>
      )}
      {isProposing && (
        <ProposalDialog id={coaching.id} {...{ now, timeZone, onChanged }} onClose={() => setProposing(false)} />
      )}
    </section>
  );
}
