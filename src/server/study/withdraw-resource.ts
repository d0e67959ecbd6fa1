import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { reverseEntries } from '#src/server/record/reverse-entry.ts';
import { catalogueOf } from '#src/server/course/catalogue-sql.ts';
import { percentOfSums } from '#src/server/course/progress.ts';
import { revokeCourse, type Learners, type Learner } from './award-course.ts';
import { courseSources } from './course-sources.ts';
import { readTasksOf } from './read-tasks.ts';
import { lockCourses, lockExistingCourses, readSums, storeCourseProgress } from './update-course-progress.ts';

type Resource = { id: string; courseId: string };

/**
 * Takes back the completion of a resource that was confirmed by mistake, e.g. an attendance. A course that is not complete
 * any more reverses its hours, credits and points; completed again, it posts them again. Running tasks follow.
 * @param title the reason, shown in the ledger
 * @returns false when the resource was not complete
 */
export const withdrawResource = async (
  db: TenantDb,
  { userId, ...learner }: Learner,
  resource: Resource,
  title: string,
): Promise<boolean> => {
  const learners = { ...learner, userIds: [userId] };
  return (await withdrawResourceOf(db, learners, resource, new Map([[userId, title]]))).length > 0;
};

/**
 * Like `withdrawResource`, for several users: the number of statements does not depend on how many there are. Rows are locked
 * in the order of `completeResourcesOf`.
 * @param titles the reason for each user
 * @returns the users whose resource was complete
 */
export async function withdrawResourceOf(
  db: TenantDb,
  learners: Learners,
  { id, courseId }: Resource,
  titles: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { enterpriseId, at } = learners;
  if (learners.userIds.length === 0) return [];
  await lockExistingCourses(db, learners, [courseId]);
  const { rows: withdrawn } = await db.execute<{ userId: string }>(sql`
    update resource_progress set study_progress = 0, completed_at = null, gmt_modified = ${at.toISOString()}::timestamptz
    where enterprise_id = ${enterpriseId} and user_id = any(${sql.param(learners.userIds)}::uuid[]) and resource_id = ${id}
      and completed_at is not null
    returning user_id as "userId"`);
  const changed = withdrawn.map(({ userId }) => userId);
  if (changed.length === 0) return [];
  await lockCourses(db, { enterpriseId, userIds: changed, at }, [courseId]);
  const found = await readSums(db, enterpriseId, changed, [courseId]);
  // A course that is studied again is not at 100: only a resource that counts takes its completion back.
  const isCounted =
    found.every(({ renewingSince }) => renewingSince === null) || (await counts(db, enterpriseId, { id, courseId }));
  const lowered = found
    .map((row) => ({ ...row, studyProgress: percentOfSums(row) }))
    .filter(({ studyProgress, renewingSince }) => studyProgress < 100 && (renewingSince === null || isCounted))
    .map(({ userId, studyProgress }) => ({ userId, courseId, studyProgress }));
  if (lowered.length === 0) return changed;
  const progress = lowered.map((row) => ({ ...row, status: 'learning' as const, completedAt: null }));
  await db.execute(storeCourseProgress(enterpriseId, at, progress));
  const sources = await courseSources(db, enterpriseId, lowered);
  const entries = lowered.flatMap(({ userId }, n) =>
    Object.values(sources[n]!).map((source) => ({ userId, source, title: titles.get(userId)! })),
  );
  await reverseEntries(db, { enterpriseId, at }, entries);
  for (const row of found.filter(({ userId }) => lowered.some((each) => each.userId === userId)))
    if (row.certificateId !== null)
      await revokeCourse(db, { enterpriseId, at }, { userId: row.userId, courseId, title: titles.get(row.userId)! });
  await lowerTasksOf(db, { enterpriseId, userIds: lowered.map(({ userId }) => userId), at }, { courseId });
  return changed;
}

/** Whether a resource counts towards the progress of its course. */
async function counts(db: TenantDb, enterpriseId: string, { id, courseId }: Resource): Promise<boolean> {
  const { rows } = await db.execute<{ counted: boolean }>(
    sql`with recursive ${catalogueOf(enterpriseId, sql`= ${courseId}`)} select counted from catalogue where id = ${id}`,
  );
  return rows[0]?.counted ?? false;
}

/** `lowerTasksOf` for one user. */
export const lowerTasks = (
  db: TenantDb,
  { userId, enterpriseId, at }: Learner,
  changed: { courseId?: string; examId?: string },
): Promise<void> => lowerTasksOf(db, { enterpriseId, userIds: [userId], at }, changed);

/** Tasks with a course or an exam lose what it had contributed; ended ones that accept nothing late keep their progress. */
async function lowerTasksOf(
  db: TenantDb,
  { enterpriseId, userIds, at }: Omit<Learners, 'timeZone'>,
  { courseId, examId }: { courseId?: string; examId?: string },
): Promise<void> {
  const { rows } = await db.execute<{ id: string; userId: string }>(sql`
    update study_task_user u set completed_at = null
    from (
      select l.task_id, l.user_id from study_task_user l
      join study_task t on t.enterprise_id = l.enterprise_id and t.id = l.task_id
        and (t.end_at > ${at.toISOString()}::timestamptz or t.late_completion)
      where l.enterprise_id = ${enterpriseId} and l.user_id = any(${sql.param(userIds)}::uuid[]) and exists (
        select from study_task_item i where i.enterprise_id = t.enterprise_id and i.task_id = t.id
          and (i.course_id = ${courseId ?? null}::uuid or i.exam_id = ${examId ?? null}::uuid))
      order by l.user_id, l.task_id for no key update of l
    ) wanted
    where u.enterprise_id = ${enterpriseId} and u.task_id = wanted.task_id and u.user_id = wanted.user_id
    returning u.task_id as id, u.user_id as "userId"`);
  if (rows.length === 0) return;
  const lowered = new Set(rows.map(({ id, userId }) => `${userId} ${id}`));
  const people = userIds.map((userId) => ({ userId, at }));
  const stored = (await readTasksOf(db, enterpriseId, people)).flatMap((tasks, n) =>
    tasks
      .filter(({ id }) => lowered.has(`${userIds[n]!} ${id}`))
      .map(({ id, studyProgress, completedAt }) => ({ u: userIds[n]!, t: id, p: studyProgress, at: completedAt })),
  );
  await db.execute(sql`
    update study_task_user u set study_progress = i.p, completed_at = i.at
    from json_to_recordset(${JSON.stringify(stored)}::json) as i (u uuid, t uuid, p int, at timestamptz)
    where u.enterprise_id = ${enterpriseId} and u.user_id = i.u and u.task_id = i.t`);
}
