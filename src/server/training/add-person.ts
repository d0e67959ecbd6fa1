import { and, eq, max, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { trainingSeat } from './tables.ts';
import { isSignOpen, signPeriod } from './attendance-rule.ts';
import { announceSeats } from './book-seat.ts';
import { findRunSession, lockSession } from './select-sessions.ts';
import { storeSign } from './store-sign.ts';

type Row = { userId: string; userName: string; department: string | null; post: string | null; totalCount: number };

/** SQL condition on member `u`: may study course `c` and has no place in session `s`. */
const CAN_BE_ADDED = sql.raw(`
  u.status = 'active' and u.user_type <> ${USER_TYPE.organisation} and portal.course_status(c.status, c.enterprise_id, u.user_id, c.id) = 'published'
  and case
    when c.purchase_required then exists (
      select from course_seat p join course_order o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
      where p.enterprise_id = c.enterprise_id and p.course_id = c.id and p.user_id = u.user_id and o.state = 'approved')
    when c.registration_required then exists (
      select from course_registration g
      where g.enterprise_id = c.enterprise_id and g.course_id = c.id and g.user_id = u.user_id and g.status = 'approved')
    else true
  end
  and not exists (
    select from training_seat b
    where b.enterprise_id = s.enterprise_id and b.session_id = s.id and b.user_id = u.user_id and b.status = 'booked')`);

/**
 * Lists members who can be added to the sheet of a session, by name, department or post.
 * @throws AppError 404, also for a session of another lecturer
 */
export async function pageAddable(
  ctx: Context,
  { sessionId, keyword, ...page }: OperationInput<'POST /course/auth/training/run/people/page'>,
) {
  await findRunSession(ctx, sessionId);
  return readPage(page, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<Row>(sql`
      select u.user_id as "userId", u.user_name as "userName", u.department, u.post,
             (count(*) over ())::int as "totalCount"
      from training_session s
      join course_resource r on r.enterprise_id = s.enterprise_id and r.id = s.resource_id
      join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
      join enterprise_user u on u.enterprise_id = s.enterprise_id
      where s.enterprise_id = ${ctx.tenant.id} and s.id = ${sessionId} and u.user_id <> ${ctx.viewer.userId}
        and ${CAN_BE_ADDED}
        and strpos(lower(concat_ws(' ', u.user_name, u.department, u.post)), lower(${keyword})) > 0
      order by u.user_name, u.user_id limit ${limit} offset ${offset}`);
    return rows;
  });
}

/**
 * Adds a member who is in the room without a place, also beyond the capacity, and signs them in by hand while signing in is
 * open; afterwards their attendance can be corrected. Idempotent.
 * @throws AppError 403 for the viewer; 404, also for a member who may not study the course; 409 before signing in opens, and
 *   for a cancelled session
 */
export async function addPerson(
  ctx: Context,
  { sessionId, userId }: OperationInput<'POST /course/auth/training/attendance/add'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const found = await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  if (userId === viewer.userId) throw new AppError(403, 'cannotCorrectOwn');
  if (session.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (now() < signPeriod(session, 'in').opensAt) throw new AppError(409, 'signTooEarly');
  const ofSession = and(eq(trainingSeat.enterpriseId, tenant.id), eq(trainingSeat.sessionId, sessionId));
  const booked = and(ofSession, eq(trainingSeat.status, 'booked'));
  if ((await db.$count(trainingSeat, and(booked, eq(trainingSeat.userId, userId)))) > 0) return { userId };
  await requireAddable(ctx, sessionId, userId);
  if ((await db.$count(trainingSeat, booked)) >= MAX_ITEMS.trainingSeats) throw new AppError(409, 'trainingFull');
  const [last] = await db
    .select({ position: max(trainingSeat.position) })
    .from(trainingSeat)
    .where(ofSession);
  const seat = { status: 'booked' as const, gmtModified: now() };
  await db
    .insert(trainingSeat)
    .values({
      enterpriseId: tenant.id,
      sessionId,
      userId,
      position: (last?.position ?? 0) + 1,
      ...seat,
      gmtCreate: now(),
    })
    .onConflictDoUpdate({
      target: [trainingSeat.enterpriseId, trainingSeat.sessionId, trainingSeat.userId],
      set: seat,
    });
  if (session.status === 'planned' && isSignOpen(session, 'in', now()))
    await storeSign(ctx, session, { userId, mode: 'in', by: 'hand' });
  await audit(db, ctx, 'training.personAdded', { sessionId, userId }, { about: [sessionId, userId] });
  await announceSeats(ctx, found.courseId);
  return { userId };
}

async function requireAddable({ db, tenant }: Context, sessionId: string, userId: string): Promise<void> {
  const { rows } = await db.execute(sql`
    select 1 from training_session s
    join course_resource r on r.enterprise_id = s.enterprise_id and r.id = s.resource_id
    join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
    join enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = ${userId}
    where s.enterprise_id = ${tenant.id} and s.id = ${sessionId} and ${CAN_BE_ADDED}`);
  if (rows.length === 0) throw new AppError(404, 'notFound');
}
