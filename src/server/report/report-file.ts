import { columnsOf, type Definition, type ReportColumn } from '#src/contract/rules/report.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { reportColumnText, reportValueText } from '#src/i18n/report-text.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import type { Cell, Column, ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { readableScope, requireReadable } from './compute.ts';
import { allRows } from './report-sql.ts';

type Row = Record<string, string | number | null>;

const WIDTHS: Record<ReportColumn['type'], number> = { text: 28, choice: 16, number: 16, day: 14, period: 12 };

/** The columns of a file with the rows of `allRows`. */
export const fileColumns = (t: Translate, definition: Definition): (Column<Row> & { header: string })[] =>
  columnsOf(definition).map((column, at) => ({
    name: column.key,
    header: reportColumnText(column, t),
    width: column.entity ? 32 : WIDTHS[column.type],
    type: column.type === 'number' ? 'number' : 'text',
    value: (row: Row): Cell => {
      const value = row[`c${at}`]!;
      return typeof value === 'string' ? reportValueText(column, value, t) : value;
    },
  }));

const definitionOf = ({ input }: { input: object }) => (input as { definition: Definition }).definition;

/** Export of a report, about the people whom the user may see when the file is made. */
export const reportExport: ExportList<Row> = {
  query: (asked) => {
    const definition = definitionOf(asked);
    const scope = readableScope(asked, definition);
    // The rights were checked when the export began (`mayExport`), but not those of the whole enterprise.
    if (scope === undefined) throw new Error('The user has lost the right for this report');
    return allRows({ asked, scope, definition });
  },
  columns: (t, asked) => fileColumns(t, definitionOf(asked)),
};

/** Requests an export of a report. @throws AppError 403, 422 as `requireReadable`; 429 as `requestExport` */
export function exportReport(
  ctx: Context,
  { definition, name, format }: OperationInput<'POST /report/auth/report/export'>,
) {
  requireReadable(ctx.viewer, definition);
  const right = definition.source === 'people' ? 'people.read' : 'training.read';
  const managed = scopeOf(ctx.viewer, right);
  // The name of a file, on any system.
  const part = name.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim();
  return requestExport(ctx, 'report', { definition, format, scope: 'managed', managed, right }, part);
}
