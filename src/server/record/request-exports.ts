import type { OperationInput } from '#src/contract/calls.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';

/**
 * Requests an export of the viewer's ledger entries.
 * @throws AppError 429 like `requestExport`
 */
export const exportLines = (
  ctx: Context,
  input: OperationInput<'POST /data/auth/user/credit/hour/change/record/export'>,
) => requestExport(ctx, input.kind === 'hours' ? 'hours' : 'credits', input, input.year);

/** Requests an export of the viewer's certificates. @throws AppError 429 like `requestExport` */
export const exportCertificates = (ctx: Context, input: OperationInput<'POST /course/auth/user/certificate/export'>) =>
  requestExport(ctx, 'certificates', { ...input, origin: ctx.origin });

/** Requests an export of issued certificates of all members. @throws AppError 429 like `requestExport` */
export const exportIssued = (ctx: Context, input: OperationInput<'POST /course/auth/certificate/issued/export'>) =>
  requestExport(ctx, 'certificates', { ...input, scope: 'enterprise', origin: ctx.origin });
