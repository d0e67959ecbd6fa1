import { sql } from 'drizzle-orm';
import { SEAT_END_DAYS } from '#src/contract/rules/centre.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { type NewNotice, sendNotices } from '#src/server/notice/send-notice.ts';

type Tenant = { enterpriseId: string; timeZone: string; at: Date };
type Ending = { orderId: string; courseId: string; userId: string; title: string; day: string; count: number };

/**
 * Tells organisation accounts which of their seats end within 30 days, and again within 7, unless the course is completed: once for all seats
 * of a course of an order that end on the same day. Who was given a seat that ends so soon knows its end. Safe to repeat.
 * @returns how many notices were sent
 */
export async function sendSeatNotices(db: TenantDb, { enterpriseId, timeZone, at }: Tenant): Promise<number> {
  let sent = 0;
  const now = sql`${at.toISOString()}::timestamptz`;
  for (const [index, days] of SEAT_END_DAYS.entries()) {
    const [from, to] = [SEAT_END_DAYS[index + 1] ?? 0, days].map((n) => sql`make_interval(days => ${n}::int)`);
    const { rows } = await db.execute<Ending>(sql`
      select s.order_id as "orderId", s.course_id as "courseId", o.buyer_id as "userId", c.title, count(*)::int as count,
             (s.expires_at at time zone ${timeZone}::text)::date::text as day
      from course_seat s
      join course_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id and o.state = 'approved'
      join enterprise_user b on b.enterprise_id = o.enterprise_id and b.user_id = o.buyer_id and b.status = 'active'
      join course c on c.enterprise_id = s.enterprise_id and c.id = s.course_id
      left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id
      where s.enterprise_id = ${enterpriseId} and s.expires_at > ${now} + ${from} and s.expires_at <= ${now} + ${to}
        and s.gmt_create < s.expires_at - ${to} and p.status is distinct from 'completed'
      group by 1, 2, 3, 4, 6`);
    const notices = rows.map(({ orderId, courseId, userId, day, ...detail }): NewNotice => ({
      ...{ userId, kind: 'seatsEnding', detail: { ...detail, date: day }, at },
      ...{ path: '/account?change=7&part=seats&ends=soon', source: `seats:${orderId}:${courseId}:${day}:${days}` },
    }));
    sent += (await sendNotices(db, enterpriseId, notices)).length;
  }
  return sent;
}
