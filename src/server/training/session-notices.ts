import { and, eq, inArray } from 'drizzle-orm';
import type { NoticeKind } from '#src/contract/rules/notice.ts';
import { inZone } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { trainingSeat, trainingSession } from './tables.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { selectSessions, titleOf, type FoundSession } from './select-sessions.ts';

type Kind = Extract<NoticeKind, `training${string}`>;
type Sender = Pick<Context, 'db' | 'now'> & { tenant: Pick<Context['tenant'], 'id' | 'timeZone'> };

/** Sends a notice about a session to members. A member is told once of each `source`. */
export async function sendSessionNotices(
  { db, tenant, now }: Sender,
  sessionId: string,
  kind: Kind,
  to: { userId: string; source: string }[],
  reason?: string,
): Promise<void> {
  if (to.length === 0) return;
  const [found] = await selectSessions(
    db,
    and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, sessionId)),
  );
  const detail = noticeDetail(found!, tenant.timeZone);
  await sendNotices(
    db,
    tenant.id,
    to.map((each) => ({
      ...each,
      kind,
      detail: reason ? { ...detail, reason } : detail,
      path: sessionPath(found!),
      at: now(),
    })),
  );
}

/** Sends a notice to all members with a place in a session, or on its waiting list. */
export async function tellMembers(ctx: Sender, sessionId: string, kind: Kind, source: string, reason?: string) {
  const members = await ctx.db
    .select({ userId: trainingSeat.userId })
    .from(trainingSeat)
    .where(
      and(
        eq(trainingSeat.enterpriseId, ctx.tenant.id),
        eq(trainingSeat.sessionId, sessionId),
        inArray(trainingSeat.status, ['booked', 'waiting']),
      ),
    );
  const to = members.map(({ userId }) => ({ userId, source }));
  await sendSessionNotices(ctx, sessionId, kind, to, reason);
}

/** Values of the text of a notice about a session. */
export function noticeDetail(found: FoundSession, timeZone: string): Record<string, string> {
  const { place, room, startAt } = found.session;
  return {
    title: titleOf(found),
    place: [place, room].filter(Boolean).join(' '),
    time: inZone(startAt, timeZone).format('YYYY-MM-DD HH:mm'),
  };
}

/** Where a member sees a session: its class in the study room. */
export const sessionPath = ({ courseId, session }: FoundSession): string =>
  `/watch/course?id=${courseId}&resource=${session.resourceId}`;
