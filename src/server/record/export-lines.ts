import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';
import type { LedgerFilter } from './read-ledger.ts';

/**
 * Has a file made of the viewer's own ledger lines (spec section 7, `credit/hour/change/record/export`).
 * @throws AppError 429 when too many are being made or kept
 */
export function exportLines(ctx: Context, input: LedgerFilter) {
  const name = input.kind === 'hours' ? 'hours' : 'credits';
  return requestExport(ctx, { exportType: 'creditHourChange', input, name, part: input.year });
}
