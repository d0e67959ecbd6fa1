import { and, eq, inArray, sql } from 'drizzle-orm';
import { maskPhone } from '#src/lib/phone.ts';
import { paging, slice } from '#src/server/db/paging.ts';
import { enterpriseUser } from '#src/server/db/schema/account.ts';
import type { Context } from '#src/server/http/context.ts';
import { Refusal } from '#src/server/http/refusal.ts';

type Member = { userId: string; userName: string; department: string | null };

/** Names of active members, by id; whoever is none is left out. */
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

/** Who has a seat of a course by an approved order. */
const seated = (enterpriseId: string, courseId: string) => sql`
  select s.user_id from course_seat s
  join course_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id and o.state = 'approved'
  where s.enterprise_id = ${enterpriseId} and s.course_id = ${courseId}`;

/**
 * Sees that people may get these seats: no more than there are, active members of this enterprise, and nobody who has
 * a seat of the course already.
 * @param seats how many seats there are for them
 * @throws Refusal 422 at `userIds`
 */
export async function checkPeople(
  ctx: Context,
  { courseId, seats, userIds }: { courseId: string; seats: number; userIds: string[] },
): Promise<void> {
  const wrong = (key: string) => new Refusal(422, 'invalid', { fields: [{ field: 'userIds', key }] });
  if (userIds.length > seats) throw wrong('field.tooManyPeople');
  if (userIds.length === 0) return;
  if ((await namesOf(ctx, userIds)).size < new Set(userIds).size) throw wrong('field.notMembers');
  const { rows } = await ctx.db.execute(
    sql`select from (${seated(ctx.tenant.id, courseId)}) s where s.user_id = any(${sql.param(userIds)}::uuid[]) limit 1`,
  );
  if (rows.length > 0) throw wrong('field.hasSeat');
}

type Input = { pageCurrent: number; pageSize: number; keyword?: string; department?: string; courseId?: string };

/** Accounts of organisations are nobody who studies. */
const ORGANISATION = 3;

/** Members who may get a seat: by name, department, post, or four and more digits of the phone number. */
export async function pagePeople({ db, tenant }: Context, input: Input) {
  const { keyword, department, courseId } = input;
  // A digit or two would find everybody, and tell a number piece by piece.
  const digits = /^\d{4,11}$/.test(keyword ?? '') ? keyword! : null;
  const { limit, offset } = slice(input);
  const { rows } = await db.execute<
    Member & { post: string | null; phone: string | null; hasSeat: boolean; count: number }
  >(sql`
    select u.user_id as "userId", u.user_name as "userName", u.department, u.post, a.phone,
           ${courseId ? sql`u.user_id in (${seated(tenant.id, courseId)})` : sql`false`} as "hasSeat",
           count(*) over ()::int as count
    from enterprise_user u join portal.user_account a on a.id = u.user_id
    where u.enterprise_id = ${tenant.id} and u.status = 'active' and u.user_type <> ${ORGANISATION}
      ${department === undefined ? sql`` : sql`and u.department = ${department}`}
      ${
        keyword
          ? sql`and (strpos(lower(concat_ws(' ', u.user_name, u.department, u.post)), lower(${keyword})) > 0
                     ${digits ? sql`or strpos(a.phone, ${digits}) > 0` : sql``})`
          : sql``
      }
    order by u.department nulls last, u.user_name, u.user_id
    limit ${limit} offset ${offset}`);
  const list = rows.map(({ phone, ...row }) => ({ ...row, phone: phone && maskPhone(phone) }));
  return paging(input, rows[0]?.count ?? 0, list);
}

/** Departments with how many active members each has. */
export async function listDepartments({ db, tenant }: Context) {
  const { rows } = await db.execute<{ department: string; memberCount: number }>(sql`
    select department, count(*)::int as "memberCount" from enterprise_user
    where enterprise_id = ${tenant.id} and status = 'active' and user_type <> ${ORGANISATION} and department is not null
    group by department order by department`);
  return rows;
}
