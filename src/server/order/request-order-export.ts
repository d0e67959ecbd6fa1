import type { OperationInput } from '#src/contract/calls.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';

/** Requests an export of the orders that the viewer can see. @throws AppError 429 like `requestExport` */
export const requestOrderExport = (ctx: Context, input: OperationInput<'POST /course/auth/order/export'>) =>
  requestExport(ctx, 'orders', { ...input, scope: ctx.viewer.isAdmin ? 'enterprise' : 'organisation' });
