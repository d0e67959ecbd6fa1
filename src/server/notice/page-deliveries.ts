import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { zonedTime } from '#src/lib/dates.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import type { Context } from '#src/server/core/context.ts';
import { countSome, readLongPage } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Page = 'POST /user/auth/notice/delivery/page';
type Row = Data<Page>['list'][number];
type Stored = Omit<Row, 'gmtCreate' | 'doneAt' | 'nextAt'> & {
  gmtCreate: string;
  nextAt: string;
  doneAt: string | null;
  totalCount: number;
};

/**
 * Lists what became of notices on other channels than the portal, the newest first. The page is found in an index, also among a million, of which
 * some are counted; what a notice says is left out.
 */
export async function pageDeliveries({ db, tenant }: Context, input: OperationInput<Page>) {
  const { keyword, group, channel, state, from, to } = input;
  const dayStart = (day: string, days = 0) => {
    const on = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    return sql`${zonedTime(`${on}T00:00`, tenant.timeZone).toISOString()}::timestamptz`;
  };
  const conditions = [
    sql`d.enterprise_id = ${tenant.id}`,
    keyword && ofPeople(await peopleOf(db, tenant.id, keyword)),
    group && sql`d.group_name = ${group}`,
    channel && sql`d.channel = ${channel}`,
    state && sql`d.state = ${state}`,
    from && sql`d.gmt_create >= ${dayStart(from)}`,
    to && sql`d.gmt_create < ${dayStart(to, 1)}`,
  ].filter(Boolean) as SQL[];
  const where = sql.join(conditions, sql` and `);
  const page = await readLongPage<Stored>(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Stored>(sql`
      with found as materialized (
        select d.* from notice_delivery d where ${where}
        order by d.gmt_create desc, d.notice_id desc, d.channel desc limit ${limit} offset ${offset}
      )
      select f.notice_id || ':' || f.channel as id, f.channel, f.group_name as "group", f.is_required as "isRequired", f.state, f.reason, f.tries,
             f.error, f.gmt_create as "gmtCreate", f.next_at as "nextAt", f.done_at as "doneAt",
             u.user_name as "userName", u.employee_no as "employeeNo",
             ${countSome(sql`notice_delivery d`, where)} as "totalCount"
      from found f
      join enterprise_user u on u.enterprise_id = f.enterprise_id and u.user_id = f.user_id
      order by f.gmt_create desc, f.notice_id desc, f.channel desc`);
    return rows;
  });
  const list = page.list.map(({ totalCount: _, gmtCreate, nextAt, doneAt, ...rest }) => ({
    ...rest,
    ...{ gmtCreate: new Date(gmtCreate), nextAt: new Date(nextAt), doneAt: doneAt && new Date(doneAt) },
  }));
  return { ...page, list };
}

/** People whose deliveries are found by their ids. */
const FEW = 200;

/** SQL of the people with a keyword in name or number. */
const named = (enterpriseId: string, keyword: string) => sql`
  select u.user_id from enterprise_user u
  where u.enterprise_id = ${enterpriseId} and concat_ws(' ', u.user_name, u.employee_no) ilike ${likePattern(keyword)}`;

/**
 * The people whom a keyword finds: ids of few, whose deliveries have an index, or SQL of many, of whom the newest deliveries have some. Without that
 * knowledge, all deliveries are read for a keyword that finds nobody.
 */
async function peopleOf(db: TenantDb, enterpriseId: string, keyword: string): Promise<string[] | SQL> {
  const { rows } = await db.execute<{ user_id: string }>(sql`${named(enterpriseId, keyword)} limit ${FEW + 1}`);
  return rows.length > FEW ? named(enterpriseId, keyword) : rows.map(({ user_id }) => user_id);
}

const ofPeople = (people: string[] | SQL): SQL =>
  Array.isArray(people) ? sql`d.user_id = any(${sql.param(people)}::uuid[])` : sql`d.user_id in (${people})`;
