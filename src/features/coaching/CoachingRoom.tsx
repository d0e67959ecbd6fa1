import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { NamePerson } from '#src/features/people/NamePerson.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Coaching } from './coaching-calls.ts';
import { GoalList } from './GoalList.tsx';
import { MeetingList } from './MeetingList.tsx';

type Props = { coaching: Coaching; now: string; timeZone: string };

/** A coaching: progress, goals and meetings, for its learner, its mentor and administrators. */
export default island(function CoachingRoom({ coaching: given, now, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const [coaching, setCoaching] = useState(given);
  const { title, role, learnerName, mentorName, studyProgress, completedAt, locked, mentorHasLeft } = coaching;
  const hydrated = useHydrated();
  const [isNaming, setNaming] = useState(false);
  const mayChange = !locked && role !== 'administrator';
  const counts = {
    ...{ confirmed: coaching.confirmedMeetings, required: coaching.requiredMeetings },
    ...{ reached: coaching.reachedGoals, goals: coaching.requiredGoals },
  };
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={t('coaching:progress')} className="paper flex flex-col gap-3 p-4 sm:p-6">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <span>{t('coaching:with', { learner: learnerName, mentor: mentorName })}</span>
          <span>{t(`coaching:role.${role}`)}</span>
        </p>
        <Progress value={studyProgress} label={t('coaching:progress')} />
        <p className="text-sm">{t('coaching:counts', counts)}</p>
        {completedAt && (
          <p className="flex items-center gap-2 text-sm text-success">
            <Icon name="check-circle" className="size-4" />
            {t('coaching:completed', { time: dateTimeText(completedAt, timeZone, locale) })}
          </p>
        )}
        {mentorHasLeft && !completedAt && (
          <p role="note" className="alert">
            <Icon name="info" className="size-4" />
            {t('coaching:mentor.left', { mentor: mentorName })}
          </p>
        )}
        {role === 'administrator' && !completedAt && (
          <button type="button" className="btn btn-sm self-start" disabled={!hydrated} onClick={() => setNaming(true)}>
            {t('coaching:mentor.name')}
          </button>
        )}
        {isNaming && (
          <NamePerson
            title={t('coaching:mentor.name')}
            hint={t('coaching:mentor.hint')}
            action={t('coaching:mentor.save')}
            send={async ({ userId }) => {
              const input = { id: coaching.id, userId };
              setCoaching(await api('PUT /course/auth/coaching/mentor/save', input, { isShowErrTip: false }));
              notify(t('coaching:mentor.saved'), 'success');
            }}
            onClose={() => setNaming(false)}
          />
        )}
        {locked && (
          <p role="note" className="alert">
            <Icon name="lock" className="size-4" />
            {t('coaching:locked')}
          </p>
        )}
        <p className="text-sm text-muted">{t('coaching:rule')}</p>
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-5">
        <div className="min-w-0 lg:col-span-2">
          <GoalList coaching={coaching} mayChange={mayChange} onChanged={setCoaching} />
        </div>
        <div className="min-w-0 lg:col-span-3">
          <MeetingList {...{ coaching, mayChange, now, timeZone }} onChanged={setCoaching} />
        </div>
      </div>
    </div>
  );
});
