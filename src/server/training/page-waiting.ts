import { and, asc, count, gte, lt, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { trainingAttendance, trainingSession } from './tables.ts';
import { today } from './run-sessions.ts';
import { isRunBy, isUnconfirmed, selectSessions, titleOf } from './select-sessions.ts';

/**
 * Returns what waits for the lecturer of sessions: sessions of today that are not over, and sessions whose attendance, or
 * whose correction, is to be confirmed. Oldest first.
 */
export async function pageWaiting(ctx: Context, input: OperationInput<'POST /course/auth/training/waiting/page'>) {
  const { db, tenant, now } = ctx;
  const { to } = today(ctx);
  const planned = and(sql`${trainingSession.status} = 'planned'`, lt(trainingSession.startAt, to));
  const corrected = sql`${trainingSession.status} = 'closed' and exists (
    select from ${trainingAttendance} a where a.enterprise_id = ${tenant.id} and a.session_id = ${trainingSession.id}
      and ${isUnconfirmed(sql`a`)})`;
  const where = and(isRunBy(ctx), gte(trainingSession.startAt, oldest(now())), sql`(${planned} or ${corrected})`);
  const { limit, offset } = slice(input);
  const rows = await selectSessions(db, where)
    .orderBy(asc(trainingSession.startAt), asc(trainingSession.id))
    .limit(limit)
    .offset(offset);
  const counted = selectSessions(db, where).as('waiting');
  const [total] = await db.select({ n: count() }).from(counted);
  const list = rows.map((found) => {
    const { id, place, room, startAt } = found.session;
    return {
      id,
      title: titleOf(found),
      detail: [place, room].filter(Boolean).join(' · '),
      personName: found.lecturerName,
      at: startAt,
      path: `/account/sessions/${id}`,
    };
  });
  return paging(input, total!.n, list);
}

/** Older sessions that nobody has confirmed are found in the list of sessions only. */
const oldest = (at: Date) => new Date(at.getTime() - 90 * 86_400_000);
