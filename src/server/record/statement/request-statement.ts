import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { isInScope, scopeOf } from '#src/contract/rules/rights.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { department } from '#src/server/organisation/tables.ts';
import { seatsOf } from './figures-sql.ts';
import { requireBegun } from './issue-statement.ts';

/**
 * Requests the statement of a department, or of the enterprise, as a job (docs/specification.md, section "Annual statements").
 * @throws AppError 404 for a department that the viewer does not manage; 422 for a year that has not begun, and without a department if the
 *   viewer manages only some; 429 as `requestExport`
 */
export async function exportStatement(
  ctx: Context,
  { year, departmentId }: OperationInput<'POST /data/auth/statement/department/export'>,
) {
  const { db, tenant, viewer, origin } = ctx;
  requireBegun(ctx, year);
  const [found] = departmentId
    ? await db
        .select({ path: department.path })
        .from(department)
        .where(and(eq(department.enterpriseId, tenant.id), eq(department.id, departmentId)))
    : [];
  const path = found?.path ?? null;
  const scope = scopeOf(viewer, 'training.read');
  if (!departmentId && scope !== null)
    throw new AppError(422, 'invalid', { fields: [{ field: 'departmentId', key: 'field.required' }] });
  if ((departmentId && !found) || !isInScope(scope, path)) throw notFound();
  const input = {
    year,
    origin,
    department: path,
    departmentId: departmentId ?? null,
    managed: path === null ? null : [path],
  };
  return requestExport(
    ctx,
    'statement',
    { ...input, scope: 'managed', right: 'training.read', format: 'zip' } as never,
    `${year}${
      path
        ? `_${path
            .split('/')
            .at(-1)!
            .replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ')}`
        : ''
    }`,
  );
}

/**
 * Requests the statement of the people of the viewer's organisation, with what the courses of their seats have earned (docs/specification.md,
 * section "Annual statements").
 * @throws AppError 422 for a year that has not begun, and at `year` when nobody has a seat; 429 as `requestExport`
 */
export async function exportOrganisationStatement(
  ctx: Context,
  { year }: OperationInput<'POST /data/auth/statement/organisation/export'>,
) {
  const { db, tenant, viewer, origin, now } = ctx;
  requireBegun(ctx, year);
  const { rows } = await db.execute(
    sql`select from ${seatsOf(tenant.id, { buyerId: viewer.userId, at: now() })} m limit 1`,
  );
  if (rows.length === 0) throw new AppError(422, 'invalid', { fields: [{ field: 'year', key: 'field.noSeats' }] });
  const input = { year, origin, department: null, departmentId: null, organisation: viewer.userName };
  return requestExport(ctx, 'statement', { ...input, scope: 'organisation', format: 'zip' } as never, year);
}
