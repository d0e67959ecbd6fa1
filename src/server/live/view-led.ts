import { and, asc, eq } from 'drizzle-orm';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course } from '#src/server/course/tables.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { liveBroadcast, liveHand } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { ffmpegPath } from '#src/server/file/ffmpeg.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { playlistUrl } from './playback.ts';
import { cardOf, requireLed } from './read-session.ts';
import { readPolls, readState } from './read-state.ts';
import { MAX_SESSION_BYTES } from './store-segment.ts';

/** Returns what the console of a live class shows. @throws AppError 404 as `requireLed` */
export async function viewLed(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const found = await requireLed(ctx, id);
  const { session } = found;
  const now = ctx.now();
  const hands = await db
    .select({ userId: liveHand.userId, userName: enterpriseUser.userName, raisedAt: liveHand.raisedAt })
    .from(liveHand)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, liveHand.enterpriseId), eq(enterpriseUser.userId, liveHand.userId)),
    )
    .where(and(eq(liveHand.enterpriseId, tenant.id), eq(liveHand.sessionId, id)))
    .orderBy(asc(liveHand.raisedAt), asc(liveHand.userId))
    .limit(MAX_ITEMS.liveHands);
  return {
    ...cardOf(found, now),
    serverTime: now,
    state: await readState(db, session, now),
    requiredPercent: session.requiredPercent,
    recordingCounts: session.recordingCounts,
    keyIssuedAt: session.keyIssuedAt,
    ingestBytes: session.ingestBytes,
    maxIngestBytes: MAX_SESSION_BYTES,
    lastSegmentAt: session.lastSegmentAt,
    previewUrl: session.ingestBytes > 0 && !session.recordingFileId ? playlistUrl(session, 'preview', now) : null,
    broadcast: await readBroadcast(ctx, session.broadcastId),
    canConvert: ffmpegPath() !== null,
    hands,
    polls: await readPolls(db, session, true),
  };
}

async function readBroadcast({ db, tenant, viewer }: Context, id: string | null) {
  if (!id) return null;
  const [found] = await db
    .select({
      id: liveBroadcast.id,
      userId: liveBroadcast.userId,
      userName: enterpriseUser.userName,
      rehearsal: liveBroadcast.rehearsal,
      startedAt: liveBroadcast.startedAt,
    })
    .from(liveBroadcast)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, liveBroadcast.enterpriseId), eq(enterpriseUser.userId, liveBroadcast.userId)),
    )
    .where(and(eq(liveBroadcast.enterpriseId, tenant.id), eq(liveBroadcast.id, id)));
  if (!found) return null;
  const { userId, ...rest } = found;
  return { ...rest, isOwn: userId === viewer.userId };
}

/** Lists the live courses for which the viewer may plan classes: those of the lecturer, for administrators all. */
export function listLedCourses({ db, tenant, viewer }: Context) {
  return db
    .select({ id: course.id, title: course.title })
    .from(course)
    .leftJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(
      and(
        eq(course.enterpriseId, tenant.id),
        eq(course.courseType, 3),
        eq(course.status, 'published'),
        managesClasses(viewer) ? undefined : eq(lecturer.userId, viewer.userId),
      ),
    )
    .orderBy(asc(course.title), asc(course.id))
    .limit(MAX_ITEMS.page);
}
