import { sql, type SQL } from 'drizzle-orm';
import type { AskedExport } from '#src/server/export/export-list.ts';

/**
 * SQL condition: the member `u` has a seat `s` from an approved order of the user who exports. An organisation account sees
 * of its people what belongs to the courses that it has ordered for them.
 * @param isCourse condition that the row belongs to the course of the seat
 */
export const boughtSeat = ({ enterpriseId, userId }: AskedExport, isCourse: SQL) => sql`exists (
  select from course_seat s
  join course_order b on b.enterprise_id = s.enterprise_id and b.id = s.order_id and b.state = 'approved'
  where s.enterprise_id = ${enterpriseId} and s.user_id = u.user_id and b.buyer_id = ${userId} and (${isCourse}))`;
