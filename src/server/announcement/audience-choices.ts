import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';

type Choice = { id: string; title: string };

/** Lists departments and positions for audiences. */
export async function listAudienceChoices({ db, tenant }: Context) {
  const departments = await db.execute<Choice>(sql`
    select id, path as title from department where enterprise_id = ${tenant.id} and closed_at is null
    order by path limit ${MAX_ITEMS.organisationDepartments}`);
  const positions = await db.execute<Choice>(sql`
    select id, name as title from position where enterprise_id = ${tenant.id}
    order by name limit ${MAX_ITEMS.requirementPositions}`);
  return { departments: departments.rows, positions: positions.rows };
}

/** Lists active members by name, department or position, or those with some ids. */
export function listAudiencePeople(
  { db, tenant }: Context,
  input: OperationInput<'POST /system/auth/announcement/people/page'>,
) {
  const { keyword, ids } = input;
  return readPage(input, async ({ limit, offset }) => {
    type Row = { userId: string; userName: string; department: string | null; totalCount: number };
    const { rows } = await db.execute<Row>(sql`
      select u.user_id as "userId", u.user_name as "userName", u.department, count(*) over ()::int as "totalCount"
      from enterprise_user u
      where u.enterprise_id = ${tenant.id} and u.status = 'active' and u.user_type <> 3
        ${keyword ? sql`and concat_ws(' ', u.user_name, u.employee_no, u.department, u.post) ilike ${likePattern(keyword)}` : sql``}
        ${ids ? sql`and u.user_id = any (${`{${ids.join()}}`}::uuid[])` : sql``}
      order by u.user_name, u.user_id limit ${limit} offset ${offset}`);
    return rows;
  });
}
