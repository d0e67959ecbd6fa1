import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { studyTask, studyTaskItem, studyTaskUser } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { completeExamResource } from '#src/server/study/complete-exam-resource.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type Report = Input<'POST /course/auth/study/player/report'>;
type Reported = Data<'POST /course/auth/study/player/report'>;

/** Moves the times of a user's study clock `seconds` into the past. */
export async function passTime(tenant: TestTenant, person: TestPerson, seconds: number): Promise<void> {
  const step = sql`make_interval(secs => ${seconds})`;
  await withTenant(tenant.id, (db) =>
    db.execute(sql`
      update study_clock set last_report_at = last_report_at - ${step}, opened_at = opened_at - ${step}
      where enterprise_id = ${tenant.id} and user_id = ${person.userId}`),
  );
}

/** Opens a player for a resource. @returns its id, and a function that sends a report */
export async function openPlayer(person: TestPerson, resourceId: string) {
  const { playerId } = await ok(person, 'POST /course/auth/study/player/open', { resourceId });
  const report = (ranges: [number, number][], more: Partial<Report> = {}): Promise<Reported> =>
    ok(person, 'POST /course/auth/study/player/report', {
      playerId,
      resourceId,
      ranges,
      position: ranges.at(-1)?.[1] ?? 0,
      playbackRate: 1,
      captionsOn: false,
      active: true,
      studiedSeconds: 0,
      ...more,
    });
  return { playerId, report };
}

/** Watches a video of `seconds` completely, at normal speed. */
export async function watchWhole(
  tenant: TestTenant,
  person: TestPerson,
  resourceId: string,
  seconds = 100,
): Promise<Reported> {
  const player = await openPlayer(person, resourceId);
  await player.report([]);
  await passTime(tenant, person, seconds);
  return player.report([[0, seconds]], { studiedSeconds: seconds });
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000);

/** `id`: for `afterIds` of others. */
type NewItem = ({ courseId: string } | { examId: string } | { coachingPlanId: string }) &
  Partial<Pick<typeof studyTaskItem.$inferInsert, 'id' | 'releaseAt' | 'afterIds'>>;

/** Inserts a task assigned to `people`, from yesterday until `endsInDays`. @returns its id */
export async function mintTask(
  tenant: TestTenant,
  people: TestPerson[],
  items: NewItem[],
  endsInDays = 10,
  more: Partial<typeof studyTask.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, async (db) => {
    await db.insert(studyTask).values({
      enterpriseId: tenant.id,
      id,
      code: id,
      title: '新员工培训',
      startAt: days(Math.min(-1, endsInDays - 1)),
      endAt: days(endsInDays),
      ...more,
    });
    for (const [sort, item] of items.entries()) {
      await db.insert(studyTaskItem).values({ enterpriseId: tenant.id, taskId: id, sort, ...item });
    }
    for (const { userId } of people) {
      await db.insert(studyTaskUser).values({ enterpriseId: tenant.id, taskId: id, userId });
    }
  });
  return id;
}

/** Sets the end of a task, in days from now. */
export async function endTask(tenant: TestTenant, taskId: string, endsInDays: number): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db
      .update(studyTask)
      .set({ endAt: days(endsInDays) })
      .where(eq(studyTask.id, taskId)),
  );
}

/** Publishes or unpublishes a course. */
export async function setCourseStatus(tenant: TestTenant, courseId: string, status: 'published' | 'unpublished') {
  await withTenant(tenant.id, (db) => db.update(course).set({ status }).where(eq(course.id, courseId)));
}

/** Inserts a passed attempt of a user and completes the exam's resource. */
export async function passExam(tenant: TestTenant, { userId }: TestPerson, examId: string): Promise<void> {
  const at = new Date();
  await withTenant(tenant.id, async (db) => {
    await db
      .insert(examAttempt)
      .values({
        enterpriseId: tenant.id,
        examId,
        userId,
        number: 1,
        status: 'marked',
        paper: [],
        startedAt: at,
        deadlineAt: at,
        submittedAt: at,
        totalScore: '100',
        passed: true,
      })
      .onConflictDoNothing();
    await completeExamResource(db, {
      enterpriseId: tenant.id,
      userIds: [userId],
      examId,
      at,
      timeZone: 'Asia/Shanghai',
    });
  });
}
