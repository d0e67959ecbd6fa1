import { sql } from 'drizzle-orm';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { runPrepared } from '#src/server/core/db/run-prepared.ts';
import { withPrepared } from '#src/server/core/db/tenant.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { clipRanges, countSeconds, fromMultirange, type Range, subtractRanges, takeSeconds } from '#src/lib/ranges.ts';
import { applyPlaybackRules, isPlayed } from './playback-rules.ts';
import { lockReport, type ReportedOn } from './lock-report.ts';
import { percentOfSums } from '#src/server/course/progress.ts';
import { recordRefusal, type RefusalReason } from './record-refusal.ts';
import { shownProgress, storeWatched, withWatched } from './resource-progress.ts';
import { accrue, spend } from './study-budget.ts';
import {
  courseProgressAt,
  endRenewals,
  lockCourseProgress,
  postCompletions,
  storeCourseProgress,
} from './update-course-progress.ts';
import { readChangedTasks, readTaskNotices, storeTasks } from './update-tasks.ts';

export type Report = {
  playerId: string;
  resourceId: string;
  ranges: Range[];
  position: number;
  playbackRate: number;
  captionsOn: boolean;
  active: boolean;
  studiedSeconds: number;
};

/**
 * Counts the report of a player (docs/specification.md, section "Study time"): only new seconds, only from the user's
 * open player, and no more than the elapsed time at the course's maximum speed. Rejected seconds are stored with the
 * reason. Statements of its transaction: one that locks and reads, one for the tasks of the user that contain the
 * course, one that writes.
 * @throws AppError 404 for a resource of another player or tenant; 409 for a resource that is not played
 */
export const reportPlayer = (ctx: RequestContext & { viewer: Viewer }, report: Report) =>
  withPrepared(ctx.tenant.id, (db) => count({ ...ctx, db }, report));

async function count(ctx: Context, report: Report) {
  const { db, tenant, viewer } = ctx;
  const key = { enterpriseId: tenant.id, userId: viewer.userId };
  let found = await lockReport(ctx, report.resourceId);
  if (!found) throw notFound();
  if (!isPlayed(found.resource)) throw new AppError(409, 'notPlayable');
  if (!blocked(found, report) && !found.progress) {
    // The first report in a course: there was nothing to lock.
    await lockCourseProgress(db, { ...key, at: ctx.now(), timeZone: tenant.timeZone }, found.resource);
    found = (await lockReport(ctx, report.resourceId))!;
  }
  const now = ctx.now();
  const { resource, course, clock, progress, row } = found;
  const refusedAs = blocked(found, report);
  const takenOver = refusedAs === 'takenOver';
  if (!takenOver && clock!.resourceId !== report.resourceId) throw notFound();
  const watched = fromMultirange(row?.watched ?? '{}');
  const within = clipRanges(report.ranges, resource.totalDuration);
  const beyond = countSeconds(report.ranges) - countSeconds(within);
  const fresh = subtractRanges(within, watched);

  if (refusedAs || !clock || !progress) {
    const refusedSeconds = countSeconds(fresh);
    const refusal = refusedAs ?? 'takenOver';
    if (refusedSeconds > 0) await recordRefusal(ctx, resource.id, refusal, refusedSeconds, 0);
    return answer(0, refusedSeconds, refusal, shownProgress(row), progress ?? NOT_STARTED);
  }

  // Only media can be played faster; reading counts at normal speed.
  const rate = resource.kind === 'reading' ? 1 : Number(course.maxPlaybackRate);
  const { lastReportAt, budgetMs } = accrue(clock, now, rate);
  const held = applyPlaybackRules(found, { fresh, watched, isComplete: Boolean(row?.completedAt) });
  const counted = takeSeconds(held.playable, budgetMs / 1000);
  const acceptedSeconds = countSeconds(counted);
  const heldSeconds = countSeconds(fresh) - countSeconds(held.playable);
  const tooFast = countSeconds(held.playable) - acceptedSeconds;
  const playerSeconds = Math.max(
    clock.playerSeconds,
    Math.min(report.studiedSeconds, Math.floor((now.getTime() - clock.openedAt.getTime()) / 1000)),
  );
  const studySeconds = playerSeconds - clock.playerSeconds;
  const budgetLeft = spend(budgetMs, acceptedSeconds);

  const of = { resource, threshold: course.completionThreshold, at: now };
  const position = Math.min(report.position, resource.totalDuration);
  const added = { ...report, fresh: counted, studySeconds, position };
  const merged = withWatched(row, of, added);
  const sums = sumsWith(found, merged);
  const courseNow = courseProgressAt(sums, progress, now);
  const mine = { courseId: resource.courseId, ...courseNow };
  const learners = { enterpriseId: tenant.id, userIds: [viewer.userId], at: now, timeZone: tenant.timeZone };
  const tasks =
    acceptedSeconds > 0 && found.hasTasks
      ? await readChangedTasks(db, learners, { courseIds: [resource.courseId] }, mine)
      : [];
  // The member is locked after the course and before the tasks, as in every completion.
  if (courseNow.status !== progress.status)
    await postCompletions(db, learners, [{ ...course, ...mine, userId: viewer.userId }]);
  const stored = { ...mine, userId: viewer.userId, lastResourceId: resource.id, studySeconds };
  await runPrepared(
    db,
    'study-report-store',
    sql`
      with clock as (
        update study_clock set last_report_at = ${lastReportAt.toISOString()}, budget_ms = ${budgetLeft},
                               active = ${report.active}, player_seconds = ${playerSeconds}
        where enterprise_id = ${tenant.id} and user_id = ${viewer.userId}
      ), course as (
        ${storeCourseProgress(tenant.id, now, [stored])}
      ), resource as (
        ${storeWatched({ ...key, resourceId: resource.id }, of, added, merged)}
      )
      ${storeTasks(tenant.id, tasks)}`,
  );
  await readTaskNotices(db, learners, tasks);
  if (progress.renewingSince && percentOfSums(sums) === 100)
    await endRenewals(db, learners, [{ userId: viewer.userId, courseId: resource.courseId }]);

  const refusal: RefusalReason | null =
    held.refusal ?? (tooFast > 0 ? 'tooFast' : beyond > 0 ? 'beyondDuration' : null);
  const refusedSeconds = tooFast + beyond + heldSeconds;
  if (refusal) await recordRefusal(ctx, resource.id, refusal, acceptedSeconds + refusedSeconds, acceptedSeconds);
  return answer(acceptedSeconds, refusedSeconds, refusal, shownProgress(merged), courseNow);

  function answer<R, C>(accepted: number, refused: number, reason: RefusalReason | null, progress: R, course: C) {
    return {
      serverTime: now,
      acceptedSeconds: accepted,
      refusedSeconds: refused,
      refusal: reason,
      takenOver,
      resource: progress,
      course,
    };
  }
}

const NOT_STARTED = { studyProgress: 0, status: 'notStarted' as const };

/** Why nothing of a report counts; null if it is judged. */
function blocked({ clock, studyState }: ReportedOn, report: Report): RefusalReason | null {
  if (clock?.playerId !== report.playerId) return 'takenOver';
  return studyState === 'open' ? null : studyState;
}

/** The sums of the course with the new progress of the reported resource. */
function sumsWith({ resource, row, sums }: ReportedOn, now: { studyProgress: number; completedAt: Date | null }) {
  if (!resource.counted) return sums;
  return {
    ...sums,
    completed: sums.completed + (now.completedAt ? 1 : 0) - (row?.completedAt ? 1 : 0),
    weighted: sums.weighted + resource.weight * (now.studyProgress - (row?.studyProgress ?? 0)),
  };
}
