import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { type BulkAction, startBulk } from '#src/server/bulk/start-bulk.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { endSessionsOf, saveStatus, transferPerson } from './change-person.ts';
import { invitePerson } from './invitations.ts';
import { canChange, checkPlace, isManaged, lockManaged } from './managed.ts';
import { peopleWhere } from './page-people.ts';

type Asked = OperationInput<'POST /user/auth/people/bulk/save'>;
type Chosen = Pick<Asked, 'ids' | 'found'>;
type Transfer = NonNullable<Asked['transfer']>;
type Invitation = NonNullable<Asked['invitation']> & { origin: string };

const ACTIONS = {
  disable: {
    name: 'personDisable',
    apply: (ctx: Context, userId: string) => saveStatus(ctx, { userId, status: 'disabled' }),
  },
  enable: {
    name: 'personEnable',
    apply: (ctx: Context, userId: string) => saveStatus(ctx, { userId, status: 'active' }),
  },
  transfer: {
    name: 'personTransfer',
    apply: async (ctx: Context, userId: string, { transfer }: { transfer: Transfer }) => {
      const { departmentId, positionId, superiorId } = await lockManaged(ctx, userId);
      return transferPerson(ctx, { userId, departmentId, positionId, superiorId, ...transfer });
    },
  },
  endSessions: { name: 'personSessions', apply: (ctx: Context, userId: string) => endSessionsOf(ctx, { userId }) },
  invite: {
    name: 'personInvite',
    apply: (ctx: Context, userId: string, { invitation: { origin, ...asked } }: { invitation: Invitation }) =>
      invitePerson(ctx, userId, asked, origin),
  },
} satisfies Record<Asked['kind'], BulkAction>;

/** Changes of several members. */
export const PEOPLE_CHANGES: readonly BulkAction[] = Object.values(ACTIONS);

/** The list in which they are begun. */
const LIST = '/admin/people';

/** SQL condition on `enterprise_user`: the members that were chosen and whom the viewer may see. */
const isChosen = (ctx: Context, { ids, found }: Chosen): SQL =>
  found
    ? peopleWhere(ctx, found.filter)
    : and(isManaged(ctx, 'people.read'), isNull(enterpriseUser.erasedAt), inArray(enterpriseUser.userId, ids!))!;

/** @throws AppError 404 when the viewer may not see one of the chosen ones; 409 when the filter finds another number than the user saw */
function checkCount({ ids, found }: Chosen, count: number): void {
  if (found && count !== found.count) throw new AppError(409, 'listChanged');
  if (ids && count !== new Set(ids).size) throw new AppError(404, 'notFound');
}

/**
 * Begins to disable, enable, transfer, sign out or invite several members. Those whom the viewer may not change stay as they are, which the result says.
 * @throws AppError 404, 409 as `checkCount`; 422 for a place outside of the viewer's departments; 409 while another change runs
 */
export async function changePeople(ctx: Context, input: Asked) {
  const { ids, found, kind, transfer, invitation } = input;
  // What is wrong for all of them is said at once, not for each.
  if (transfer) await checkPlace(ctx, { departmentId: transfer.departmentId, positionId: transfer.positionId ?? null });
  const { userId, userName, employeeNo } = enterpriseUser;
  const rows = await ctx.db
    .select({ id: userId, userName, employeeNo })
    .from(enterpriseUser)
    .where(isChosen(ctx, input))
    .orderBy(userName, userId)
    .limit((found ? found.count : ids!.length) + 1);
  checkCount(input, rows.length);
  return startBulk(ctx, ACTIONS[kind], {
    list: LIST,
    rows: rows.map(({ id, userName, employeeNo }) => ({
      id,
      name: [userName, employeeNo].filter(Boolean).join(' · '),
    })),
    input: {
      ...(transfer && { transfer }),
      ...(invitation && { invitation: { ...invitation, origin: ctx.origin } }),
    },
  });
}

/**
 * Says what a change of several members would do, in sums.
 * @throws AppError 404, 409 as `checkCount`
 */
export async function sumConsequences(ctx: Context, input: Chosen) {
  const { db, tenant, now } = ctx;
  const at = now().toISOString();
  const ofChosen = (name: string) =>
    sql`${sql.raw(name)}.enterprise_id = ${tenant.id} and ${sql.raw(name)}.user_id = c.user_id`;
  type Sums = { count: number; active: number; unchangeable: number } & Record<
    | ('openAttempts' | 'openTasks' | 'sessions' | 'headOf' | 'superiorOf' | 'grants')
    | ('registered' | 'noPhone' | 'noEmail'),
    number
  >;
  const { rows } = await db.execute<Sums>(sql`
    with c as materialized (
      select ${enterpriseUser.userId}, ${enterpriseUser.status}, ${canChange(ctx)} as changeable
      from ${enterpriseUser} where ${isChosen(ctx, input)})
    select (select count(*)::int from c) as count,
           (select count(*)::int from c where status = 'active') as active,
           (select count(*)::int from c where not changeable) as unchangeable,
           (select count(*)::int from c join exam_attempt a on ${ofChosen('a')} and a.status = 'open' and not a.trial) as "openAttempts",
           (select count(*)::int from c join study_task_user u on ${ofChosen('u')} and u.completed_at is null
              join study_task t on t.enterprise_id = u.enterprise_id and t.id = u.task_id and t.published
                and t.start_at <= ${at} and t.end_at > ${at}) as "openTasks",
           (select count(*)::int from c join ${userSession} s on s.user_id = c.user_id and s.enterprise_id = ${tenant.id}
              and s.ended_at is null and s.expires_at > ${at}) as sessions,
           (select count(*)::int from c join department d on d.enterprise_id = ${tenant.id} and d.head_id = c.user_id
              and d.closed_at is null) as "headOf",
           (select count(*)::int from c join enterprise_user m on m.enterprise_id = ${tenant.id} and m.superior_id = c.user_id
              and m.status = 'active' where not exists (select from c o where o.user_id = m.user_id)) as "superiorOf",
           (select count(*)::int from c join role_grant g on ${ofChosen('g')}) as grants,
           r.registered, r."noPhone", r."noEmail"
    from (
      select count(*) filter (where o.own)::int as registered,
             count(*) filter (where not o.own and a.phone is null)::int as "noPhone",
             count(*) filter (where not o.own and coalesce(a.email, m.email) is null)::int as "noEmail"
      from c
      join ${userAccount} a on a.id = c.user_id
      join enterprise_user m on m.enterprise_id = ${tenant.id} and m.user_id = c.user_id
      cross join lateral (select a.password_hash is not null and not a.must_change_password as own) o) r`);
  const sums = rows[0]!;
  checkCount(input, sums.count);
  return sums;
}
