import type { OperationInput } from '#src/contract/calls.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';

/**
 * Requests an export of one of the viewer's lists of requests. The list to decide contains requests of all members for an
 * administrator only.
 * @throws AppError 429 like `requestExport`
 */
export const requestApprovalExport = (ctx: Context, input: OperationInput<'POST /user/auth/flow/instance/export'>) => {
  const scope = input.flow === 'todo' && ctx.viewer.isAdmin ? 'enterprise' : 'own';
  return requestExport(ctx, 'approvals', { ...input, scope });
};
