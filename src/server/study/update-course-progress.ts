import { sql, type SQL } from 'drizzle-orm';
import type { course } from '#src/server/course/tables.ts';
import { runPrepared } from '#src/server/core/db/run-prepared.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { postEntries } from '#src/server/record/post-entry.ts';
import { percentOfSums, type PartSums } from '#src/server/course/progress.ts';
import { awardCourses, type Learner, type Learners } from './award-course.ts';
import { courseSources } from './course-sources.ts';
import { courseSums, SUMS } from './course-sums.ts';

type Change = {
  courseId: string;
  /** Resource that the user is studying now. */
  lastResourceId?: string;
  /** Seconds of study to add. */
  studySeconds?: number;
};
/** What a completed course posts. */
export type CourseRewards = Pick<
  typeof course.$inferSelect,
  'title' | 'hourKind' | 'classHours' | 'credits' | 'points' | 'certificateId'
>;
/** Columns of `CourseRewards`. @param c alias of the table `course` */
export const rewardsOf = (c: SQL): SQL => sql`
  ${c}.title, ${c}.hour_kind as "hourKind", ${c}.class_hours as "classHours", ${c}.credits, ${c}.points,
  ${c}.certificate_id as "certificateId"`;

/** Locks the progress row of a user and a course, see `lockCourses`. */
export const lockCourseProgress = (db: TenantDb, { userId, ...learner }: Learner, { courseId, ...change }: Change) =>
  lockCourses(db, { ...learner, userIds: [userId] }, [courseId], change);

/**
 * Locks the progress rows of users and courses for this transaction, in the order of their ids; creates those that do not
 * exist. The progress of the resources of a course (`resource_progress`) changes only under this lock, and with the row: who has
 * the lock sees all earlier changes in the next statement, and who finds the row unchanged has missed none.
 */
export async function lockCourses(
  db: TenantDb,
  { enterpriseId, userIds, at }: Omit<Learners, 'timeZone'>,
  courseIds: string[],
  { lastResourceId, studySeconds }: Omit<Change, 'courseId'> = {},
): Promise<void> {
  if (userIds.length === 0 || courseIds.length === 0) return;
  const now = at.toISOString();
  await db.execute(sql`
    insert into course_progress as kept
      (enterprise_id, user_id, course_id, last_resource_id, study_seconds, started_at, gmt_modified)
    select ${enterpriseId}::uuid, u, c, ${lastResourceId ?? null}::uuid, ${studySeconds ?? 0}::int, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${sql.param(userIds)}::uuid[]) u cross join unnest(${sql.param(courseIds)}::uuid[]) c
    order by u, c
    on conflict (enterprise_id, user_id, course_id) do update
      set last_resource_id = coalesce(excluded.last_resource_id, kept.last_resource_id),
          study_seconds = kept.study_seconds + excluded.study_seconds, gmt_modified = excluded.gmt_modified`);
}

/** Locks the progress rows of users and courses like `lockCourses`, without creating or changing any. */
export async function lockExistingCourses(
  db: TenantDb,
  { enterpriseId, userIds }: Pick<Learners, 'enterpriseId' | 'userIds'>,
  courseIds: string[],
): Promise<void> {
  await db.execute(sql`
    select from course_progress where enterprise_id = ${enterpriseId}
      and user_id = any(${sql.param(userIds)}::uuid[]) and course_id = any(${sql.param(courseIds)}::uuid[])
    order by user_id, course_id for no key update`);
}

export type CourseProgress = { studyProgress: number; status: 'learning' | 'completed'; completedAt: Date | null };

/**
 * A user's progress in a course with these sums. A complete course remains complete (docs/specification.md, section
 * "Completion").
 */
export function courseProgressAt(sums: PartSums, before: CourseProgress, at: Date): CourseProgress {
  if (before.status === 'completed') return before;
  const studyProgress = percentOfSums(sums);
  const completed = studyProgress === 100;
  return { studyProgress, status: completed ? 'completed' : 'learning', completedAt: completed ? at : null };
}

type StoredProgress = CourseProgress & {
  userId: string;
  courseId: string;
  lastResourceId?: string;
  /** Seconds of study to add. */
  studySeconds?: number;
};

/** Statement that stores the progress of users in courses. Their rows are locked already. */
export function storeCourseProgress(enterpriseId: string, at: Date, progress: StoredProgress[]): SQL {
  const rows = progress.map((progress) => ({
    ...{ u: progress.userId, c: progress.courseId, p: progress.studyProgress, s: progress.status },
    ...{ at: progress.completedAt, last: progress.lastResourceId, seconds: progress.studySeconds },
  }));
  return sql`
    update course_progress kept
    set study_progress = i.p, status = i.s, completed_at = i.at, gmt_modified = ${at.toISOString()}::timestamptz,
        last_resource_id = coalesce(i.last, kept.last_resource_id), study_seconds = kept.study_seconds + coalesce(i.seconds, 0)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as i (u uuid, c uuid, p int, s text, at timestamptz, last uuid, seconds int)
    where kept.enterprise_id = ${enterpriseId} and kept.user_id = i.u and kept.course_id = i.c`;
}

