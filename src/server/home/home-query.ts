import { newestAnnouncements } from '#src/server/announcement/published.ts';
import { examsAhead } from '#src/server/exam/dashboard.ts';
import { unseenDecisions } from '#src/server/flow/dashboard.ts';
import { ownLiveClasses } from '#src/server/live/own-classes.ts';
import { markedExams } from '#src/server/notice/dashboard.ts';
import { certificateChanges, CHECK_INS, newestCertificates, TOTALS } from '#src/server/record/dashboard.ts';
import { coursesInProgress } from '#src/server/study/own-courses.ts';
import { ownSessions } from '#src/server/training/own-sessions.ts';

/** Maximum number of entries of each block of the dashboard. */
export const MAX_ENTRIES = {
  certificates: 3,
  tasks: 5,
  courses: 4,
  exams: 4,
  classes: 3,
  announcements: 5,
  decided: 3,
};

/** SQL: a member's classes with a date that are not over. @param user, now SQL expressions; $1 is the enterprise */
export const ownClasses = (user: string, now: string): string =>
  `${ownSessions(user, now)} union all ${ownLiveClasses(user, now)}`;

const CLASSES = `
  select coalesce(json_agg(json_build_object(
           'kind', kind, 'id', id, 'title', title, 'startAt', start_at, 'endAt', end_at, 'state', state, 'place', nullif(place, ''),
           'courseId', course_id, 'resourceId', resource_id, 'courseTitle', course_title) order by start_at, id), '[]') as classes
  from (select * from (${ownClasses('v.user_id', 'v.now')}) y order by start_at, id limit ${MAX_ENTRIES.classes}) y`;

/** Each reads one row for the viewer `v` (`user_id`, `now`, `year`); $1 enterprise, $4 time zone. */
const PARTS = [
  TOTALS,
  newestCertificates(MAX_ENTRIES.certificates),
  CHECK_INS,
  coursesInProgress(MAX_ENTRIES.courses),
  examsAhead(MAX_ENTRIES.exams),
  CLASSES,
  newestAnnouncements(MAX_ENTRIES.announcements),
  unseenDecisions(MAX_ENTRIES.decided),
  certificateChanges(MAX_ENTRIES.decided),
  markedExams(MAX_ENTRIES.decided),
];

/**
 * Reads the dashboards of several users, without their tasks, in one statement, one row per user: $1 enterprise, $2
 * user ids, $3 times, $4 time zone. The parts belong to the domains whose lists they begin; tests/api/home.test.ts compares both.
 */
export const HOME_QUERY = `
with viewer as (
  select n::int, user_id, now, extract(year from now at time zone $4)::int as year
  from unnest($2::uuid[], $3::timestamptz[]) with ordinality as t (user_id, now, n)
)
select v.n${PARTS.map((_, i) => `, part${i}.*`).join('')}
from viewer v${PARTS.map((part, i) => `\ncross join lateral (${part}\n) part${i}`).join('')}`;
