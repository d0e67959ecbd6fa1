import { sql } from 'drizzle-orm';
import { inZone } from '#src/lib/dates.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { learnersOf } from '#src/server/study/own-courses.ts';
import { WAITING_MS } from './status.ts';

/** Members of one transaction. */
const BATCH = 1_000;

type Key = { enterpriseId: string; sessionId: string };
/** `soon`: the waiting room opens; `recording`: it can be watched again. */
type LiveEvent = 'soon' | 'moved' | 'cancelled' | 'reopened' | 'recording';

/**
 * Tells the members whose own course a live class belongs to what has become of it, batch by batch. A repetition tells those who do not
 * know yet: each member is told once of each `cause`.
 */
export async function tellLearners(key: Key, event: LiveEvent, cause: string | number, at: Date): Promise<void> {
  while ((await tellBatch(key, event, `live-${event}:${key.sessionId}:${cause}`, at)) === BATCH);
}

type Row = { userId: string; title: string; startAt: string };

/** @returns how many were told */
function tellBatch({ enterpriseId, sessionId }: Key, event: LiveEvent, source: string, at: Date): Promise<number> {
  return withTenant(enterpriseId, async (db) => {
    const { rows } = await db.execute<Row>(sql`
      select u.user_id as "userId", l.title, l.start_at as "startAt"
      from live_session l
      join course_resource r on r.enterprise_id = l.enterprise_id and r.id = l.resource_id and r.activity = 'live' and r.published
      join course c on c.enterprise_id = l.enterprise_id and c.id = l.course_id
      join enterprise_user u on u.enterprise_id = l.enterprise_id and u.status = 'active'
        and u.user_id in (${learnersOf(enterpriseId, sql`l.course_id`)})
      where l.enterprise_id = ${enterpriseId} and l.id = ${sessionId}
        and portal.course_status(c.status, ${enterpriseId}, u.user_id, c.id) = 'published'
        and not exists (select from notice n where n.enterprise_id = l.enterprise_id and n.user_id = u.user_id and n.source = ${source})
      order by u.user_id limit ${BATCH}`);
    if (rows.length === 0) return 0;
    const { timeZone } = await readEnterprise(db, enterpriseId);
    const notices = rows.map(({ userId, title, startAt }) => ({
      ...{ userId, kind: 'live' as const, path: `/live/watch/${sessionId}`, source, at },
      detail: { event, title, time: inZone(new Date(startAt), timeZone).format('YYYY-MM-DD HH:mm') },
    }));
    await sendNotices(db, enterpriseId, notices);
    return rows.length;
  });
}

/** Tells members of classes whose waiting room is open that they begin soon; anew when one was moved. */
export async function tellOfSoon(enterpriseId: string, now: Date): Promise<void> {
  const { rows } = await withTenant(enterpriseId, (db) =>
    db.execute<{ id: string; startAt: string }>(sql`
      select l.id, l.start_at as "startAt" from live_session l
      where l.enterprise_id = ${enterpriseId} and l.status = 'planned' and l.start_at > ${now.toISOString()}::timestamptz
        and l.start_at <= ${new Date(now.getTime() + WAITING_MS).toISOString()}::timestamptz
      order by l.start_at, l.id`),
  );
  for (const { id, startAt } of rows)
    await tellLearners({ enterpriseId, sessionId: id }, 'soon', +new Date(startAt), now);
}
