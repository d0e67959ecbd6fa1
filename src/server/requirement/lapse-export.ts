import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ExportInput } from '#src/contract/export.ts';
import type { RequirementState } from '#src/contract/rules/requirement.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { lapsing, lapsingPeriod } from './lapses.ts';
import { checkFilter, PERSON } from './matrix.ts';
import { asking, type ExportedPerson, managedBy, PERSON_COLUMNS } from './matrix-export.ts';
import { dueDate, stateAt } from './state-sql.ts';

type Input = OperationInput<'POST /course/auth/requirement/lapse/export'>;
type Row = ExportedPerson & { title: string; state: RequirementState; lapsesAt: string };

/** Export of whose requirements lapse in a period. */
export const lapseExport: ExportList<Row> = {
  query: (asked) => {
    const ctx = asking(asked);
    const filter = asked.input as Input & ExportInput;
    const { from, until } = lapsingPeriod(ctx, filter);
    return sql`
      select ${PERSON}, r.title, ${stateAt(asked.now)} as state, ${dueDate} as "lapsesAt"
      ${lapsing(ctx, filter, from, until, sql`join requirement r on r.enterprise_id = ${ctx.tenant.id} and r.id = k.requirement_id`)}
      order by k.due_at, p.user_name, p.user_id, k.requirement_id`;
  },
  columns: (t, { timeZone }) => [
    ...PERSON_COLUMNS,
    { name: 'requirement', width: 32, type: 'text', value: ({ title }) => title },
    { name: 'state', width: 12, type: 'text', value: ({ state }) => t(`requirement:state.${state}`) },
    { name: 'lapsesOn', width: 14, type: 'text', value: ({ lapsesAt }) => dayOf(lapsesAt, timeZone) },
  ],
};

/** Requests an export of whose requirements lapse. @throws AppError as `exportMatrix` */
export async function exportLapses(ctx: Context, input: Input) {
  await checkFilter(ctx, input);
  return requestExport(ctx, 'requirementLapses', { ...input, ...managedBy(ctx) }, input.until);
}
