import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { fileWork } from '#src/server/core/worker/pools.ts';
import { personImport, personImportColumns, personImportRow } from '../tables/import.ts';
import { headingsKey, isPasswordHeading } from './columns.ts';
import { findImport, importOf, showImport } from './find-import.ts';
import { findImporter } from './importer.ts';
import { tellImporter } from './tell-importer.ts';
import { compareRows, protectRoles, sortRows } from './plan-changes.ts';
import { identifyRows, newPlaces, placeRows, type Planning } from './plan-rows.ts';
import { dropSuperiors, findSuperiors, refuseCycles } from './plan-superiors.ts';
import { READ_PEOPLE } from './upload-import.ts';

/**
 * Asks for the plan of an import; the columns are remembered for tables with the same headings.
 * @throws AppError 404; 409 after it was applied; 422 at `columns`, e.g. when a column of passwords is chosen
 */
export async function requestPlan(ctx: Context, input: OperationInput<'PUT /people/auth/import/plan'>) {
  const { db, tenant, viewer, locale } = ctx;
  const found = await findImport(ctx, input.id, 'update');
  if (!['waiting', 'planning', 'planned'].includes(found.state) || found.source)
    throw new AppError(409, 'importApplied');
  const header = found.sheets[input.sheet]?.top[input.header];
  if (!header) throw new AppError(422, 'invalid', { fields: [{ field: 'header', key: 'field.invalid' }] });
  checkColumns(input.columns, header.cells);
  const columns = header.cells.map((_, at) => input.columns[at] ?? null);
  const planNumber = found.planNumber + 1;
  await db
    .update(personImport)
    .set({
      ...{ state: 'planning', planNumber, problem: null, counts: null, locale, columns, sheet: input.sheet },
      ...{
        headings: header.cells,
        options: input.options,
        scope: scopeOf(viewer, 'people.write'),
        userId: viewer.userId,
      },
      sheets: found.sheets.map((sheet, at) => (at === input.sheet ? { ...sheet, header: input.header } : sheet)),
    })
    .where(importOf(tenant.id, input.id));
  await db
    .insert(personImportColumns)
    .values({ enterpriseId: tenant.id, headings: headingsKey(header.cells), columns, gmtModified: ctx.now() })
    .onConflictDoUpdate({
      target: [personImportColumns.enterpriseId, personImportColumns.headings],
      set: { columns, gmtModified: ctx.now() },
    });
  await sendJob(db, 'plan-person-import', { enterpriseId: tenant.id, id: input.id, planNumber });
  return showImport(ctx, await findImport(ctx, input.id));
}

function checkColumns(columns: OperationInput<'PUT /people/auth/import/plan'>['columns'], headings: string[]): void {
  const wrong = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'columns', key }] });
  const chosen = columns.filter((field) => field !== null);
  if (!chosen.includes('employeeNo') && !chosen.includes('phone')) throw wrong('field.peopleNoIdentity');
  if (chosen.some((field, at) => field !== 'department' && chosen.indexOf(field) < at))
    throw wrong('field.peopleColumnTwice');
  if (headings.some((heading, at) => columns[at] && isPasswordHeading(heading))) throw wrong('field.peoplePassword');
}

/** Makes the plan of an import, unless another one was asked for meanwhile. A file that cannot be read is told to the user. */
export async function makePlan(enterpriseId: string, id: string, planNumber: number, clock: () => Date): Promise<void> {
  const isWanted = and(
    importOf(enterpriseId, id),
    eq(personImport.state, 'planning'),
    eq(personImport.planNumber, planNumber),
  );
  const [found] = await withTenant(enterpriseId, (db) => db.select().from(personImport).where(isWanted));
  if (!found?.file) return;
  const { sheet, sheets, headings, columns, options, file } = found;
  const { line: headerLine } = sheets[sheet]!.top[sheets[sheet]!.header]!;
  try {
    const bytes = new Uint8Array(file);
    const asked = { bytes, sheet, headerLine, headings, columns, emptyClears: options.emptyClears };
    const answer = await fileWork.run(READ_PEOPLE, asked, { owner: enterpriseId, transfer: [bytes.buffer] });
    if (!('parts' in answer)) return;
    await withTenant(enterpriseId, async (db) => {
      const [still] = await db.select({ userId: personImport.userId }).from(personImport).where(isWanted).for('update');
      const importer = still && (await findImporter(db, enterpriseId, still.userId));
      if (!importer) return;
      const { isAdmin } = importer;
      const plan = {
        db,
        enterpriseId,
        importId: id,
        isAdmin,
        userId: still.userId,
        scope: scopeOf(importer, 'people.write'),
        source: null,
        ...options,
      };
      await storeRows(plan, answer.parts);
      await storePlan(plan);
      await tellImporter(db, found, 'planned', clock());
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { key, params } = error;
    await withTenant(enterpriseId, async (db) => {
      const unread = { state: 'waiting' as const, problem: { key, params } };
      const { rowCount } = await db.update(personImport).set(unread).where(isWanted);
      if (rowCount) await tellImporter(db, found, 'unreadable', clock());
    });
  }
}

async function storeRows({ db, enterpriseId, importId }: Planning, parts: Uint8Array[]): Promise<void> {
  await db
    .delete(personImportRow)
    .where(and(eq(personImportRow.enterpriseId, enterpriseId), eq(personImportRow.importId, importId)));
  for (const part of parts)
    await db.execute(sql`
      insert into person_import_row (enterprise_id, import_id, number, line, cells, given, name, reasons)
      select ${enterpriseId}, ${importId}, p.number, p.line, p.cells, p.values, p.name, p.reasons
      from jsonb_to_recordset(convert_from(${Buffer.from(part)}::bytea, 'UTF8')::jsonb)
        as p (number int, line int, cells jsonb, "values" jsonb, name text, reasons jsonb)`);
}

/** The statements that follow join many new rows, of which the planner knows nothing yet. */
async function analyse(db: TenantDb): Promise<void> {
  await db.execute(sql`set local enable_nestloop = off`);
}

/** Makes the plan of the stored rows, and stores what it does. */
export async function storePlan(plan: Planning): Promise<void> {
  const { db, enterpriseId, importId, scope } = plan;
  await analyse(db);
  const { counts, activeCount } = await planRows(plan);
  const { departments: newDepartments, positions: newPositions } = await newPlaces(plan);
  await db
    .update(personImport)
    .set({ state: 'planned', counts, activeCount, newDepartments, newPositions, scope: scope && [...scope] })
    .where(importOf(enterpriseId, importId));
}

async function planRows(plan: Planning) {
  await identifyRows(plan);
  await placeRows(plan);
  await findSuperiors(plan);
  await compareRows(plan);
  await refuseCycles(plan);
  await protectRoles(plan);
  await dropSuperiors(plan);
  return sortRows(plan);
}
