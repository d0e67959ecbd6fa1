import { statusFor } from '#src/server/course/tables/visible.ts';
import { sql } from 'drizzle-orm';
import { studyFacts, studyStateOf, type StudyFacts, type StudyState } from '#src/server/course/study-state.ts';
import type { CatalogueResource } from '#src/server/course/read-catalogue.ts';
import type { course } from '#src/server/course/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { runPrepared } from '#src/server/core/db/run-prepared.ts';
import type { PartSums } from '#src/server/course/progress.ts';
import { courseSums, SUMS } from './course-sums.ts';
import { firstOpenQuestion } from './playback-rules.ts';
import type { Watched } from './resource-progress.ts';
import { rewardsOf, type CourseRewards, type CourseProgress } from './update-course-progress.ts';

type Clock = {
  playerId: string;
  resourceId: string;
  openedAt: Date;
  lastReportAt: Date;
  budgetMs: number;
  active: boolean;
  playerSeconds: number;
};
type Rules = Pick<
  typeof course.$inferSelect,
  'status' | 'purchaseRequired' | 'registrationRequired' | 'completionThreshold' | 'maxPlaybackRate' | 'noSkipping'
>;
type Row = {
  /** Whether no report and no completion came between the start of the statement and its locks. */
  isCurrent: boolean;
  clock: (Omit<Clock, 'openedAt' | 'lastReportAt'> & { openedAt: string; lastReportAt: string }) | null;
  progress:
    | (Omit<CourseProgress, 'completedAt'> & {
        completedAt: string | null;
        lastResourceId: string | null;
        renewingSince: string | null;
      })
    | null;
  watched: Watched['watched'] | null;
  watchedSeconds: number;
  studySeconds: number;
  studyProgress: number;
  completedAt: Date | null;
  /** Position of the first required question that the viewer has not answered, in seconds. */
  barrier: number | null;
  hasTasks: boolean;
} & Rules &
  StudyFacts &
  PartSums &
  CourseRewards & {
    resource: Pick<CatalogueResource, 'id' | 'courseId' | 'kind' | 'totalDuration' | 'counted' | 'weight'>;
  };

/** What a report is judged by, see `lockReport`. `hasTasks`: whether a task of the viewer contains the course. */
export type ReportedOn = {
  resource: Row['resource'];
  course: Rules & CourseRewards;
  studyState: StudyState;
  clock: Clock | null;
  progress: (CourseProgress & { lastResourceId: string | null; renewingSince: string | null }) | null;
  row: Watched | null;
  /** Progress of the counted resources of the course, with the reported one. */
  sums: PartSums;
  barrier: number | null;
  hasTasks: boolean;
};

/**
 * Locks the viewer's study clock, so that the reports of all their tabs run one after another, and their progress in the course
 * of a resource, and reads in the same statement what a report of this resource is judged by. Call `now()` after this: a report
 * that waited for the lock must not use an earlier time than the report before it.
 *
 * A statement reads everything else as it was when it started, also if it had to wait for its locks. So it compares the
 * locked rows with those it reads, which every report and every completion changes; if they differ, it runs again, now with
 * the locks.
 * @returns null when the resource does not exist in this tenant or is not published
 */
export async function lockReport(ctx: Context, resourceId: string): Promise<ReportedOn | null> {
  for (;;) {
    const row = await readLocked(ctx, resourceId);
    if (!row) return null;
    if (row.isCurrent) return reportedOn(row);
  }
}

async function readLocked({ db, tenant, viewer }: Context, resourceId: string): Promise<Row | undefined> {
  const [enterpriseId, userId] = [tenant.id, viewer.userId];
  const ofCourse = sql`= (select course_id from course_resource where enterprise_id = ${enterpriseId} and id = ${resourceId})`;
  const ofViewer = sql`enterprise_id = ${enterpriseId} and user_id = ${userId}`;
  // The clock is locked first: the condition of the second lock needs it.
  const [row] = await runPrepared<Row>(
    db,
    'study-report',
    sql`
      with recursive locked_clock as materialized (
        select xmin as version from study_clock where ${ofViewer} for update
      ), locked_progress as materialized (
        select xmin as version from course_progress
        where ${ofViewer} and course_id ${ofCourse} and exists (select from locked_clock)
        for no key update
      ), ${courseSums(enterpriseId, sql`= ${userId}`, ofCourse)}
      select not exists (select from locked_clock)
               or (clock.version = (select version from locked_clock)
                   and progress.version is not distinct from (select version from locked_progress)) as "isCurrent",
             to_jsonb(clock) as clock, to_jsonb(progress) as progress,
             p.watched, p.watched_seconds as "watchedSeconds", p.study_seconds as "studySeconds",
             p.study_progress as "studyProgress", p.completed_at as "completedAt",
             json_build_object('id', r.id, 'courseId', r.course_id, 'kind', r.kind, 'totalDuration', r.total_duration,
                               'counted', r.counted, 'weight', r.weight) as resource,
             ${statusFor(sql`c`, userId)} as status, c.purchase_required as "purchaseRequired", c.registration_required as "registrationRequired",
             c.completion_threshold as "completionThreshold", c.max_playback_rate as "maxPlaybackRate",
             c.no_skipping as "noSkipping", ${rewardsOf(sql`c`)}, ${studyFacts(sql`c`, userId)}, ${SUMS},
             case when r.kind = 'media' then ${firstOpenQuestion(sql`r.id`, { enterpriseId, userId })} end as barrier,
             exists (select from study_task_user u
                     join study_task_item i on i.enterprise_id = u.enterprise_id and i.task_id = u.task_id
                     where u.enterprise_id = ${enterpriseId} and u.user_id = ${userId} and i.course_id = c.id) as "hasTasks"
      from catalogue r
      join course c on c.enterprise_id = ${enterpriseId} and c.id = r.course_id
      left join (
        select xmin as version, player_id as "playerId", resource_id as "resourceId", opened_at as "openedAt",
               last_report_at as "lastReportAt", budget_ms as "budgetMs", active, player_seconds as "playerSeconds"
        from study_clock where ${ofViewer}
      ) clock on true
      left join (
        select xmin as version, study_progress as "studyProgress", status, completed_at as "completedAt",
               last_resource_id as "lastResourceId", renewing_since as "renewingSince"
        from course_progress where ${ofViewer} and course_id ${ofCourse}
      ) progress on true
      left join resource_progress p on p.enterprise_id = ${enterpriseId} and p.user_id = ${userId} and p.resource_id = r.id
      left join totals on true
      left join sums on true
      where r.id = ${resourceId}`,
  );
  return row;
}

function reportedOn(found: Row): ReportedOn {
  const { resource, barrier, hasTasks, count, completed, weight, weighted } = found;
  const { watched, watchedSeconds, studySeconds, studyProgress, completedAt } = found;
  const clock = found.clock && {
    ...found.clock,
    openedAt: new Date(found.clock.openedAt),
    lastReportAt: new Date(found.clock.lastReportAt),
  };
  const progress = found.progress && {
    ...found.progress,
    completedAt: found.progress.completedAt === null ? null : new Date(found.progress.completedAt),
  };
  return {
    ...{ resource, barrier, hasTasks, clock, progress },
    course: found,
    studyState: studyStateOf(found, found),
    row: watched === null ? null : { watched, watchedSeconds, studySeconds, studyProgress, completedAt },
    sums: { count, completed, weight, weighted },
  };
}
