import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { LEAST_ANSWERS } from '#src/contract/rules/questionnaire.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { isManaged, questionnairesOf, shownCount } from './managed.ts';

type Row = { totalCount: number; id: string; title: string; detail: string; personName: null; at: Date; path: string };

/**
 * Returns questionnaires with results that the viewer has not seen, for the list of what waits for a lecturer. `at` is the
 * day of the last answer: nothing more exact is stored.
 */
export function pageWaiting(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /course/auth/questionnaire/waiting/page'>,
) {
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Omit<Row, 'at'> & { at: string }>(sql`
      select count(*) over ()::int as "totalCount", q.id, q.title, c.title as detail, null as "personName", f.at,
             '/account/questionnaires/' || q.resource_id || '?version=' || q.id as path
      from ${questionnairesOf(tenant.id)}
      cross join lateral (
        select max(n.completed_on)::timestamp at time zone ${tenant.timeZone} as at from questionnaire_completion n
        where n.enterprise_id = q.enterprise_id and n.questionnaire_id = q.id) f
      left join questionnaire_seen s
        on s.enterprise_id = q.enterprise_id and s.questionnaire_id = q.id and s.user_id = ${viewer.userId}
      where ${isManaged(viewer)} and ${shownCount} >= ${LEAST_ANSWERS} and ${shownCount} > coalesce(s.answer_count, 0)
      order by f.at desc, q.id desc limit ${limit} offset ${offset}`);
    return rows.map((row): Row => ({ ...row, at: new Date(row.at) }));
  });
}
