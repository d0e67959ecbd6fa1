import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { type Entity, MAX_REPORT } from '#src/contract/rules/report.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';

/** Results of a search. */
const MOST = 20;

type Things = { from: SQL; name: SQL; hint?: SQL; isShown?: (scope: string[] | null) => SQL };

/** Where the things are that filters name: `x`. People and departments are those that the viewer manages. */
const THINGS: Record<Entity, Things> = {
  person: {
    from: sql`from (select *, user_id as id from enterprise_user where erased_at is null) x`,
    name: sql`x.user_name`,
    hint: sql`concat_ws(' · ', x.employee_no, x.department)`,
    isShown: (scope) => inScope(sql`x.department`, scope),
  },
  department: { from: sql`from department x`, name: sql`x.path`, isShown: (scope) => inScope(sql`x.path`, scope) },
  position: { from: sql`from position x`, name: sql`x.name` },
  course: { from: sql`from course x`, name: sql`x.title` },
  category: {
    from: sql`from category x`,
    name: sql`coalesce(x.name ->> 'zh', x.name ->> 'en')`,
    isShown: () => sql`x.deleted_at is null`,
  },
  exam: { from: sql`from exam x`, name: sql`x.title` },
  certificate: { from: sql`from certificate x`, name: sql`x.certificate_name` },
  lecturer: { from: sql`from lecturer x`, name: sql`x.lecturer_name`, hint: sql`x.lecturer_level` },
  requirement: { from: sql`from requirement x`, name: sql`x.title` },
  questionnaire: { from: sql`from questionnaire x`, name: sql`x.title` },
};

/** Finds things that a filter of a report can name, by name. */
export async function listValues(
  { db, tenant, viewer, locale }: Context,
  { entity, keyword, ids }: OperationInput<'POST /report/auth/report/value/list'>,
): Promise<Data<'POST /report/auth/report/value/list'>> {
  const { from, hint = sql`null::text`, isShown, ...things } = THINGS[entity];
  const name = entity === 'category' ? sql`coalesce(x.name ->> ${locale}, ${things.name})` : things.name;
  const which = ids ? sql`x.id = any(${sql.param(ids)}::uuid[])` : sql`${name} ilike ${likePattern(keyword)}`;
  const { rows } = await db.execute<Data<'POST /report/auth/report/value/list'>[number]>(sql`
    select x.id, ${name} as name, ${hint} as hint ${from}
    where x.enterprise_id = ${tenant.id} and ${which} and ${isShown?.(scopeOf(viewer, 'training.read')) ?? sql`true`}
    order by name, x.id limit ${ids ? MAX_REPORT.values : MOST}`);
  return rows;
}
