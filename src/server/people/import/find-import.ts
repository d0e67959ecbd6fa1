import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { isManyMissing, PEOPLE_IMPORT_DAYS } from '#src/contract/rules/people-import.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { getT } from '#src/i18n/server.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { type FoundSheet, personImport, personImportColumns } from '../tables/import.ts';
import { headingsKey, proposeColumns } from './columns.ts';

const { file: _, ...COLUMNS } = getTableColumns(personImport);
export type StoredImport = Omit<typeof personImport.$inferSelect, 'file'>;

/**
 * SQL condition: the viewer may see an import. Those who may change people everywhere see all; others their own, as long as they have all
 * departments for which it was made.
 */
export function visibleTo({ tenant, viewer }: Context): SQL {
  const scope = scopeOf(viewer, 'people.write');
  const own = eq(personImport.enterpriseId, tenant.id);
  if (scope === null) return own;
  return and(
    own,
    eq(personImport.userId, viewer.userId),
    sql`${personImport.scope} <@ ${JSON.stringify(scope)}::jsonb and jsonb_typeof(${personImport.scope}) = 'array'`,
  )!;
}

/** @throws AppError 404 for an import that the viewer may not see */
export async function findImport(ctx: Context, id: string, lock?: 'update'): Promise<StoredImport> {
  const query = ctx.db
    .select(COLUMNS)
    .from(personImport)
    .where(and(visibleTo(ctx), eq(personImport.id, id)));
  const [found] = lock ? await query.for(lock) : await query;
  if (!found) throw notFound();
  return found;
}

export const importOf = (enterpriseId: string, id: string) =>
  and(eq(personImport.enterpriseId, enterpriseId), eq(personImport.id, id));

/** When the rows of an import are deleted. */
export const rowsUntil = (appliedAt: Date) => new Date(appliedAt.getTime() + PEOPLE_IMPORT_DAYS.applied * 86_400_000);

/** Returns an import as it is shown. */
export async function showImport(ctx: Context, found: StoredImport) {
  const { db, tenant, viewer, locale } = ctx;
  const [author] = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, found.userId)));
  const t = getT(locale);
  const { counts, activeCount, problem, appliedAt, rowsDeletedAt } = found;
  return {
    ...found,
    userName: author!.userName,
    isOwn: found.userId === viewer.userId,
    plan: found.planNumber,
    sheets: await withColumns(ctx, found.sheets),
    problem: problem && t(`errors:${problem.key}`, problem.params),
    missingConfirmation: counts !== null && isManyMissing(counts.missing, activeCount),
    undoUntil: found.state === 'applied' && appliedAt && !rowsDeletedAt ? rowsUntil(appliedAt) : null,
  };
}

/** Adds what the columns are if a row names them: as the last time, otherwise as they are named. */
async function withColumns({ db, tenant }: Context, sheets: FoundSheet[]) {
  const keys = [...new Set(sheets.flatMap(({ top }) => top.map(({ cells }) => headingsKey(cells))))];
  const known = await db
    .select({ headings: personImportColumns.headings, columns: personImportColumns.columns })
    .from(personImportColumns)
    .where(and(eq(personImportColumns.enterpriseId, tenant.id), inArray(personImportColumns.headings, keys)));
  const last = new Map(known.map(({ headings, columns }) => [headings, columns]));
  return sheets.map((sheet) => ({
    ...sheet,
    top: sheet.top.map((row) => ({ ...row, columns: last.get(headingsKey(row.cells)) ?? proposeColumns(row.cells) })),
  }));
}
