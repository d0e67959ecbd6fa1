import type { z } from 'zod';
import type { Home } from '#src/contract/home.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { batchedPer } from '#src/lib/batched.ts';
import { checkInState, dayAfter, weekday } from '#src/contract/rules/check-in.ts';
import { type Policies, shownRankings } from '#src/contract/rules/policy.ts';
import { dayOf } from '#src/lib/dates.ts';
import { localizedText } from '#src/lib/localized.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { readMember } from '#src/server/account/read-member.ts';
import { readPrepared } from '#src/server/core/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { urgentFirst } from '#src/server/study/page-tasks.ts';
import { openTasks, tasksOf, type TaskRow } from '#src/server/study/read-tasks.ts';
import type { Task } from '#src/server/study/task-of.ts';
import { HOME_QUERY, MAX_ENTRIES } from './home-query.ts';
import { classPath } from './page-classes.ts';

type Answer = z.input<typeof Home>;
/** Names of a certificate at the time of issue, if it has them in both languages. */
type Titled<T> = T & { titles: LocalizedText | null };
type Row = Omit<
  Answer,
  | 'certificates'
  | 'certificateChanges'
  | 'courses'
  | 'classes'
  | 'taskCount'
  | 'tasks'
  | 'checkIn'
  | 'unreadCount'
  | 'rankings'
> & {
  n: number;
  pointRules: Policies['points'];
  rankingRules: Policies['rankings'];
  /** Check-ins of this week, and of the Sunday before, from which Monday's streak continues. */
  checkIns: { day: string; streak: number }[];
  certificates: Titled<Answer['certificates'][number]>[];
  certificateChanges: Titled<Answer['certificateChanges'][number]>[];
  courses: (Omit<Answer['courses'][number], 'cover'> & { coverFileId: string | null })[];
  classes: (Omit<Answer['classes'][number], 'path'> & { courseId: string; resourceId: string })[];
};
type Asked = { userId: string; now: Date; timeZone: string; locale: Locale };

const readHome = batchedPer<Asked, Omit<Answer, 'unreadCount'>>(readHomes, { max: 50, concurrency: 3 });

/**
 * Returns the dashboard of the user. Concurrent requests share one transaction and its statements, because many members
 * open `/home` at the same time.
 */
export async function viewHome(ctx: RequestContext & { viewer: Viewer }): Promise<Answer> {
  const { tenant, viewer, now, locale } = ctx;
  const [home, { unread }] = await Promise.all([
    readHome(tenant.id, { userId: viewer.userId, now: now(), timeZone: tenant.timeZone, locale }),
    readMember(ctx),
  ]);
  return { ...home, unreadCount: unread };
}

async function readHomes(enterpriseId: string, asked: Asked[]): Promise<Omit<Answer, 'unreadCount'>[]> {
  const people = asked.map(({ userId, now }) => ({ userId, at: now }));
  const moments = asked.map(({ now }) => now.toISOString());
  const [rows, taskRows] = await readPrepared<[Row[], TaskRow[]]>(enterpriseId, [
    {
      name: 'home',
      text: HOME_QUERY,
      values: [enterpriseId, asked.map(({ userId }) => userId), moments, asked[0]!.timeZone],
    },
    openTasks(enterpriseId, people),
  ]);
  const tasks = tasksOf(taskRows, people);
  const homes: Omit<Answer, 'unreadCount'>[] = [];
  for (const { n, checkIns, pointRules, rankingRules, ...row } of rows) {
    const titled = <T extends Titled<{ certificateName: string }>>({ titles, ...entry }: T) => ({
      ...entry,
      certificateName: localizedText(titles, asked[n - 1]!.locale) || entry.certificateName,
    });
    homes[n - 1] = {
      ...row,
      ...mostUrgent(tasks[n - 1]!, asked[n - 1]!.now),
      checkIn: checkInOf(asked[n - 1]!, checkIns, pointRules),
      rankings: shownRankings(rankingRules),
      certificates: row.certificates.map((entry) => ({ ...titled(entry), gmtCreate: utc(entry.gmtCreate) })),
      certificateChanges: row.certificateChanges.map(titled),
      courses: row.courses.map(({ coverFileId, ...entry }) => ({ ...entry, cover: publicFileUrl(coverFileId) })),
      exams: row.exams.map((entry) => ({
        ...entry,
        windowStart: utc(entry.windowStart),
        windowEnd: utc(entry.windowEnd),
      })),
      classes: row.classes.map(({ courseId, resourceId, ...entry }) => ({
        ...{ ...entry, startAt: utc(entry.startAt), endAt: utc(entry.endAt) },
        path: classPath(entry.kind, { id: entry.id, courseId, resourceId }),
      })),
      announcements: row.announcements.map((entry) => ({ ...entry, publishedAt: utc(entry.publishedAt) })),
    };
  }
  return homes;
}

/** Returns the number of tasks that can still be completed, and the most urgent ones. An ended task changes only if it accepts late completion. */
function mostUrgent(tasks: Task[], at: Date): Pick<Answer, 'taskCount' | 'tasks'> {
  const open = tasks.filter(
    ({ status, acceptsLate }) => status !== 'completed' && (status !== 'overdue' || acceptsLate),
  );
  return {
    taskCount: open.length,
    tasks: urgentFirst(open, at)
      .slice(0, MAX_ENTRIES.tasks)
      .map((task) => ({ ...task, itemCount: task.items.length })) as Answer['tasks'],
  };
}

function checkInOf({ now, timeZone }: Asked, checkIns: Row['checkIns'], rules: Policies['points']): Answer['checkIn'] {
  const today = dayOf(now, timeZone);
  const monday = dayAfter(today, -weekday(today));
  const days = new Set(checkIns.map(({ day }) => day));
  const week = Array.from({ length: 7 }, (_, i) => dayAfter(monday, i));
  return {
    ...checkInState(today, checkIns.at(-1), rules),
    today,
    week: week.map((day) => ({ day, signed: days.has(day) })),
  };
}

/** Converts a timestamp in PostgreSQL's JSON, which has the session's offset, to ISO 8601 in UTC. */
const utc = (moment: unknown) => new Date(moment as string).toISOString();
