import { sql, type SQL } from 'drizzle-orm';

/** SQL condition: a user has a seat of an approved order, which opens the course to them. */
export const hasSeat = (enterpriseId: SQL | string, userId: SQL | string, courseId: SQL | string): SQL<boolean> => sql`
  exists (select from course_seat seat
          join course_order bought on bought.enterprise_id = seat.enterprise_id and bought.id = seat.order_id
                                  and bought.state = 'approved'
          where seat.enterprise_id = ${enterpriseId} and seat.user_id = ${userId} and seat.course_id = ${courseId})`;
