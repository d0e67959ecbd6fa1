import { type Given, GivenContext } from '#src/client/query.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { LearnerSessions } from './LearnerSessions.tsx';
import { SessionFacts, type Session } from './SessionFacts.tsx';

type Props = {
  courseId: string;
  timeZone: string;
  /** For members: their own list. */
  given?: Given;
  /** For visitors, who can only sign in. */
  sessions?: Session[];
  login: string;
};

/** The sessions of a course on its page. */
export default island(function CourseSessions({ courseId, timeZone, given, sessions = [], login }: Props) {
  const t = useT();
  if (given)
    return (
      <GivenContext value={given}>
        <div className="paper">
          <LearnerSessions input={{ courseId }} timeZone={timeZone} />
        </div>
      </GivenContext>
    );
  return (
    <ul className="paper divide-y divide-base-300">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center justify-between gap-4 px-4 py-4 sm:px-6">
          <SessionFacts session={session} timeZone={timeZone} />
          <div className="flex items-center gap-3">
            <span className="text-sm text-muted tabular-nums">
              {session.placesLeft > 0 ? t('training:placesLeft', { count: session.placesLeft }) : t('training:full')}
            </span>
            <a href={login} className="btn btn-sm border-base-300 bg-base-100">
              {t('training:loginToBook')}
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
});
