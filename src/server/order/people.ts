import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { isPhone, maskPhone, plainDigits, plainNumber } from '#src/lib/phone.ts';
import { takePhoneSearch } from '#src/server/account/person/phone-search.ts';
import { inDepartment } from '#src/server/core/in-department.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { isValid } from './seat-conditions.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';

type Member = { userId: string; userName: string; department: string | null };

/** Returns active members by id; other ids are omitted. */
export async function namesOf({ db, tenant }: Context, userIds: string[]): Promise<Map<string, Member>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({
      userId: enterpriseUser.userId,
      userName: enterpriseUser.userName,
      department: enterpriseUser.department,
    })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        eq(enterpriseUser.status, 'active'),
        inArray(enterpriseUser.userId, userIds),
      ),
    );
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Sub-query: users with a valid seat of the course from an approved order. */
export const seatHolders = (enterpriseId: string, courseId: string) => sql`
  select s.user_id from course_seat s
  join course_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id and o.state = 'approved'
  where s.enterprise_id = ${enterpriseId} and s.course_id = ${courseId} and ${isValid(sql`s`)}`;

/**
 * Checks that members can get these seats: no more members than seats, all active members of this enterprise, none with
 * a seat of the course already.
 * @param seats number of available seats
 * @throws AppError 422 at `userIds`
 */
export async function checkPeople(
  ctx: Context,
  { courseId, seats, userIds }: { courseId: string; seats: number; userIds: string[] },
): Promise<void> {
  const wrong = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'userIds', key }] });
  if (userIds.length > seats) throw wrong('field.tooManyPeople');
  if (userIds.length === 0) return;
  if ((await namesOf(ctx, userIds)).size < new Set(userIds).size) throw wrong('field.notMembers');
  const { rows } = await ctx.db.execute(
    sql`select from (${seatHolders(ctx.tenant.id, courseId)}) s where s.user_id = any(${sql.param(userIds)}::uuid[]) limit 1`,
  );
  if (rows.length > 0) throw wrong('field.hasSeat');
}

type ContextWithoutDb = Omit<Context, 'db'>;
type Input = OperationInput<'POST /course/auth/order/people/page'>;

/**
 * Lists members who can get a seat, searched by name, department, post, the complete phone number or its last four
 * digits. Other parts of a number match nothing: combined with the mask they would reveal the number digit by digit.
 * @throws AppError 429 after too many searches by complete numbers
 */
export async function pagePeople(ctx: ContextWithoutDb, input: Input) {
  await takePhoneSearch(ctx, input.keyword);
  return withTenant(ctx.tenant.id, (db) => readPeople(db, ctx.tenant.id, input));
}

async function readPeople(db: TenantDb, enterpriseId: string, input: Input) {
  const { keyword, department, courseId } = input;
  const phone = plainNumber(keyword ?? '');
  // Not as a number: in `0042` the zeros are no international prefix.
  const digits = plainDigits(keyword ?? '');
  const byPhone = isPhone(phone)
    ? sql`or a.phone = ${phone}`
    : /^\d{4}$/.test(digits)
      ? sql`or right(a.phone, 4) = ${digits}`
      : sql``;
  type Row = Member & { post: string | null; phone: string | null; hasSeat: boolean; totalCount: number };
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
    select u.user_id as "userId", u.user_name as "userName", u.department, u.post, a.phone,
           ${courseId ? sql`u.user_id in (${seatHolders(enterpriseId, courseId)})` : sql`false`} as "hasSeat",
           count(*) over ()::int as "totalCount"
    from enterprise_user u join portal.user_account a on a.id = u.user_id
    where u.enterprise_id = ${enterpriseId} and u.status = 'active' and u.user_type <> ${USER_TYPE.organisation}
      ${department === undefined ? sql`` : sql`and ${inDepartment(sql`u.department`, department)}`}
      ${
        keyword
          ? sql`and (strpos(lower(concat_ws(' ', u.user_name, u.department, u.post)), lower(${keyword})) > 0 ${byPhone})`
          : sql``
      }
    order by u.department nulls last, u.user_name, u.user_id
    limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, phone: row.phone && maskPhone(row.phone) }));
  });
}

/** Lists the departments, each before those below it, with the number of active members in it and below. */
export async function listDepartments({ db, tenant }: Context) {
  const { rows } = await db.execute<{ department: string; memberCount: number }>(sql`
    select array_to_string(parts[:n], '/') as department, count(*)::int as "memberCount"
    from enterprise_user u, string_to_array(u.department, '/') parts, generate_series(1, cardinality(parts)) n
    where u.enterprise_id = ${tenant.id} and u.status = 'active' and u.user_type <> ${USER_TYPE.organisation}
    group by parts[:n] order by parts[:n] limit ${MAX_ITEMS.departments}`);
  return rows;
}
