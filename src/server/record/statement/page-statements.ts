import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { isCurrent, isLatest, isUnchanged } from './read-content.ts';
import { annualStatement } from '../tables/statement.ts';

const newest = [desc(annualStatement.issuedAt), desc(annualStatement.id)];
const columns = {
  id: annualStatement.id,
  statementNo: annualStatement.statementNo,
  year: annualStatement.year,
  issuedAt: annualStatement.issuedAt,
};

/** Lists the statements that were issued to the viewer, newest first, and whether they still say what the ledger says. */
export async function pageOwn(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /data/auth/statement/page'>,
) {
  const where = and(eq(annualStatement.enterpriseId, tenant.id), eq(annualStatement.userId, viewer.userId));
  const { limit, offset } = slice(input);
  const rows = await db
    .select({ ...getTableColumns(annualStatement), isLatest, isUnchanged })
    .from(annualStatement)
    .where(where)
    .orderBy(...newest)
    .limit(limit)
    .offset(offset);
  const list = [];
  for (const row of rows) {
    const current = await isCurrent(db, { enterpriseId: tenant.id, timeZone: tenant.timeZone }, row);
    list.push({ ...row, state: current ? ('current' as const) : ('superseded' as const) });
  }
  return paging(input, await db.$count(annualStatement, where), list);
}

/** SQL condition on statements of departments: those that the viewer manages, whatever the department was called then. */
export const managedStatement = ({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>) => {
  const scope = scopeOf(viewer, 'training.read');
  return and(
    eq(annualStatement.enterpriseId, tenant.id),
    isNull(annualStatement.userId),
    isNull(annualStatement.organisationId),
    scope === null
      ? undefined
      : // Some were issued without the id of their department.
        sql`exists (select from (select coalesce((
            select d.path from department d
            where d.enterprise_id = annual_statement.enterprise_id and d.id = annual_statement.department_id
          ), annual_statement.department) as path) now where ${inScope(sql`now.path`, scope)})`,
  );
};

/** SQL condition on statements: those about the people of the viewer's organisation. */
export const organisationStatement = ({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>) =>
  and(eq(annualStatement.enterpriseId, tenant.id), eq(annualStatement.organisationId, viewer.userId));

/** Lists the statements about departments that the viewer manages, newest first. */
export const pageOfDepartments = (ctx: Context, input: OperationInput<'POST /data/auth/statement/department/page'>) =>
  pageOfMany(ctx, input, managedStatement(ctx));

/** Lists the statements about the people of the viewer's organisation, newest first. */
export const pageOfOrganisation = (
  ctx: Context,
  input: OperationInput<'POST /data/auth/statement/organisation/page'>,
) => pageOfMany(ctx, input, organisationStatement(ctx));

async function pageOfMany({ db }: Context, input: { pageCurrent: number; pageSize: number }, where: SQL | undefined) {
  const { limit, offset } = slice(input);
  const list = await db
    .select({
      ...columns,
      department: annualStatement.department,
      peopleCount: sql<number>`cardinality(${annualStatement.people})`,
      hours: sql<string>`${annualStatement.content} -> 'hours' ->> 'total'`,
      credits: sql<string>`${annualStatement.content} ->> 'credits'`,
      // Without a look into the ledger, which would read the figures of all people of each row.
      isLatest,
    })
    .from(annualStatement)
    .where(where)
    .orderBy(...newest)
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(annualStatement, where), list);
}