type Found = CourseProgress &
  PartSums &
  CourseRewards & { userId: string; courseId: string; renewingSince: Date | null };

/** Reads the progress of users in courses with the sums of their progress, which the stored progress may not follow yet. */
export const readSums = (db: TenantDb, enterpriseId: string, userIds: string[], courseIds: string[]) => {
  const [people, courses] = [userIds, courseIds].map((ids) => sql`= any(${sql.param(ids)}::uuid[])`) as [SQL, SQL];
  return runPrepared<Found>(
    db,
    'course-sums',
    sql`
      with recursive ${courseSums(enterpriseId, people, courses)}
      select kept.user_id as "userId", kept.course_id as "courseId", kept.study_progress as "studyProgress", kept.status,
             kept.completed_at as "completedAt", kept.renewing_since as "renewingSince", ${rewardsOf(sql`c`)}, ${SUMS}
      from course_progress kept
      join course c on c.enterprise_id = kept.enterprise_id and c.id = kept.course_id
      left join totals on totals.course_id = kept.course_id
      left join sums on sums.course_id = kept.course_id and sums.user_id = kept.user_id
      where kept.enterprise_id = ${enterpriseId} and kept.user_id ${people} and kept.course_id ${courses}
      order by kept.user_id, kept.course_id`,
  );
};

/**
 * Recomputes the progress of users in courses from the progress of the counted resources, weighted by duration. A
 * complete course remains complete and posts hours, credits and points once. Call `lockCourses` first, so that changes
 * of concurrent transactions are included.
 */
export async function updateCourses(db: TenantDb, learners: Learners, courseIds: string[]): Promise<void> {
  const { enterpriseId, userIds, at } = learners;
  if (userIds.length === 0 || courseIds.length === 0) return;
  const found = await readSums(db, enterpriseId, userIds, courseIds);
  await endRenewals(
    db,
    learners,
    found.filter((row) => row.renewingSince !== null && percentOfSums(row) === 100),
  );
  const changed = found
    .filter(({ status }) => status !== 'completed')
    .map((row) => ({ ...row, ...courseProgressAt(row, row, at) }));
  if (changed.length === 0) return;
  await db.execute(storeCourseProgress(enterpriseId, at, changed));
  await postCompletions(
    db,
    learners,
    changed.filter(({ status }) => status === 'completed'),
  );
}

/** Posts hours, credits and points of courses that users have completed, and issues their certificates. */
export async function postCompletions(
  db: TenantDb,
  { enterpriseId, at, timeZone }: Omit<Learners, 'userIds'>,
  completions: (CourseRewards & { userId: string; courseId: string })[],
): Promise<void> {
  if (completions.length === 0) return;
  const sources = await courseSources(db, enterpriseId, completions);
  const entries = completions.flatMap(({ userId, title, hourKind, classHours, credits, points }, n) => [
    { userId, title, at, kind: 'hours' as const, hourKind, amount: classHours, source: sources[n]!.hours },
    { userId, title, at, kind: 'credits' as const, amount: credits, source: sources[n]!.credits },
    { userId, title, at, kind: 'points' as const, amount: points, source: sources[n]!.points },
  ]);
  await postEntries(db, { enterpriseId, timeZone }, entries);
  await awardCourses(db, { enterpriseId, at }, completions);
}

/** Notes that users have completed courses again, and issues certificates for it. Their rows of `course_progress` are locked. */
export async function endRenewals(
  db: TenantDb,
  { enterpriseId, at }: Pick<Learners, 'enterpriseId' | 'at'>,
  ended: { userId: string; courseId: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  const rows = ended.map(({ userId, courseId }) => ({ u: userId, c: courseId }));
  const { rows: completions } = await db.execute<{
    userId: string;
    courseId: string;
    certificateId: string | null;
    renewalId: string;
  }>(sql`
    with ended as (
      select p.user_id, p.course_id, p.renewing_since from course_progress p
      join json_to_recordset(${JSON.stringify(rows)}::json) as i (u uuid, c uuid) on p.user_id = i.u and p.course_id = i.c
      where p.enterprise_id = ${enterpriseId} and p.renewing_since is not null
    ), cleared as (
      update course_progress p set renewing_since = null from ended e
      where p.enterprise_id = ${enterpriseId} and p.user_id = e.user_id and p.course_id = e.course_id
    ), added as (
      insert into course_renewal (enterprise_id, user_id, course_id, started_at, completed_at)
      select ${enterpriseId}, user_id, course_id, renewing_since, ${at.toISOString()} from ended
      returning id, user_id, course_id
    )
    select a.user_id as "userId", a.course_id as "courseId", a.id as "renewalId", c.certificate_id as "certificateId"
    from added a join course c on c.enterprise_id = ${enterpriseId} and c.id = a.course_id`);
  await awardCourses(db, { enterpriseId, at }, completions);
}
