import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ExportInput } from '#src/contract/export.ts';
import type { RequirementState } from '#src/contract/rules/requirement.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import type { AskedExport, Column, ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { checkFilter, listColumns, matrixPeople, type Asking, PERSON } from './matrix.ts';
import { dateAt, momentOf, stateAt, statesFrom } from './state-sql.ts';

type Input = OperationInput<'POST /course/auth/requirement/matrix/export'>;
/** Stored with the request, so that the file has the columns that the user saw. */
type Stored = Input & ExportInput & { requirements: { id: string; title: string }[] };

export type ExportedPerson = {
  userName: string;
  employeeNo: string | null;
  department: string | null;
  post: string | null;
};
/** State and date by requirement. */
type Row = ExportedPerson & { cells: Record<string, [RequirementState, string | null]> | null };

/** Who asks for an export of people with their requirements: with the rights that they have when it is made. */
export const asking = (asked: AskedExport): Asking => ({
  tenant: { id: asked.enterpriseId, timeZone: asked.timeZone },
  viewer: asked,
  now: () => asked.now,
});

/** What makes an export one of people whom the viewer may see. */
export const managedBy = ({ viewer }: Pick<Context, 'viewer'>) => ({
  ...{ scope: 'managed' as const, managed: scopeOf(viewer, 'training.read'), right: 'training.read' as const },
});

export const PERSON_COLUMNS: Column<ExportedPerson>[] = [
  { name: 'employeeNo', width: 16, type: 'text', value: ({ employeeNo }) => employeeNo },
  { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
  { name: 'department', width: 28, type: 'text', value: ({ department }) => department },
  { name: 'post', width: 16, type: 'text', value: ({ post }) => post },
];

/** Export of the matrix: a row for each person, and the state and its date for each requirement. */
export const matrixExport: ExportList<Row> = {
  query: (asked) => {
    const filter = asked.input as Stored;
    const ctx = asking(asked);
    const at = momentOf(ctx, filter.on);
    const which = filter.requirements.map(({ id }) => id);
    return sql`
      with people as materialized (select ${PERSON} ${matrixPeople(ctx, filter, at)}), cells as materialized (
        select k.user_id, jsonb_object_agg(k.requirement_id, jsonb_build_array(${stateAt(at)}, ${dateAt(at)})) as cells
        from ${statesFrom(ctx, at, which)} group by k.user_id
      )
      select p."userName", p."employeeNo", p.department, p.post, c.cells
      from people p left join cells c on c.user_id = p."userId"
      order by p.department nulls last, p."userName", p."userId"`;
  },
  columns: (t, { input, timeZone }) => [
    ...PERSON_COLUMNS,
    ...(input as Stored).requirements.flatMap(({ id, title }): Column<Row>[] => [
      {
        ...{ name: 'state', width: 12, type: 'text' as const, header: title },
        value: ({ cells }) => (cells?.[id] ? t(`requirement:state.${cells[id][0]}`) : null),
      },
      {
        ...{ name: 'date', width: 12, type: 'text' as const, header: t('requirement:export.date', { title }) },
        value: ({ cells }) => (cells?.[id]?.[1] ? dayOf(cells[id][1], timeZone) : null),
      },
    ]),
  ],
};

/**
 * Requests an export of the matrix.
 * @throws AppError 404 for a department, position or requirement that does not exist; 429 like `requestExport`
 */
export async function exportMatrix(ctx: Context, input: Input) {
  await checkFilter(ctx, input);
  const at = momentOf(ctx, input.on);
  const requirements = await listColumns(ctx, at, input.requirementId ? [input.requirementId] : null);
  const part = input.on ?? dayOf(at, ctx.tenant.timeZone);
  return requestExport(ctx, 'requirementMatrix', { ...input, ...managedBy(ctx), requirements }, part);
}
