import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';

type Begun = {
  enterpriseId: string;
  orderId: string;
  /** Only these seats; absent: all of the order. */
  given?: { courseId: string; userIds: string[] };
  at: Date;
};

/** Sets until when the seats of an approved order are valid that begin now; a later change of the rules does not concern them. */
export async function startSeats(db: TenantDb, { enterpriseId, orderId, given, at }: Begun): Promise<void> {
  await db.execute(sql`
    update course_seat s set expires_at = ${at.toISOString()}::timestamptz + make_interval(months => (r ->> 'seatMonths')::int)
    from (select ${rulesSql('orders', enterpriseId)} as r) rules
    where s.enterprise_id = ${enterpriseId} and s.order_id = ${orderId} and (r ->> 'seatMonths')::int > 0
      ${given ? sql`and s.course_id = ${given.courseId} and s.user_id = any(${sql.param(given.userIds)}::uuid[])` : sql``}`);
}
