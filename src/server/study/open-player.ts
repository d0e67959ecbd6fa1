import { and, eq } from 'drizzle-orm';
import { requireOpen } from '#src/server/course/study-state.ts';
import { studyClock } from '#src/server/core/db/schema/study.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { resumeAt } from '#src/lib/ranges.ts';
import { lockClock } from './lock-clock.ts';
import { readResource } from './read-resource.ts';
import { readProgressRow, resourceStanding } from './resource-standing.ts';
import { accrue, MAX_PLAYBACK_RATE, REPORT_INTERVAL, TOLERANCE_MS } from './study-budget.ts';

/**
 * Opens a player on a resource: from now on only this one counts for this person (design section 9). An older player
 * learns of it with its next report. Opening gives no budget, however often it is done.
 * @throws AppError 403 with the spec's text when the course may not be studied; 409 for what is not played
 */
export async function openPlayer(ctx: Context, { resourceId }: { resourceId: string }) {
  const { db, tenant, viewer } = ctx;
  const { resource, studyState } = await readResource(ctx, resourceId);
  requireOpen(studyState);
  if (resource.kind !== 'media' && resource.kind !== 'reading') throw new AppError(409, 'notPlayable');

  const key = { enterpriseId: tenant.id, userId: viewer.userId };
  const clock = await lockClock(db, key);
  const now = ctx.now();
  const playerId = crypto.randomUUID();
  const player = { playerId, resourceId, openedAt: now, active: false, playerSeconds: 0 };
  if (clock) {
    // Time before the opening is no study: it is passed over, and only what was unspent is kept.
    const { lastReportAt, budgetMs } = accrue(clock, now, 0);
    await db
      .update(studyClock)
      .set({ ...player, lastReportAt, budgetMs })
      .where(and(eq(studyClock.enterpriseId, key.enterpriseId), eq(studyClock.userId, key.userId)));
  } else {
    await db
      .insert(studyClock)
      .values({ ...key, ...player, lastReportAt: now, budgetMs: TOLERANCE_MS })
      // Another tab was first, a moment ago: what it opened is taken over, its budget stays.
      .onConflictDoUpdate({ target: [studyClock.enterpriseId, studyClock.userId], set: player });
  }
  const row = await readProgressRow(db, { ...key, resourceId });
  const standing = resourceStanding(row);
  return {
    ...standing,
    playerId,
    serverTime: now,
    reportInterval: REPORT_INTERVAL,
    maxPlaybackRate: MAX_PLAYBACK_RATE,
    resumeAt: resumeAt(standing.watched, resource.totalDuration),
    fileUrl: memberFileUrl(tenant.id, resource.fileId!, now),
    captionsUrl: resource.captionsFileId ? memberFileUrl(tenant.id, resource.captionsFileId, now) : null,
  };
}
