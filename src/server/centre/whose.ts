import { sql, type SQL } from 'drizzle-orm';
import { likePattern } from '#src/lib/like-pattern.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { inDepartment } from '#src/server/core/in-department.ts';
import type { AskedExport } from '#src/server/export/export-list.ts';

/** Whose organisation a list is about. */
export type Whose = {
  enterpriseId: string;
  /** The organisation account; null: all of the enterprise, for administrators. */
  buyerId: string | null;
  timeZone: string;
  now: Date;
};
export type Filter = {
  keyword?: string | undefined;
  department?: string | undefined;
  userId?: string | undefined;
};

/** The organisation of the viewer. */
export const whoseOf = ({ tenant, viewer, now }: Omit<Context, 'db'>): Whose => ({
  ...{ enterpriseId: tenant.id, timeZone: tenant.timeZone, now: now() },
  buyerId: viewer.isAdmin ? null : viewer.userId,
});

/** The organisation of an export: its job checks again that the user may have its scope. */
export const whoseExport = ({ enterpriseId, timeZone, now, userId, input }: AskedExport): Whose => ({
  ...{ enterpriseId, timeZone, now },
  buyerId: input.scope === 'enterprise' ? null : userId,
});

/** SQL: the approved orders `o` of the organisation with their seats `s`, and the condition of both. */
export const boughtSeats = ({ enterpriseId, buyerId }: Whose): { from: SQL; where: SQL } => ({
  from: sql`course_order o join course_seat s on s.enterprise_id = o.enterprise_id and s.order_id = o.id`,
  where: sql`o.enterprise_id = ${enterpriseId} and o.state = 'approved' ${buyerId ? sql`and o.buyer_id = ${buyerId}` : sql``}`,
});

/** SQL: each course `course_id` of a seat with its person `user_id`, once, also when it was ordered twice. */
export const boughtCourses = (whose: Whose, { userId }: Filter): SQL => {
  const { from, where } = boughtSeats(whose);
  return sql`(select distinct s.user_id, s.course_id from ${from} where ${where} ${userId ? sql`and s.user_id = ${userId}` : sql``})`;
};

/** SQL condition: a person has a seat for a course. @param course its id; `text`: as text */
export const hasBought = (whose: Whose, userId: SQL, course: SQL, type: 'uuid' | 'text' = 'uuid'): SQL => {
  const { from, where } = boughtSeats(whose);
  return sql`(${userId}, ${course}) in (select s.user_id, s.course_id::${sql.raw(type)} from ${from} where ${where})`;
};

/** Seats from which on reading tables of the enterprise whole is faster than looking each person up. */
const MANY_SEATS = 2_000;

/**
 * Prepares the statement of a list for an organisation with many seats, until the end of the transaction: the planner expects hundreds of times fewer rows, and
 * would join them by as many looks into indexes.
 * @returns whether it has many
 */
export const expectMany = async (db: TenantDb, whose: Whose): Promise<boolean> => {
  const { from, where } = boughtSeats(whose);
  const { rows } = await db.execute(sql`
    select set_config('enable_nestloop', 'off', true), set_config('work_mem', '16MB', true)
    from (select from ${from} where ${where} limit ${MANY_SEATS}) many having count(*) = ${MANY_SEATS}`);
  return rows.length > 0;
};

/** SQL condition on the member `u` of a row. @param titles columns that a keyword is looked for in, too */
export const ofFilter = ({ keyword, department, userId }: Filter, ...titles: SQL[]): SQL => sql`
  ${userId ? sql`u.user_id = ${userId}` : sql`true`}
  ${department === undefined ? sql`` : sql`and ${inDepartment(sql`u.department`, department)}`}
  ${
    keyword
      ? sql`and concat_ws(' ', ${sql.join([sql`u.user_name`, sql`u.department`, ...titles], sql`, `)}) ilike ${likePattern(keyword)}`
      : sql``
  }`;

/** SQL of the day of a moment: its time would tell whose the newest answers to an anonymous questionnaire are (decision 053). */
export const dayOf = ({ timeZone }: Whose, moment: SQL): SQL =>
  sql`(${moment} at time zone ${timeZone}::text)::date::text`;
