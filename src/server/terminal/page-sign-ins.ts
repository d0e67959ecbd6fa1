import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { SIGN_IN_DAYS } from '#src/server/account/session/sign-in-history.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { countSome, readLongPage } from '#src/server/core/db/paging.ts';
import { terminal } from './tables.ts';
import { ofId } from './terminals.ts';

type Page = 'POST /user/auth/terminal/sign-in/page';
type Row = Omit<Data<Page>['list'][number], 'gmtCreate'> & { gmtCreate: string; totalCount: number };

/** Returns the name, place and state of a terminal. @throws AppError 404 for an unknown one */
export async function viewTerminal({ db, tenant }: Context, { id }: { id: string }) {
  const [found] = await db
    .select({ id: terminal.id, name: terminal.name, place: terminal.place })
    .from(terminal)
    .where(ofId(tenant.id, id));
  if (!found) throw notFound();
  return found;
}

/**
 * Lists who signed in at a terminal, and what was refused there, the newest first: entries of the audit log of as many days as people see of
 * their own sign-ins. Of more than are counted it shows the newest.
 * @throws AppError 404 for an unknown terminal
 */
export async function pageTerminalSignIns(ctx: Context, { id, ...page }: OperationInput<Page>) {
  const { db, tenant, now } = ctx;
  await viewTerminal(ctx, { id });
  const since = sql`portal.first_id(${new Date(now().getTime() - SIGN_IN_DAYS * 86_400_000).toISOString()}::timestamptz)`;
  const from = sql`audit_subject s join audit_log l on l.enterprise_id = s.enterprise_id and l.id = s.audit_id`;
  // Both ids: without that of the entry, each of its partitions is asked.
  const where = sql`s.enterprise_id = ${tenant.id} and s.subject_id = ${id} and s.audit_id >= ${since} and l.id >= ${since}
    and l.action in ('login', 'terminal.login.refused')`;
  const found = await readLongPage<Row>(page, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with found as materialized (
        select l.id, l.action, l.user_id, l.detail, l.gmt_create from ${from} where ${where}
        order by s.audit_id desc limit ${limit} offset ${offset}
      )
      select f.id, case f.action when 'login' then 'opened' else 'refused' end as outcome, f.detail ->> 'by' as by,
             f.detail ->> 'reason' as reason, f.gmt_create as "gmtCreate", f.user_id as "userId", u.user_name as "userName",
             u.employee_no as "employeeNo", u.department, ${countSome(from, where)} as "totalCount"
      from found f
      left join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = f.user_id
      order by f.id desc`);
    return rows;
  });
  const list = found.list.map(({ totalCount: _, gmtCreate, ...row }) => ({ ...row, gmtCreate: new Date(gmtCreate) }));
  return { ...found, list };
}
