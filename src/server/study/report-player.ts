import { and, eq } from 'drizzle-orm';
import { studyClock } from '#src/server/core/db/schema/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { clipRanges, countSeconds, fromMultirange, type Range, subtractRanges, takeSeconds } from '#src/lib/ranges.ts';
import { heldBack } from './held-back.ts';
import { isPlayed } from './is-played.ts';
import { lockClock } from './lock-clock.ts';
import { readResource } from './read-resource.ts';
import { recordRefusal, type RefusalReason } from './record-refusal.ts';
import { mergeWatched, readProgressRow, resourceStanding } from './resource-standing.ts';
import { accrue, spend } from './study-budget.ts';
import { readCourseStanding } from './read-course-standing.ts';
import { lockCourseProgress, updateCourseProgress } from './update-course-progress.ts';
import { updateTasks } from './update-tasks.ts';

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
 * Counts the report of a player (design section 9): only new seconds, only from the user's open player, and no more than
 * the elapsed time at the course's maximum speed. Rejected seconds are stored with the reason.
 * @throws AppError 404 for a resource of another player or tenant; 409 for a resource that is not played
 */
export async function reportPlayer(ctx: Context, report: Report) {
  const { db, tenant, viewer } = ctx;
  const key = { enterpriseId: tenant.id, userId: viewer.userId };
  const found = await readResource(ctx, report.resourceId);
  const { resource, course, studyState } = found;
  if (!isPlayed(resource)) throw new AppError(409, 'notPlayable');

  const clock = await lockClock(db, key);
  const now = ctx.now();
  const takenOver = clock?.playerId !== report.playerId;
  if (!takenOver && clock.resourceId !== report.resourceId) throw notFound();
  const row = await readProgressRow(db, { ...key, resourceId: resource.id });
  const watched = fromMultirange(row?.watched ?? '{}');
  const within = clipRanges(report.ranges, resource.totalDuration);
  const beyond = countSeconds(report.ranges) - countSeconds(within);
  const fresh = subtractRanges(within, watched);

  const blocked: RefusalReason | null = takenOver ? 'takenOver' : studyState === 'open' ? null : studyState;
  if (blocked || !clock) {
    const refusedSeconds = countSeconds(fresh);
    const refusal = blocked ?? 'takenOver';
    if (refusedSeconds > 0) await recordRefusal(ctx, resource.id, refusal, refusedSeconds, 0);
    return answer(0, refusedSeconds, refusal, resourceStanding(row), await readCourseStanding(db, key, course.id));
  }

  // Only media can be played faster; reading counts at normal speed.
  const rate = resource.kind === 'reading' ? 1 : Number(course.maxPlaybackRate);
  const { lastReportAt, budgetMs } = accrue(clock, now, rate);
  const held = await heldBack(ctx, found, { fresh, watched, isComplete: Boolean(row?.completedAt) });
  const counted = takeSeconds(held.playable, budgetMs / 1000);
  const acceptedSeconds = countSeconds(counted);
  const heldSeconds = countSeconds(fresh) - countSeconds(held.playable);
  const tooFast = countSeconds(held.playable) - acceptedSeconds;
  const playerSeconds = Math.max(
    clock.playerSeconds,
    Math.min(report.studiedSeconds, Math.floor((now.getTime() - clock.openedAt.getTime()) / 1000)),
  );
  const studySeconds = playerSeconds - clock.playerSeconds;
  await db
    .update(studyClock)
    .set({ lastReportAt, budgetMs: spend(budgetMs, acceptedSeconds), active: report.active, playerSeconds })
    .where(and(eq(studyClock.enterpriseId, key.enterpriseId), eq(studyClock.userId, key.userId)));

  const merged = await mergeWatched(
    db,
    { ...key, resourceId: resource.id },
    { resource, threshold: course.completionThreshold, at: now },
    { ...report, fresh: counted, studySeconds, position: Math.min(report.position, resource.totalDuration) },
  );
  const learner = { ...key, at: now, timeZone: tenant.timeZone };
  const change = { courseId: course.id, lastResourceId: resource.id, studySeconds, catalogue: found.catalogue };
  await lockCourseProgress(db, learner, change);
  const courseStanding = await updateCourseProgress(db, learner, change);
  if (acceptedSeconds > 0) await updateTasks(db, learner, { courseIds: [course.id] });

  const refusal: RefusalReason | null =
    held.refusal ?? (tooFast > 0 ? 'tooFast' : beyond > 0 ? 'beyondDuration' : null);
  const refusedSeconds = tooFast + beyond + heldSeconds;
  if (refusal) await recordRefusal(ctx, resource.id, refusal, acceptedSeconds + refusedSeconds, acceptedSeconds);
  return answer(acceptedSeconds, refusedSeconds, refusal, resourceStanding(merged), courseStanding);

  function answer<R, C>(accepted: number, refused: number, reason: RefusalReason | null, standing: R, course: C) {
    return {
      serverTime: now,
      acceptedSeconds: accepted,
      refusedSeconds: refused,
      refusal: reason,
      takenOver,
      resource: standing,
      course,
    };
  }
}
