import { getT } from '#src/i18n/server.ts';
import type { Locale } from '#src/i18n/locale.ts';
import type { Context, Viewer } from '#src/server/core/context.ts';
import { findExamStates } from '#src/server/exam/exam-states.ts';
import { classPath, readClasses } from '#src/server/home/page-classes.ts';
import { listStates } from '#src/server/requirement/person.ts';
import { readTasks } from '#src/server/study/read-tasks.ts';
import type { OwnDate } from './tell-dates.ts';

/** Minutes before a deadline at which its event begins, so that calendars show it. */
const DEADLINE_MINUTES = 30;
/** More of each kind than anybody has ahead. */
const MAX_EACH = 200;

type Who = Pick<Context, 'db' | 'tenant' | 'now'> & { viewer: Pick<Viewer, 'userId'> };

/**
 * Returns what a member has to do at a time or until a time, from now on: classes with a date, exams that they can take, ends of learning
 * tasks and of requirements. The rules are those of the lists that the portal shows (docs/specification.md, section "Calendar subscription").
 */
export async function readOwnDates(who: Who, locale: Locale): Promise<OwnDate[]> {
  const { db, tenant, viewer, now } = who;
  const at = now();
  const t = getT(locale);
  const me = { enterpriseId: tenant.id, userId: viewer.userId };
  const classes = await readClasses(who, MAX_EACH);
  const exams = await findExamStates(db, { ...me, now: at }, { scope: 'mine' }, { limit: MAX_EACH, offset: 0 });
  const tasks = await readTasks(db, { ...me, at });
  const requirements = await listStates(who, viewer.userId, at);
  const isAhead = (end: Date | null): end is Date => end !== null && end > at;
  const untilDeadline = (end: Date) => ({
    ...{ startAt: new Date(end.getTime() - DEADLINE_MINUTES * 60_000), endAt: end },
    ...{ place: '', tentative: false, isFree: true },
  });
  return [
    ...classes.map((row) => ({
      // The same as in the files of single classes, so that calendars know it again.
      ...{ id: row.id, place: row.place, startAt: row.start_at, endAt: row.end_at, isFree: false },
      title: row.state === 'waiting' ? t('account:feed.waiting', { title: row.title }) : row.title,
      description: row.course_title,
      path: classPath(row.kind, { id: row.id, courseId: row.course_id, resourceId: row.resource_id }),
      tentative: row.state === 'waiting',
    })),
    ...exams
      .filter(({ examState, openAttemptId, windowEnd }) => {
        const canTake = examState === 'waiting' || examState === 'resit' || openAttemptId !== null;
        return canTake && isAhead(windowEnd);
      })
      .map(({ id, title, windowNumber, windowStart, windowEnd, limitSeconds }) => ({
        ...{ id: `exam-${id}-${windowNumber}`, startAt: windowStart, endAt: windowEnd, place: '', tentative: false },
        title: t('account:feed.exam', { title }),
        description: t('account:feed.examLimit', { minutes: Math.round(limitSeconds / 60) }),
        path: `/test/id?id=${id}`,
        // It can be taken at any time of the window.
        isFree: true,
      })),
    ...tasks
      .filter(({ status, endAt }) => status !== 'completed' && isAhead(endAt))
      .map(({ id, title, summary, endAt }) => ({
        ...untilDeadline(endAt),
        ...{ id: `task-${id}`, title: t('account:feed.task', { title }), description: summary ?? '' },
        path: `/account/task/${id}`,
      })),
    ...requirements
      .filter(({ state }) => state !== 'exempt')
      .flatMap(({ requirementId, title, summary, dueAt }) =>
        isAhead(dueAt)
          ? {
              ...untilDeadline(dueAt),
              ...{ id: `requirement-${requirementId}`, title: t('account:feed.requirement', { title }) },
              ...{ description: summary ?? '', path: '/account/requirements' },
            }
          : [],
      ),
  ];
}
