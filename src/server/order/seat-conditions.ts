import { sql, type SQL } from 'drizzle-orm';
import type { TakeBack } from '#src/contract/rules/policy.ts';
import type { AskedExport } from '#src/server/export/export-list.ts';

/** SQL condition: a seat has not expired. @param seat alias of `course_seat` */
export const isValid = (seat: SQL) => sql`(${seat}.expires_at is null or ${seat}.expires_at > now())`;

/** SQL: the valid seats of a course in approved orders. */
const openSeats = (enterpriseId: SQL | string, courseId: SQL | string) => sql`
  from course_seat seat
  join course_order bought on bought.enterprise_id = seat.enterprise_id and bought.id = seat.order_id
                          and bought.state = 'approved'
  where seat.enterprise_id = ${enterpriseId} and seat.course_id = ${courseId} and ${isValid(sql`seat`)}`;

/** SQL condition: a user has a valid seat of an approved order, which opens the course to them. */
export const hasSeat = (enterpriseId: SQL | string, userId: SQL | string, courseId: SQL | string): SQL<boolean> =>
  sql`exists (select ${openSeats(enterpriseId, courseId)} and seat.user_id = ${userId})`;

/** SQL: the users for whom `hasSeat` holds. */
export const seatHolders = (enterpriseId: SQL | string, courseId: SQL | string): SQL =>
  sql`select seat.user_id ${openSeats(enterpriseId, courseId)}`;

/**
 * SQL condition: the member `u` has a seat `s` from an approved order of the user who exports. An organisation account sees
 * of its people what belongs to the courses that it has ordered for them.
 * @param isCourse condition that the row belongs to the course of the seat
 */
export const boughtSeat = ({ enterpriseId, userId }: AskedExport, isCourse: SQL) => sql`exists (
  select from course_seat s
  join course_order b on b.enterprise_id = s.enterprise_id and b.id = s.order_id and b.state = 'approved'
  where s.enterprise_id = ${enterpriseId} and s.user_id = u.user_id and b.buyer_id = ${userId} and (${isCourse}))`;

/** Whether a seat can be taken back from a member. @param progress state of the course; null: not begun */
export const mayTakeBack = (rule: TakeBack, progress: 'learning' | 'completed' | null): boolean =>
  rule === 'beforeStart' ? progress === null : rule === 'beforeCompletion' && progress !== 'completed';
