import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { studyClock } from './tables/study.ts';
import { versionUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { resumeAt } from '#src/lib/ranges.ts';
import { isPlayed } from './playback-rules.ts';
import { openResource } from './read-resource.ts';
import { readProgressRow, shownProgress } from './resource-progress.ts';
import { accrue, REPORT_INTERVAL, TOLERANCE_MS } from './study-budget.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Input = OperationInput<'POST /course/auth/study/player/open'>;

/**
 * Opens a player on a resource: from now on only its reports count for this user (docs/specification.md, section "Study
 * time"). The previous player is told with its next report. Opening a player adds nothing to the budget, except once
 * per user the tolerance.
 * @throws AppError 403 with the reason when the course may not be studied; 409 for a resource that is not played
 */
export async function openPlayer(ctx: Context, { resourceId, room }: Input) {
  const { db, tenant, viewer } = ctx;
  const { resource, course } = await openResource(ctx, resourceId);
  if (!isPlayed(resource)) throw new AppError(409, 'notPlayable');

  const key = { enterpriseId: tenant.id, userId: viewer.userId };
  const clock = await lockClock(db, key);
  const now = ctx.now();
  const playerId = crypto.randomUUID();
  const place = { roomType: room?.type ?? null, roomId: room?.id ?? null };
  const player = { playerId, resourceId, openedAt: now, active: false, playerSeconds: 0, ...place };
  if (clock) {
    // Time before the opening does not count: only the unspent budget is kept.
    const { lastReportAt, budgetMs } = accrue(clock, now, 0);
    await db
      .update(studyClock)
      .set({ ...player, lastReportAt, budgetMs })
      .where(and(eq(studyClock.enterpriseId, key.enterpriseId), eq(studyClock.userId, key.userId)));
  } else {
    await db
      .insert(studyClock)
      .values({ ...key, ...player, lastReportAt: now, budgetMs: TOLERANCE_MS })
      // Another tab created the clock at the same moment: its player is taken over, its budget is kept.
      .onConflictDoUpdate({ target: [studyClock.enterpriseId, studyClock.userId], set: player });
  }
  const row = await readProgressRow(db, { ...key, resourceId });
  const progress = shownProgress(row);
  return {
    ...progress,
    playerId,
    serverTime: now,
    reportInterval: REPORT_INTERVAL,
    maxPlaybackRate: Number(course.maxPlaybackRate),
    resumeAt: resumeAt(progress.watched, resource.totalDuration),
    fileUrl: resource.fileId ? versionUrl(tenant.id, resource.fileId, resource.fileVersion ?? 1, now) : null,
  };
}

/**
 * Locks a user's study clock for this transaction, so that the reports of all their tabs run one after another. Call
 * `now()` after this: a report that waited for the lock must not use an earlier time than the report before it.
 * @returns null when the user has no clock yet
 */
async function lockClock(db: TenantDb, { enterpriseId, userId }: { enterpriseId: string; userId: string }) {
  const [clock] = await db
    .select()
    .from(studyClock)
    .where(and(eq(studyClock.enterpriseId, enterpriseId), eq(studyClock.userId, userId)))
    .for('update');
  return clock ?? null;
}
