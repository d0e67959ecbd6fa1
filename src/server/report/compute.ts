import type { Definition } from '#src/contract/rules/report.ts';
import { columnsOf, definitionProblem, MAX_REPORT_ROWS, sourceOf } from '#src/contract/rules/report.ts';
import { type Holder, scopeOf } from '#src/contract/rules/rights.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { countOfRows, isGrouped, pageOfRows, type Report } from './report-sql.ts';

type Cell = string | number | null;
export type ReportRow = { cells: Cell[]; ids: (string | null)[] };
/** A part of the rows of a report. */
export type Computed = {
  list: ReportRow[];
  /** Null: of a list. */
  totals: Cell[] | null;
  /** Rows that can be shown. */
  totalCount: number;
  isCut: boolean;
};

/**
 * Returns where somebody may read a report.
 * @returns paths of departments; null: everywhere; undefined: nowhere
 */
export function readableScope(holder: Holder, { source }: Definition): string[] | null | undefined {
  const { right, isWhole } = sourceOf(source);
  const scope = scopeOf(holder, right);
  return scope?.length === 0 || (isWhole && scope !== null) ? undefined : scope;
}

/**
 * Checks a report, and returns where the user may read it.
 * @throws AppError 422 for a definition that makes no sense, 403 when the user may not read its source
 */
export function requireReadable(holder: Holder, definition: Definition): string[] | null {
  const problem = definitionProblem(definition);
  if (problem) throw new AppError(422, 'invalid', { fields: [{ ...problem, field: `definition.${problem.field}` }] });
  const scope = readableScope(holder, definition);
  if (scope === undefined) throw new AppError(403, 'notAllowed');
  return scope;
}

/**
 * Makes a transaction, which has not read anything yet, one that reads one snapshot and holds nobody up: its statements end after a time and
 * use one core.
 */
export async function readOnly(db: TenantDb, timeoutMs: number): Promise<void> {
  await pgClientOf(db).query(
    `set transaction isolation level repeatable read, read only; set local statement_timeout = ${timeoutMs};
     set local max_parallel_workers_per_gather = 0; set local jit = off; set local work_mem = '32MB'`,
  );
}

/** SQLSTATE of a statement that was ended, e.g. by `statement_timeout`. */
const CANCELLED = '57014';
export const isTimeout = (error: unknown): boolean => databaseErrorOf(error)?.code === CANCELLED;

/** Computes a part of the rows of a report. */
export async function compute(
  db: TenantDb,
  report: Report,
  part: { limit: number; offset: number },
): Promise<Computed> {
  const { definition } = report;
  const length = columnsOf(definition).length;
  const limit = Math.max(0, Math.min(part.limit, MAX_REPORT_ROWS - part.offset));
  type Raw = Record<string, Cell> & { is_total: boolean; n: number };
  const { rows } = await db.execute<Raw>(pageOfRows(report, { ...part, limit }));
  const cellsOf = (row: Raw, letter: string) => Array.from({ length }, (_, at) => row[`${letter}${at}`]!);
  const total = rows.find((row) => row.is_total);
  const found =
    total?.n ?? (isGrouped(definition) ? 0 : (await db.execute<{ n: number }>(countOfRows(report))).rows[0]!.n);
  return {
    list: rows
      .filter((row) => !row.is_total)
      .map((row) => ({ cells: cellsOf(row, 'c'), ids: cellsOf(row, 'i') as (string | null)[] })),
    totals: total ? cellsOf(total, 'c') : null,
    totalCount: Math.min(found, MAX_REPORT_ROWS),
    isCut: found > MAX_REPORT_ROWS,
  };
}
