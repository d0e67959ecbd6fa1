import { and, eq, inArray, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { OperationInput } from '#src/contract/calls.ts';
import type { PeopleFilter } from '#src/contract/people.ts';
import type { Bundle } from '#src/contract/rules/rights.ts';
import { maskPhone, plainNumber, isPhone } from '#src/lib/phone.ts';
import { invitationState } from '#src/server/account/invitation/invitation-state.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { countOf, orderOf, readPage } from '#src/server/core/db/paging.ts';
import { canChange, isManaged, type Viewing } from './managed.ts';

type Filter = z.output<typeof PeopleFilter>;
type Input = OperationInput<'POST /user/auth/people/page'>;

/** SQL condition on `enterprise_user`: members whom the viewer may see and a filter finds. Erased members are found by nothing. */
export function peopleWhere(ctx: Viewing, filter: Filter): SQL {
  const { tenant } = ctx;
  const { departmentId, positionId, superiorId, status, userType, role, joinedFrom, joinedTo, missing, invitation } =
    filter;
  const { addedBy, keyword } = filter;
  return and(
    isManaged(ctx, 'people.read'),
    isNull(enterpriseUser.erasedAt),
    departmentId === undefined
      ? undefined
      : sql`${enterpriseUser.departmentId} in (
        select d.id from department d join department o on o.enterprise_id = d.enterprise_id and o.id = ${departmentId}
        where d.enterprise_id = ${tenant.id} and d.closed_at is null and (d.id = o.id or starts_with(d.path, o.path || '/')))`,
    positionId === undefined ? undefined : eq(enterpriseUser.positionId, positionId),
    superiorId === undefined ? undefined : eq(enterpriseUser.superiorId, superiorId),
    status === undefined ? undefined : eq(enterpriseUser.status, status),
    userType === undefined ? undefined : eq(enterpriseUser.userType, Number(userType)),
    role === 'administrator'
      ? enterpriseUser.isAdmin
      : role
        ? sql`exists (select from role_grant g where g.enterprise_id = ${tenant.id} and g.user_id = ${enterpriseUser.userId} and g.bundle = ${role})`
        : undefined,
    joinedFrom === undefined ? undefined : sql`${enterpriseUser.joinedOn} >= ${joinedFrom}`,
    joinedTo === undefined ? undefined : sql`${enterpriseUser.joinedOn} <= ${joinedTo}`,
    missing === undefined ? undefined : MISSING[missing],
    invitation === undefined ? undefined : isInvited(invitation),
    addedBy === undefined
      ? undefined
      : sql`exists (select from person_import_row r where r.enterprise_id = ${tenant.id} and r.import_id = ${addedBy}
          and r.user_id = ${enterpriseUser.userId} and r.kind = 'new' and r.outcome = 'done')`,
    keyword ? hasWord(keyword) : undefined,
  )!;
}

const MISSING: Record<NonNullable<Filter['missing']>, SQL> = {
  department: sql`${enterpriseUser.departmentId} is null`,
  position: sql`${enterpriseUser.positionId} is null`,
  employeeNo: sql`${enterpriseUser.employeeNo} is null`,
  phone: sql`not exists (select from portal.user_account a where a.id = ${enterpriseUser.userId} and a.phone is not null)`,
  signIn: sql`not exists (select from portal.user_session s where s.user_id = ${enterpriseUser.userId}
    and s.enterprise_id = ${enterpriseUser.enterpriseId})`,
  password: sql`exists (select from portal.user_account a where a.id = ${enterpriseUser.userId}
    and (a.password_hash is null or a.must_change_password))`,
};

/** SQL condition: members with an invitation in a state, or none. */
function isInvited(state: NonNullable<Filter['invitation']>): SQL {
  const own = sql`i.enterprise_id = ${enterpriseUser.enterpriseId} and i.user_id = ${enterpriseUser.userId}`;
  if (state === 'none') return sql`not exists (select from member_invitation i where ${own})`;
  return sql`exists (select from member_invitation i join portal.user_account a on a.id = i.user_id
    where ${own} and ${invitationState(sql`i`, sql`enterprise_user`, sql`a`)} = ${state})`;
}

/** A part of the name, its pinyin or initials, or the employee number; a phone number only as a whole: parts would reveal it. */
function hasWord(keyword: string): SQL {
  const word = keyword.toLowerCase();
  // Ten times as fast as the rules of a language, which other letters need.
  const bytes = /^[\p{ASCII}\p{Script=Han}]*$/u.test(word) ? sql` collate "C"` : sql``;
  const has = (column: SQLWrapper) => sql`strpos(lower(${column}${bytes}), ${word}) > 0`;
  const phone = plainNumber(keyword);
  const ofPhone = isPhone(phone)
    ? sql` or ${enterpriseUser.userId} = (select a.id from portal.user_account a where a.phone = ${phone})`
    : sql``;
  const ofPinyin = /^[a-z]+$/.test(word) ? sql` or strpos(${enterpriseUser.pinyin} collate "C", ${word}) > 0` : sql``;
  return sql`(${has(enterpriseUser.userName)} or ${has(enterpriseUser.employeeNo)}${ofPinyin}${ofPhone})`;
}

/** Order of the list, by name if it is not given. */
export function peopleOrder(sort: Input['sort']): SQL[] {
  const { userId, userName, employeeNo, department, post, joinedOn, gmtCreate } = enterpriseUser;
  return orderOf(sort, { userName, employeeNo, department, post, joinedOn, gmtCreate }, [userName, userId]);
}

/** Lists the members whom the viewer may see, by name. */
export async function pagePeople(ctx: Context, input: Input) {
  const { db } = ctx;
  const where = peopleWhere(ctx, input);
  const u = enterpriseUser;
  // Conditions that are slow are checked once for each member; otherwise a page is found in an index, and the rest is only counted.
  const isSlow = Boolean(input.keyword ?? input.missing);
  const found = await readPage(input, ({ limit, offset }) =>
    db
      .select({
        userId: u.userId,
        totalCount: isSlow ? sql<number>`(count(*) over ())::int` : countOf(sql`${u}`, where),
      })
      .from(u)
      .where(where)
      .orderBy(...peopleOrder(input.sort))
      .limit(limit)
      .offset(offset),
  );
  const rows = new Map(
    (
      await readRows(
        ctx,
        found.list.map(({ userId }) => userId),
      )
    ).map((row) => [row.userId, row]),
  );
  return { ...found, list: found.list.map(({ userId }) => rows.get(userId)!) };
}

/** What is shown of members. */
async function readRows(ctx: Context, userIds: string[]) {
  const u = enterpriseUser;
  const rows = await ctx.db
    .select({
      ...{ userId: u.userId, userName: u.userName, employeeNo: u.employeeNo, phone: userAccount.phone },
      ...{ departmentId: u.departmentId, department: u.department, positionId: u.positionId, post: u.post },
      ...{ joinedOn: u.joinedOn, userType: u.userType, isAdmin: u.isAdmin, status: u.status, revision: u.revision },
      gmtCreate: u.gmtCreate,
      superiorName: sql<string | null>`(select s.user_name from enterprise_user s
        where s.enterprise_id = ${u.enterpriseId} and s.user_id = ${u.superiorId})`,
      roles: sql<Bundle[]>`array(select distinct g.bundle from role_grant g
        where g.enterprise_id = ${u.enterpriseId} and g.user_id = ${u.userId} order by 1)`,
      lastSeenAt: sql<string | null>`(select max(s.last_used_at) from ${userSession} s
        where s.user_id = ${u.userId} and s.enterprise_id = ${u.enterpriseId})`,
      canChange: canChange(ctx),
    })
    .from(u)
    .innerJoin(userAccount, eq(userAccount.id, u.userId))
    .where(and(eq(u.enterpriseId, ctx.tenant.id), inArray(u.userId, userIds)));
  return rows.map(({ phone, lastSeenAt, ...row }) => ({
    ...row,
    phone: phone && maskPhone(phone),
    lastSeenAt: lastSeenAt && new Date(lastSeenAt),
  }));
}
