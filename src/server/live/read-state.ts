import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { liveAttendance, liveHand, livePoll, livePollVote, type LiveSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { isReceiving, isReopenable, statusOf } from './status.ts';

/** A member is present if the page reported within this time. */
const PRESENT_MS = 60_000;

/** SQL condition: the member is present. */
export const isPresent = (now: Date) => gt(liveAttendance.lastBeatAt, new Date(now.getTime() - PRESENT_MS));

/** Returns the polls of a session in order. @param isHost whether votes of open polls are counted, too */
export async function readPolls(db: TenantDb, { enterpriseId, id }: LiveSession, isHost: boolean) {
  const polls = await db
    .select()
    .from(livePoll)
    .where(and(eq(livePoll.enterpriseId, enterpriseId), eq(livePoll.sessionId, id)))
    .orderBy(asc(livePoll.id))
    .limit(MAX_ITEMS.livePolls);
  if (polls.length === 0) return [];
  const counted = await db
    .select({ pollId: livePollVote.pollId, choice: livePollVote.choice, count: sql<number>`count(*)::int` })
    .from(livePollVote)
    .innerJoin(
      livePoll,
      and(eq(livePoll.enterpriseId, livePollVote.enterpriseId), eq(livePoll.id, livePollVote.pollId)),
    )
    .where(and(eq(livePollVote.enterpriseId, enterpriseId), eq(livePoll.sessionId, id)))
    .groupBy(livePollVote.pollId, livePollVote.choice);
  return polls.map(({ id: pollId, question, options, open }) => {
    const votes = options.map(
      (_, choice) => counted.find((row) => row.pollId === pollId && row.choice === choice)?.count ?? 0,
    );
    return {
      id: pollId,
      question,
      options,
      open,
      votes: isHost || !open ? votes : null,
      voteCount: votes.reduce((sum, count) => sum + count, 0),
    };
  });
}

/** Returns what all viewers of a session see change. */
export async function readState(db: TenantDb, session: LiveSession, now: Date) {
  const { enterpriseId, id } = session;
  const presentCount = await db.$count(
    liveAttendance,
    and(eq(liveAttendance.enterpriseId, enterpriseId), eq(liveAttendance.sessionId, id), isPresent(now)),
  );
  const handCount = await db.$count(liveHand, and(eq(liveHand.enterpriseId, enterpriseId), eq(liveHand.sessionId, id)));
  return {
    status: statusOf(session, now),
    reopenable: isReopenable(session, now),
    startAt: session.startAt,
    endAt: session.endAt,
    openedAt: session.openedAt,
    endedAt: session.endedAt,
    chatOpen: session.chatOpen,
    slowModeSeconds: session.slowModeSeconds,
    receiving: isReceiving(session, now),
    presentCount,
    handCount,
    polls: await readPolls(db, session, false),
    revision: session.revision,
  };
}
