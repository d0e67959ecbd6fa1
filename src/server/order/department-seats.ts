import { sql } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inDepartment } from '#src/server/core/in-department.ts';
import { seatHolders } from './people.ts';
import { lockFreeSeats, saveSeats, type Where } from './seats.ts';

type Asked = Where & { department: string };
type Person = { userId: string; userName: string; department: string | null; hasSeat: boolean };
/** People of each group that the preview names. */
const NAMED = 100;

/** Reads the active members of a department and those below it, by name, with whether they have a valid seat of the course. */
async function readPeople({ db, tenant }: Context, { courseId, department }: Asked): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    select u.user_id as "userId", u.user_name as "userName", u.department,
           u.user_id in (${seatHolders(tenant.id, courseId)}) as "hasSeat"
    from enterprise_user u
    where u.enterprise_id = ${tenant.id} and u.status = 'active' and u.user_type <> ${USER_TYPE.organisation}
      and ${inDepartment(sql`u.department`, department)}
    order by u.user_name, u.user_id`);
  return rows;
}

/**
 * Returns who of a department would get a free seat of a course of an order, and who has one already.
 * @throws AppError 404 for an order that the user cannot see; 409 while it is not approved
 */
export async function planDepartmentSeats(ctx: Context, asked: Asked) {
  const free = await lockFreeSeats(ctx, asked);
  const people = await readPeople(ctx, asked);
  const get = people.filter(({ hasSeat }) => !hasSeat);
  const have = people.filter(({ hasSeat }) => hasSeat);
  return {
    ...{ free, getCount: get.length, haveCount: have.length },
    ...{ get: get.slice(0, NAMED), have: have.slice(0, NAMED) },
  };
}

/**
 * Assigns free seats to all members of a department who have none, as the plan has shown: to all of them or, when seats are short, to nobody.
 * @param getCount of the plan
 * @throws AppError 404 and 409 as the plan; 409 when the department has other members by now, has nobody who needs a seat, or needs more
 *   seats than are free
 */
export async function saveDepartmentSeats(ctx: Context, { getCount, ...asked }: Asked & { getCount: number }) {
  const free = await lockFreeSeats(ctx, asked);
  const userIds = (await readPeople(ctx, asked)).filter(({ hasSeat }) => !hasSeat).map(({ userId }) => userId);
  if (userIds.length !== getCount) throw new AppError(409, 'seatPlanChanged');
  if (userIds.length === 0) throw new AppError(409, 'nobodyNeedsSeat');
  if (userIds.length > free) throw new AppError(409, 'seatsShort', { params: { needed: userIds.length, free } });
  return saveSeats(ctx, { orderId: asked.orderId, courseId: asked.courseId, userIds });
}
